/** Orders of earlier months: what members paid for the days of access that they have. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { orderMoney } from '#contract/commerce/order-money.ts'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { type PromoCode, redeem } from '#server/commerce/promo.ts'
import { searchText } from '#server/crud/query/search-text.ts'
import type { Db } from '#server/db/database.ts'
import { memberships, orderItems, orders, promoCodes } from '#server/db/tables/commerce.ts'
import type { DemoUser } from './base/people.ts'
import type { Random } from './base/random.ts'
import { type Clock, insertRows } from './base/rows.ts'
import type { DemoMember, demoAccess } from './members.ts'

type Access = ReturnType<typeof demoAccess>

export interface PastSale {
  /** Id of the order's line, which the entry names. */
  item: number
  member: DemoMember
  product: string
  type: string
  days: number
  on: string
}

/** Days before today: newer orders are made like those of salespeople. */
const [oldest, newest] = [130, 32]

/** Entries with the orders that they came from, where their member has a salesperson; the rest as given. */
export function sellEntries(clock: Clock, members: readonly DemoMember[], { accounts, entries }: Access) {
  const sales: PastSale[] = []
  const today = wibDay(new Date(clock.today))
  const [from, to] = [addDays(today, -oldest), addDays(today, -newest)]
  const sold = entries.map((entry) => {
    const account = accounts[entry.account_id - 1]
    const member = members[(account?.member_id ?? 0) - 1]
    const isSold = entry.on_day >= from && entry.on_day <= to && member?.sales_id && !member.deleted_at && entry.days > 0
    if (!isSold || !account) return { ...entry, source_id: null }
    const { product, type } = account
    sales.push({ item: sales.length + 1, member, product, type, days: entry.days, on: entry.on_day })
    return { ...entry, source: 'order', source_id: sales.length }
  })
  return { entries: sold, sales }
}

/** Orders' lines of later sales have higher ids. */
export const keepItemIds = (db: Db, sales: readonly PastSale[]) =>
  db.execute(sql`select setval(pg_get_serial_sequence('order_items', 'id'), ${Math.max(1, sales.length)})`)

/** Percent of the orders that used a code, where one was on. */
const codeShare = 40

/** Codes without conditions. */
const plainCodes = (db: Db): Promise<PromoCode[]> => {
  const { type, is_active, quota, member_limit, min_amount, id } = promoCodes
  const isPlain = and(eq(type, 'all'), eq(is_active, true), isNull(quota), isNull(member_limit), isNull(min_amount))
  return db.select().from(promoCodes).where(isPlain).orderBy(id)
}

export async function fillPastOrders(db: Db, random: Random, sellers: readonly DemoUser[], sales: readonly PastSale[]): Promise<void> {
  // The first two are never sold, to try deleting one.
  const offers = await db.select().from(memberships).where(gt(memberships.id, 2))
  const codes = await plainCodes(db)
  const { rows } = await db.execute<{ last: number }>(sql`select coalesce(max(id), 0)::int as last from orders`)
  const first = Number(rows[0]?.last) + 1
  const made = sales.flatMap(({ item, member, product, type, days, on }) => {
    const offer = offers.find(
      (one) => one.product === product && one.type === type && one.duration_days === days && one.fee_type === 'paid',
    )
    if (!offer) return []
    const at = `${on}T${String(2 + random.upTo(8)).padStart(2, '0')}:${String(random.upTo(60)).padStart(2, '0')}:00.000Z`
    const price = offer.discount_price ?? offer.price ?? 0
    const seller = sellers.find(({ row }) => row.id === member.sales_id)?.row.name ?? 'Lapangan'
    const running = codes.findLast(({ start, end }) => start <= on && on <= end)
    const promo = running && random.chance(codeShare) ? running : null
    const { subtotal, discount, total } = orderMoney([{ price, qty: 1, eligible: true }], promo)
    const line = { category: 'membership', product_id: offer.id, name: offer.name, price, qty: 1, discount }
    const [order_number, created_by] = [`TRX-${item}`, seller]
    const order = {
      ref: random.ref(Date.parse(at)),
      ...{ version: 1, created_at: at, created_by, updated_at: at, updated_by: created_by },
      ...{ order_number, member_id: member.id, phone: member.phone, items: [{ ref: random.ref(Date.parse(at)), variant: null, ...line }] },
      ...{ promo_id: promo?.id ?? null, promo_code: promo?.code ?? null, subtotal, discount, total },
      ...{ payment_status: 'paid', order_date: at, paid_at: at },
      ...{
        payment_method: random.pick(['cash', 'card', 'qris']),
        sales: member.sales_id,
        source: random.pick(['lead', 'chat', 'walk-in']),
      },
      search_text: searchText(transaction, { order_number, member_name: member.name, member_phone: member.phone, promo_code: promo?.code }),
    }
    const grants = { grants_product: product, grants_type: type, grants_days: days }
    return [{ order, promo, line: { id: item, position: 1, variant: '', ...line, ...grants } }]
  })
  const columns = made.map(({ order }, at) => ({ id: first + at, ...order }))
  await insertRows(db, orders, columns)
  await insertRows(
    db,
    orderItems,
    made.map(({ line }, at) => ({ order_id: first + at, ...line })),
  )
  for (const [at, { order, promo }] of made.entries())
    if (promo) await redeem(db, { code: promo, order: first + at, member: order.member_id, amount: order.discount })
  for (const table of ['orders', 'order_items'])
    await db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`)
}
