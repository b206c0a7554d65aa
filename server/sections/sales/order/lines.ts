/** Lines of a new order with their prices (docs/product/orders.md#late-orders). */

import { isProductKind, type ProductKind, productSections } from '#contract/choices/product-kinds.ts'
import { dayMs } from '#contract/commerce/claim.ts'
import { problem } from '#contract/kit/field/problem.ts'
import { loadProducts, type Product } from '#server/commerce/product-registry.ts'
import { termsAt } from '#server/commerce/product-terms.ts'
import type { Db } from '#server/db/database.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'

const quotedFor = 7 * dayMs

export interface Line extends Product {
  ref?: string | undefined
  /** Unit price, in rupiah. */
  price: number
  qty: number
  /** Price times quantity. */
  amount: number
}

export interface Moments {
  /** Claimed time of the order. */
  made: Date
  /** Server time. */
  now: Date
}

/** Time of judging price, availability and promo window: that of the order, for a week. */
export const judgedAt = ({ made, now }: Moments): Date => (made.getTime() >= now.getTime() - quotedFor ? made : now)

interface Asked {
  ref?: unknown
  category: ProductKind
  product_id: number
  variant: string | null
  price: number | null
  qty: number
}

/** Three years of access; a seat is the buyer's own, and nobody has a class or a program twice. */
const maxQuantities: Readonly<Partial<Record<ProductKind, number>>> = { membership: 36, event: 1, onlineclass: 1, academy: 1 }

function askedOf(item: Readonly<Record<string, unknown>>, at: number): Asked {
  const { category, product_id, variant, price, qty, ref } = item
  if (!isProductKind(category)) throw fieldError(`items.${at}.category`, 'choice')
  const max = maxQuantities[category]
  if (max !== undefined && Number(qty) > max) throw fieldError(`items.${at}.qty`, 'max_value', { max })
  return {
    ref,
    category,
    product_id: Number(product_id),
    variant: typeof variant === 'string' && variant !== '' ? variant : null,
    price: typeof price === 'number' ? price : null,
    qty: Number(qty),
  }
}

/** Returns the unit price: the quoted one if it was or is valid. Throws 422 `price_changed`, or `product_off`. */
async function priceOf(db: Db, asked: Asked, product: Product, moments: Moments): Promise<number> {
  const sold = { section: productSections[asked.category], product: asked.product_id, variant: product.variant }
  const now = moments.now.toISOString()
  // Terms later than the order: the device's clock is slow, or the product was created offline with it.
  const then = (await termsAt(db, sold, judgedAt(moments).toISOString())) ?? (await termsAt(db, sold, now))
  if (!then?.is_on) throw refused('invalid', refusal('product_off', { name: product.name }))
  if (asked.price === null || asked.price === then.price) return then.price
  const current = await termsAt(db, sold, now)
  const price = current?.price ?? then.price
  if (asked.price === price) return price
  throw refused('invalid', refusal('price_changed', { name: product.name, price }))
}

export async function priceLines(db: Db, items: readonly Readonly<Record<string, unknown>>[], moments: Moments): Promise<Line[]> {
  const asked = items.map(askedOf)
  for (const [at, { category, product_id }] of asked.entries())
    if (category === 'event' && asked.slice(0, at).some((one) => one.category === category && one.product_id === product_id))
      throw fieldError(`items.${at}.product_id`, 'taken')
  const products = await loadProducts(db, asked)
  const lines: Line[] = []
  for (const [at, each] of asked.entries()) {
    const product = products[at]
    if (typeof product !== 'object') {
      const field = `items.${at}.${product ?? 'product_id'}`
      throw new ApiError('invalid', undefined, { fields: { [field]: problem('unknown_reference') } })
    }
    const price = await priceOf(db, each, product, moments)
    lines.push({ ...product, price, qty: each.qty, amount: price * each.qty, ...(typeof each.ref === 'string' && { ref: each.ref }) })
  }
  return lines
}
