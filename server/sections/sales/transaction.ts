/** Orders: lines, prices and payment (docs/product/orders.md). */

import { and, count, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { toText } from '#contract/kit/field/guards.ts'
import { ListQueryError } from '#contract/kit/field/list-query.ts'
import { storedPhone } from '#contract/lib/phone.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { countGuess } from '#server/commerce/promo-guesses.ts'
import { conditionOf, orderOf } from '#server/crud/query/list-sql.ts'
import { findRow, readList } from '#server/crud/query/read.ts'
import { searchBy, searchText } from '#server/crud/query/search-text.ts'
import { readableNames, targetOf } from '#server/crud/query/shape.ts'
import type { Handler, Scope } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { orderItems, orders } from '#server/db/tables/commerce.ts'
import { members } from '#server/db/tables/members.ts'
import { peopleOfOrders } from '#server/people/identity/link-records.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import { FileBody } from '#server/platform/http/reply.ts'
import { resendConfirmation } from './order/confirmation.ts'
import { prepareOrder, storeOrder } from './order/draft.ts'
import { followOrders } from './order/effects.ts'
import { findKnown } from './order/former.ts'
import { followGivenUpSeats } from './order/given-up-seats.ts'
import { refuseDeleting } from './order/guard.ts'
import { itemsOf } from './order/items.ts'
import { changePayment, refund } from './order/payment.ts'
import { proofsOnWire, sendProof } from './order/proofs.ts'
import { receiptOf } from './order/receipt.ts'
import { itemColumns, refundColumns } from './order/sheet.ts'

/** A salesperson sees own orders, and those of own members (docs/product/orders.md#who-sees-an-order). */
function scope(user: CurrentUser): Scope {
  if (!user.isSales) return { key: 'all', where: undefined }
  const own = sql`(select ${members.id} from ${members} where ${members.sales_id} = ${user.id})`
  return { key: `sales ${user.id}`, where: or(eq(orders.sales, user.id), inArray(orders.member_id, own)) }
}

const changeNote: Handler = async ({ body }, { before, write }) => {
  const note = body.note ?? null
  return { message: 'Saved', data: await write({ note, search_text: searchText(transaction, { ...before, note }) }) }
}

/** GET /history/{member_id}: orders of a visible member. */
const historyOf: Handler = async ({ db, user, params, list }, { platform, shape }) => {
  const member = targetOf('member')
  if (!member) throw new ApiError('not_found')
  const { id } = await findRow(db, member, user, params.member_id ?? '')
  return readList(platform, shape, user, { ...list, filters: [...list.filters, { field: 'member_id', values: [String(id)] }] })
}

/** GET /history/phone: orders by phone, in any spelling, of the member or of the order. */
const historyOfPhone: Handler = ({ user, list }, { platform, shape }) => {
  if (!list.filters.some(({ field }) => field === 'phone'))
    throw new ListQueryError('query', 'pair', 'Ask for a phone, such as phone:6281234567890')
  return readList(platform, shape, user, list)
}

function byPhone(values: readonly string[]) {
  const phones = values.map(storedPhone)
  const owner = sql`(select ${members.id} from ${members} where ${inArray(members.phone, phones)} and ${members.erased_at} is null)`
  return sql`(${inArray(orders.phone, phones)} or ${orders.member_id} in ${owner})`
}

const wrongValue = (name: string) => new ListQueryError('query', 'pair', `no value of ${name}`)

/** Whose an order is, as reports name them: 0 of nobody. */
const byCredit = (values: readonly string[]) =>
  or(
    ...values.map((value) => {
      if (!/^\d{1,15}$/.test(value)) throw wrongValue('credit')
      return value === '0' ? isNull(orders.sales) : eq(orders.sales, Number(value))
    }),
  )

/** A product as links of reports write it: 'membership/4'. */
function productIn(value: string): { category: string; product_id: number } {
  const [, category, id] = /^([a-z]+)\/(\d{1,15})$/.exec(value) ?? []
  if (!category) throw wrongValue('product')
  return { category, product_id: Number(id) }
}

/** Orders with a line of a product. */
const byProduct = (values: readonly string[]) =>
  or(...values.map((value) => sql`${orders.items} @> ${JSON.stringify([productIn(value)])}::jsonb`))

/** Orders that wait for somebody to look at the proof of their payment. */
const byProof = (values: readonly string[]) => {
  if (values.some((value) => value !== 'true' && value !== 'false')) throw wrongValue('has_proof')
  return or(...values.map((value) => sql`(jsonb_array_length(${orders.proof}) > 0) = ${value === 'true'}::boolean`))
}

/** GET /sum: as many orders as the list has, and what they come to. */
const sum: Handler = async ({ db, user, list }, { shape }) => {
  const names = readableNames(shape, user)
  if (!names.has('total')) throw new ApiError('forbidden')
  // A sum has no order, but what the list refuses to sort by is refused here as well.
  orderOf(shape, list.sort, names)
  const where = and(scope(user).where, isNull(orders.deleted_at), conditionOf(shape, list, names, user))
  const products = list.filters.flatMap(({ field, values }) => (field === 'product' ? values.map(productIn) : []))
  const ofLines = sql`(select coalesce(sum(l.price * l.qty - l.discount - l.refunded), 0) from ${orderItems} as l where l.order_id = ${orders.id}
    and (${or(...products.map(({ category, product_id }) => sql`l.category = ${category} and l.product_id = ${product_id}`)) ?? sql`false`}))`
  const value = products.length ? ofLines : sql`${orders.total} - ${orders.refunded}`
  const [found] = await db
    .select({ orders: count(), total: sql<string>`coalesce(sum(${value}), 0)::bigint` })
    .from(orders)
    .where(where)
  return { orders: found?.orders ?? 0, total: Number(found?.total ?? 0) }
}

const sendReceipt: Handler = async ({ db, user, params }, { platform, shape }) => {
  const order = await findRow(db, shape, user, params.id ?? '')
  if (order.payment_status !== 'paid') throw refused('invalid', refusal('not_paid'))
  const content = await receiptOf({
    company: platform.settings.company,
    number: toText(order.order_number),
    customer: toText(order.member_name),
    phone: toText(order.member_phone),
    paid_at: toText(order.paid_at),
    method: toText(order.payment_method),
    items: await itemsOf(db, order.id),
    subtotal: Number(order.subtotal),
    discount: Number(order.discount),
    total: Number(order.total),
    refunded: Number(order.refunded),
  })
  return new FileBody(content, 'application/pdf', `${toText(order.order_number)}.pdf`)
}

const ofMember = (column: PgColumn) => sql`(select ${column} from ${members} where ${members.id} = ${orders.member_id})`

export const transactionApi = serve(transaction, orders, {
  scope,
  search: searchBy(transaction, orders.search_text),
  derived: { customer: 'elsewhere' },
  reads: {
    member_name: sql`coalesce(${orders.given_name}, ${ofMember(members.name)})`,
    proof: proofsOnWire,
    // Neither is a phone changed since.
    member_phone: sql`(case when ${orders.given_name} is null then ${ofMember(members.phone)} else ${orders.phone} end)`,
  },
  filters: {
    phone: (values, _, names) => (names.has('member_phone') ? byPhone(values) : undefined),
    credit: (values, _, names) => (names.has('sales') ? byCredit(values) : undefined),
    product: (values, _, names) => (names.has('items') ? byProduct(values) : undefined),
    has_proof: (values, _, names) => (names.has('proof') ? byProof(values) : undefined),
  },
  stays: findKnown,
  aroundCreate: countGuess,
  people: peopleOfOrders,
  prepare: prepareOrder,
  store: storeOrder,
  afterChange: followOrders,
  on: [followGivenUpSeats],
  refuseRemove: refuseDeleting,
  cells: { items: itemColumns, refunds: refundColumns },
  calls: {
    sum,
    historyOf,
    historyOfPhone,
    note: changeNote,
    pay: changePayment,
    refund,
    resend: resendConfirmation,
    proof: sendProof,
    receipt: sendReceipt,
  },
})
