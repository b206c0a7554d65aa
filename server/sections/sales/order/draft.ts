/** Creates an order: prices, promo, number and due time (docs/product/orders.md#lines-and-totals). */

import { eq, sql } from 'drizzle-orm'
import { isProven } from '#contract/commerce/is-proven.ts'
import { type OrderMoney, orderMoney } from '#contract/commerce/order-money.ts'
import { isStoredFile } from '#contract/kit/field/field.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { judgeCode, type PromoCode, redeem } from '#server/commerce/promo.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import { searchText } from '#server/crud/query/search-text.ts'
import type { Change } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { type OrderLine, orderCounters, orderItems, orders } from '#server/db/tables/commerce.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import { type Buyer, buyerOf, isOfAnother, sellerOf } from './buyer.ts'
import { claimed, clock } from './claims.ts'
import { dueTime } from './due-time.ts'
import { isSameOrder, keepProofs } from './flags.ts'
import { findLastSeen } from './former.ts'
import { judgedAt, type Line, priceLines } from './lines.ts'
import { leadOf } from './origin.ts'

/** Data of a new order beyond its columns. */
export interface Draft {
  buyer: Buyer
  lines: readonly Line[]
  money: OrderMoney
  promo: PromoCode | null
}

const drafts = new WeakMap<Change, Draft>()

export function draftOf(change: Change): Draft {
  const draft = drafts.get(change)
  if (!draft) throw new Error('the order was not prepared')
  return draft
}

/** TRX-YYMMDD-NNNN by day in Jakarta; the day's row is the lock. */
async function nextNumber(db: Db): Promise<string> {
  const day = sql`(now() at time zone 'Asia/Jakarta')::date`
  const [row] = await db
    .insert(orderCounters)
    .values({ day: sql`${day}`, last: 1 })
    .onConflictDoUpdate({ target: orderCounters.day, set: { last: sql`${orderCounters.last} + 1` } })
    .returning()
  if (!row) throw new Error('no number was given')
  return `TRX-${row.day.slice(2).replaceAll('-', '')}-${String(row.last).padStart(4, '0')}`
}

/** Returns the requested code; orders never proceed without its discount. */
async function promoOf(db: Db, typed: unknown, member: number, lines: readonly Line[], at: Date) {
  if (typeof typed !== 'string' || typed === '') return null
  const answer = await judgeCode(db, { code: typed, member, lines, at })
  if ('refused' in answer) throw refused('invalid', refusal(answer.refused, { code: typed.toUpperCase() }))
  return answer
}

const termsOf = ({ code, name, discount_kind, value, max_discount, min_amount, products, type }: PromoCode) => {
  return { code, name, discount_kind, value, max_discount, min_amount, products, type }
}

const storedLine =
  ({ shares }: OrderMoney) =>
  ({ ref, category, product_id, variant, name, price, qty }: Line, at: number): OrderLine => {
    return { ref: ref ?? uuidv7(), category, product_id, variant: variant || null, name, price, qty, discount: shares[at] ?? 0 }
  }

/** Returns the buyer shown for another one's member: as given by the author, or as last seen by them. */
async function shownBuyer({ db, user, input }: Change, buyer: Buyer): Promise<Pick<Buyer, 'name' | 'phone'> | null> {
  if (isRecord(input.customer)) return { name: toText(input.customer.name), phone: buyer.phone }
  return user.isSales ? findLastSeen(db, user.id, buyer) : null
}

export async function prepareOrder(change: Change): Promise<void> {
  const { db, input, values, before } = change
  if (before) return
  const now = await clock(db)
  const made = claimed('order_date', input.order_date, now)
  const asked = input.payment_status ?? 'unpaid'
  if (asked !== 'unpaid' && asked !== 'paid') throw fieldError('payment_status', 'choice')
  const buyer = await buyerOf(change)
  const lines = await priceLines(db, recordsOf(input.items), { made, now })
  const promo = await promoOf(db, input.promo_code, buyer.id, lines, judgedAt({ made, now }))
  const money = orderMoney(
    lines.map((line, at) => ({ ...line, eligible: promo?.eligible[at] })),
    promo?.code ?? null,
  )
  const proofs = [input.proof ?? []].flat().filter(isStoredFile).length
  const isPaid = asked === 'paid' || money.total === 0
  if (isPaid && !isProven({ proofs, method: input.payment_method, total: money.total })) throw fieldError('proof', 'required')
  const number = await nextNumber(db)
  const sales = sellerOf(change, buyer)
  const shown = isOfAnother(buyer, sales) ? await shownBuyer(change, buyer) : null
  const lead_id = await leadOf(change, buyer, sales)
  const isSame = await isSameOrder(db, { member: buyer.id, total: money.total, lines })
  drafts.set(change, { buyer, lines, money, promo: promo?.code ?? null })
  Object.assign(values, {
    order_number: number,
    member_id: buyer.id,
    phone: shown?.phone ?? buyer.phone,
    given_name: shown?.name ?? null,
    sales,
    lead_id,
    items: lines.map(storedLine(money)),
    promo_id: promo?.code.id ?? null,
    promo_code: promo?.code.code ?? null,
    promo_terms: promo ? termsOf(promo.code) : null,
    subtotal: money.subtotal,
    discount: money.discount,
    flags: [...(isSame ? ['same_order'] : []), ...(shown ? ['other_sales'] : [])],
    total: money.total,
    payment_status: isPaid ? 'paid' : 'unpaid',
    order_date: made.toISOString(),
    paid_at: isPaid ? claimed('paid_at', input.paid_at, now).toISOString() : null,
    due_at: isPaid ? null : await dueTime(db, lines, { now, proofs }),
    search_text: searchText(transaction, {
      ...input,
      order_number: number,
      member_name: shown?.name ?? buyer.name,
      member_phone: shown?.phone ?? buyer.phone,
      promo_code: promo?.code.code,
    }),
  })
}

/** Stores lines and use of the code, once the order has a number. */
export async function storeOrder(change: Change, id: number): Promise<void> {
  if (change.before) return
  const { db } = change
  const { lines, money, promo, buyer } = draftOf(change)
  await db.insert(orderItems).values(
    lines.map(({ category, product_id, variant, name, price, qty, right }, at) => ({
      order_id: id,
      position: at + 1,
      category,
      product_id,
      variant,
      name,
      price,
      qty,
      discount: money.shares[at] ?? 0,
      grants_product: right?.product ?? null,
      grants_type: right?.type ?? null,
      grants_days: right?.days ?? null,
    })),
  )
  if (await keepProofs(db, id, change.values.proof)) {
    const flags = sql`${orders.flags} || '["proof_seen"]'::jsonb`
    await db.update(orders).set({ flags }).where(eq(orders.id, id))
  }
  if (!promo) return
  const why = await redeem(db, { code: promo, order: id, member: buyer.id, amount: money.discount })
  if (why) throw refused('invalid', refusal(why, { code: promo.code }))
}
