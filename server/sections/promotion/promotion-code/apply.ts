/** Checks a code for a planned order, and its discount. Reserves nothing. */
import { sql } from 'drizzle-orm'
import { type ProductKind, productKinds } from '#contract/choices/product-kinds.ts'
import { orderMoney } from '#contract/commerce/order-money.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { promoQuestion } from '#contract/sections/promotion/promotion-code.ts'
import { loadProducts, type Product, type ProductRef } from '#server/commerce/product-registry.ts'
import { termsAt } from '#server/commerce/product-terms.ts'
import { holdingCodes, judgeCode, type PromoCode, promoRefused } from '#server/commerce/promo.ts'
import { promoGuesses } from '#server/commerce/promo-guesses.ts'
import { resolveReferences } from '#server/crud/query/references.ts'
import type { Handler } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { limit } from '#server/platform/limits/limits.ts'

const isKind = (value: unknown): value is ProductKind => productKinds.some((kind) => kind === value)

interface Asked extends ProductRef {
  qty: number
  /** Path in the request. */
  path: string
}

/** Returns the requested items, or one of each product. */
function askedIn({ type, product_id, items }: Readonly<Record<string, unknown>>): Asked[] {
  const given = Array.isArray(items) ? items.filter(isRecord) : []
  if (!given.length && isKind(type) && Array.isArray(product_id))
    return product_id.map((id, at) => ({ category: type, product_id: Number(id), qty: 1, path: `product_id.${at}` }))
  return given.flatMap(({ category, product_id: id, variant, qty }, at) =>
    isKind(category)
      ? [
          {
            category,
            product_id: Number(id),
            variant: typeof variant === 'string' ? variant : null,
            qty: Number(qty),
            path: `items.${at}.product_id`,
          },
        ]
      : [],
  )
}

/** Returns a line at the current price. Throws 422 if absent or not sold. */
async function lineOf(db: Db, { qty, path }: Asked, product: Product | 'product_id' | 'variant') {
  if (product === 'variant') throw fieldError(path.replace(/product_id$/, 'variant'), 'required')
  if (product === 'product_id') throw fieldError(path, 'unknown_reference')
  const { category, product_id, variant, right } = product
  const terms = await termsAt(db, { section: category, product: product_id, variant }, sql`now()`)
  if (!terms?.is_on) throw fieldError(path, 'unknown_reference')
  return { category, product_id, right, price: terms.price, qty, amount: terms.price * qty }
}

/** Per person and minute: repeated whenever an order's items change. */
const asked = limit(120, 60)

type Line = Awaited<ReturnType<typeof lineOf>>

const offerOf = (lines: readonly Line[], { code, eligible }: { code: PromoCode; eligible: readonly boolean[] }) => {
  const money = orderMoney(
    lines.map((line, at) => ({ ...line, eligible: eligible[at] })),
    code,
  )
  return { code: code.code, eligible: money.eligible, discount: money.discount, total: money.total }
}

const holds = (offer: ReturnType<typeof offerOf>) => ({ message: `Selamat! Promo code ${offer.code} can be used`, data: offer })

/** Returns the best code. Codes are only visible to those who may read them. */
async function bestOffer({ db, user }: Pick<CallRequest, 'db' | 'user'>, member: number, lines: readonly Line[]) {
  const codes = user.permissions.has('get product') ? await holdingCodes(db, { member, lines, at: new Date() }) : []
  const [best] = codes.map((each) => offerOf(lines, each)).sort((a, b) => b.discount - a.discount)
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return best
    ? holds(best)
    : { message: 'There is no promo code for these products', data: { code: null, eligible: 0, discount: 0, total } }
}

export const applyCode: Handler = async ({ db, user, body }, { platform }) => {
  await asked.take(user.ref)
  const { customer_id, ...question } = await resolveReferences({ db, user }, promoQuestion, body)
  const items = askedIn(question)
  const products = await loadProducts(db, items)
  const lines = await Promise.all(items.map((each, at) => lineOf(db, each, products[at] ?? 'product_id')))
  const member = Number(customer_id)
  if (typeof question.code !== 'string') return bestOffer({ db, user }, member, lines)
  const { code } = question
  const unknown = promoGuesses(platform)
  await unknown.take(user.ref)
  const answer = await judgeCode(db, { code, member, lines, at: new Date() })
  if (!('refused' in answer && answer.refused === 'promo_unknown')) await unknown.forgive(user.ref)
  if ('refused' in answer) throw promoRefused(answer.refused, code)
  return holds(offerOf(lines, answer))
}
