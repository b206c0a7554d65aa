/**
 * Registry of products by category: their section, their rights, and what orders hold of them. A new category is one more entry, and its
 * section keeps prices (server/commerce/product-terms.ts).
 */

import { inArray } from 'drizzle-orm'
import { type ProductKind, productKinds, productSections } from '#contract/choices/product-kinds.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import { lockStored } from '#server/crud/query/prepared-rows.ts'
import { rowsOnWire, selectRows } from '#server/crud/query/rows.ts'
import { type Shape, targetOf } from '#server/crud/query/shape.ts'
import { type Cause, changeBecause } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'

/** Product of an order's line. */
export interface ProductRef {
  category: ProductKind
  product_id: number
  /** Ref of a variant; null or empty for none. */
  variant?: string | null | undefined
}

/** Membership access per piece; Cuti is leave. */
export interface Right {
  product: string
  type: 'Regular' | 'VIP' | 'Cuti'
  days: number
}

export interface Product {
  category: ProductKind
  product_id: number
  /** Ref of the variant, or ''. */
  variant: string
  /** Display name, with the variant. */
  name: string
  right: Right | null
}

interface Kind {
  /** Limited by `stock`, its own or each variant's; a seat of an event is the buyer's (server/sections/sales/order/seats.ts). */
  holds: 'stock' | 'seat' | null
  right(row: AnyRow): Right | null
}

const typeOf = (type: unknown): Right['type'] => (type === 'VIP' || type === 'Cuti' ? type : 'Regular')

const kinds: Readonly<Record<ProductKind, Kind>> = {
  membership: {
    holds: null,
    right: ({ product, type, duration_days }) => ({ product: toText(product), type: typeOf(type), days: Number(duration_days) }),
  },
  // Access follows from the paid order itself (server/learning/rights.ts).
  academy: { holds: null, right: () => null },
  onlineclass: { holds: null, right: () => null },
  merchandise: { holds: 'stock', right: () => null },
  event: { holds: 'seat', right: () => null },
}

function shapeOf(category: ProductKind): Shape {
  const shape = targetOf(productSections[category])
  if (!shape) throw new Error(`${category} is not served`)
  return shape
}

/** Returns the variant. Undefined if it does not exist, or none is named for a product with variants. */
function variantOf(row: AnyRow, variant: ProductRef['variant']): Record<string, unknown> | null | undefined {
  const variants = recordsOf(row.variants)
  if (!variants.length) return variant ? undefined : null
  return variants.find(({ ref }) => ref === variant)
}

function productOf({ category, variant }: ProductRef, row: AnyRow | undefined): Product | 'product_id' | 'variant' {
  if (!row) return 'product_id'
  const chosen = variantOf(row, variant)
  if (chosen === undefined) return 'variant'
  const title = toText(row[shapeOf(category).section.title])
  const name = chosen ? `${title}, ${toText(chosen.name)}` : title
  return { category, product_id: row.id, variant: chosen ? toText(chosen.ref) : '', name, right: kinds[category].right(row) }
}

/** Returns the requested products in order, or the field that is wrong. One query per category. */
export async function loadProducts(db: Db, asked: readonly ProductRef[]): Promise<(Product | 'product_id' | 'variant')[]> {
  const found = new Map<string, AnyRow>()
  for (const category of productKinds) {
    const ids = [...new Set(asked.flatMap((each) => (each.category === category ? [each.product_id] : [])))]
    if (!ids.length) continue
    const shape = shapeOf(category)
    for (const row of await selectRows(db, shape, { where: inArray(shape.table.id, ids) })) found.set(`${category} ${row.id}`, row)
  }
  return asked.map((each) => productOf(each, found.get(`${each.category} ${each.product_id}`)))
}

/** Pieces of a product: held by an order, or returned if negative. */
export interface Held extends ProductRef {
  qty: number
}

/** Returns a record's stock after its lines, or the index of the first line that exceeds it. */
function afterTaking(row: AnyRow, lines: readonly (Held & { index: number })[]): Record<string, unknown> | number {
  let { stock, variants } = { stock: Number(row.stock), variants: recordsOf(row.variants) }
  for (const { variant, qty, index } of lines) {
    const chosen = variantOf(row, variant)
    // A deleted variant has no stock to take or return.
    if (chosen === undefined) {
      if (qty > 0) return index
      continue
    }
    const left = (chosen ? Number(variants.find(({ ref }) => ref === chosen.ref)?.stock) : stock) - qty
    if (left < 0) return index
    if (chosen) variants = variants.map((each) => (each.ref === chosen.ref ? { ...each, stock: left } : each))
    else stock = left
  }
  return { stock, variants }
}

const isStocked = ({ category }: ProductRef) => kinds[category].holds === 'stock'

/** Stock is locked before seats (server/sections/sales/order/locks.ts). */
const placeOf = (category: ProductKind) => (kinds[category].holds === 'stock' ? 0 : 1 + productKinds.indexOf(category))

/** Returns the distinct products held by lines, in order of locking. */
function heldKeys(lines: readonly Held[]): { category: ProductKind; id: number }[] {
  const held = lines.filter(({ category }) => kinds[category].holds !== null)
  const keys = [...new Map(held.map(({ category, product_id: id }) => [`${category} ${id}`, { category, id }])).values()]
  return keys.sort((a, b) => placeOf(a.category) - placeOf(b.category) || a.id - b.id)
}

/** Locks what these lines hold until the transaction ends. */
export async function lockHeld(db: Db, lines: readonly Held[]): Promise<void> {
  for (const { category, id } of heldKeys(lines)) await lockStored(db, shapeOf(category), { key: '', where: undefined }, id)
}

/**
 * Takes an order's lines from stock, all or none. Returns null, or the index of the first line that exceeds it. Products are locked by
 * category and number until the transaction ends, and change with version and history. `giveBack` reverts it.
 */
export async function takeHolds(cause: Cause, lines: readonly Held[], { giveBack = false } = {}): Promise<number | null> {
  const sign = giveBack ? -1 : 1
  const held = lines.map((line, index) => ({ ...line, qty: sign * line.qty, index })).filter(isStocked)
  const changes: (() => Promise<void>)[] = []
  for (const { category, id } of heldKeys(held)) {
    const shape = shapeOf(category)
    const own = held.filter((line) => line.category === category && line.product_id === id)
    const stored = await lockStored(cause.db, shape, { key: '', where: undefined }, id)
    const [row] = await rowsOnWire(cause.db, shape, stored ? [stored] : [])
    const [first] = own
    if (!row && first && !giveBack) return first.index
    if (!row) continue
    const left = afterTaking(row, own)
    if (typeof left === 'number') return left
    changes.push(() => changeBecause(shape, cause, id, left))
  }
  for (const change of changes) await change()
  return null
}
