/** Orders of recent weeks, created like those of salespeople, with holds and rights. */

import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { formatRupiah } from '#contract/lib/rupiah.ts'
import { createRow } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import { memberships, merchandises, orders } from '#server/db/tables/commerce.ts'
import { members } from '#server/db/tables/members.ts'
import { loadUser } from '#server/platform/auth/people.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { sectionApis } from '#server/sections/index.ts'
import { keepProofs } from '#server/sections/sales/order/flags.ts'
import type { DemoUser } from './base/people.ts'
import { drawPictures } from './base/pictures.ts'
import type { Random } from './base/random.ts'
import { type Clock, day, officeHour } from './base/rows.ts'
import { notes } from './base/vocabulary.ts'

const count = 60
/** In the trash, to try restoring. */
const trashed = [5, 11]
/** Orders of the last hours are open, and these ended without a payment. */
const open = 4
const ended: Readonly<Record<number, 'expired' | 'cancel'>> = { 8: 'expired', 15: 'cancel', 20: 'expired', 27: 'cancel' }
const proofs = 14
const hour = day / 24

interface Parts {
  random: Random
  clock: Clock
  sales: readonly DemoUser[]
  campaigns: readonly { id: number; status: string }[]
}

interface Item {
  category: string
  product_id: number
}

/** Products on offer for a while: memberships with access, and merchandise in stock. */
async function offers(db: Db, before: string): Promise<Item[]> {
  const access = await db.select().from(memberships).where(eq(memberships.is_active, true)).orderBy(memberships.id)
  const goods = await db.select().from(merchandises).where(eq(merchandises.is_active, true)).orderBy(merchandises.id)
  // The first two are never sold, to try deleting one.
  const isSold = ({ id, type, fee_type }: (typeof access)[number]) =>
    id > 2 && (type === 'Regular' || type === 'VIP') && fee_type === 'paid'
  return [
    ...access.filter((one) => isSold(one) && one.created_at < before).map(({ id }) => ({ category: 'membership', product_id: id })),
    ...goods
      .filter(({ variants, stock, created_at }) => !variants.length && stock > 30 && created_at < before)
      .map(({ id }) => ({ category: 'merchandise', product_id: id })),
  ]
}

const membersOf = (db: Db, seller: number) =>
  db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.sales_id, seller), isNull(members.deleted_at), isNotNull(members.email)))
    .orderBy(members.id)

/** Times of the orders, of four weeks: the later, the more. The first order is the newest, because it is the open one of the examples. */
function timesOf({ random, clock }: Parts): number[] {
  const rest = Array.from({ length: count - 1 }, (_, at) => {
    if (at < count - 1 - open) return officeHour(random, clock, 1 + random.upTo(27))
    return clock.hour - random.upTo(18) * hour - random.upTo(60) * 60_000
  })
  return [clock.hour, ...rest.sort((a, b) => a - b)]
}

/** Paid by transfer, with a proof of their own. */
async function addProofs(platform: Platform, db: Db, paid: readonly { id: number; total: number }[]): Promise<void> {
  const words = paid.map(({ total }) => `Bukti transfer ${formatRupiah(total)}`)
  const pictures = await drawPictures(platform.privateFiles, db, words, 600, 960)
  for (const [at, { id }] of paid.entries()) {
    const proof = pictures.slice(at, at + 1)
    await keepProofs(db, id, proof)
    await db.update(orders).set({ proof, payment_method: 'transfer' }).where(eq(orders.id, id))
  }
}

/** The first of all codes is changed by an example of a call, and stays unused. */
const membershipCodes = ['MEMBERBARU', 'SETIA15']

/** Creates an order with the first code that is not refused, or without one. */
async function createOrder(platform: Platform, db: Db, user: CurrentUser, body: Record<string, unknown>, codes: readonly string[]) {
  const create = (tx: Db, promo_code: string | null) => {
    const request = { db: tx, user, address: '', mutation: null, ref: null, body: { ...body, promo_code }, after: () => undefined }
    return createRow(platform, sectionApis.transaction.shape, request)
  }
  for (const code of codes) {
    try {
      return await db.transaction((tx) => create(tx, code))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  return create(db, null)
}

export async function fillOrders(platform: Platform, db: Db, parts: Parts): Promise<void> {
  const { random, clock, sales, campaigns } = parts
  const sold = await offers(db, clock.iso(clock.today - 32 * day))
  const [access, goods] = [
    sold.filter(({ category }) => category === 'membership'),
    sold.filter(({ category }) => category !== 'membership'),
  ]
  const sellers = sales.filter(({ row }) => row.is_active).slice(0, 4)
  const running = campaigns.filter(({ status }) => status === 'active')
  if (!access.length || !goods.length || !running.length) return
  const paid: { id: number; total: number }[] = []
  for (const [at, time] of timesOf(parts).entries()) {
    const n = at + 1
    const { row } = random.pick(sellers)
    const user = await loadUser(db, row.id)
    const buyers = await membersOf(db, row.id)
    if (!user || !buyers.length) continue
    const isTrashed = trashed.includes(n)
    const isOpen = n === 1 || n > count - open
    const isPaid = !isTrashed && !isOpen && !ended[n]
    // An order that holds nothing can end freely.
    const first = random.pick(isPaid && random.chance(30) ? goods : access)
    const items = [first, ...(isPaid && first.category === 'membership' && random.chance(25) ? [random.pick(goods)] : [])]
    const made = clock.iso(time)
    const codes = isPaid && random.chance(55) ? [first.category === 'membership' ? random.pick(membershipCodes) : 'KAOS50', 'HEMAT10'] : []
    const body = {
      member_id: random.pick(buyers).id,
      items: items.map((item) => ({ ...item, qty: item.category === 'merchandise' && random.chance(30) ? 2 : 1 })),
      payment_method: isPaid ? 'cash' : 'transfer',
      payment_status: isPaid ? 'paid' : 'unpaid',
      order_date: made,
      ...(isPaid && { paid_at: clock.iso(Math.min(time + random.upTo(9) * hour, clock.hour)) }),
      ...(random.chance(40) && { campaign_id: random.pick(running).id }),
      bank: 3 + random.upTo(3),
      source: random.pick(['lead', 'chat', 'walk-in']),
      note: random.chance(20) ? random.pick(notes) : null,
    }
    const { id, total } = await createOrder(platform, db, user, body, codes)
    if (isPaid && Number(total) > 0) paid.push({ id: Number(id), total: Number(total) })
    const due = isOpen ? {} : { due_at: isPaid ? null : clock.iso(time + day) }
    const gone = isTrashed ? { deleted_at: sql`now()`, trashed_at: sql`now()` } : {}
    const status = ended[n] ? { payment_status: ended[n] } : {}
    await db
      .update(orders)
      .set({ created_at: made, updated_at: made, ...due, ...status, ...gone })
      .where(eq(orders.id, Number(id)))
  }
  await addProofs(platform, db, paid.slice(-proofs))
}

/** Gives leads that orders won the time of the order: rows depend on the day alone. */
export async function dateWins(db: Db): Promise<void> {
  await db.execute(sql`update leads set version = 1, updated_at = greatest(leads.created_at, won.at)
    from (select lead_id, max(coalesce(paid_at, order_date)) as at from orders where lead_id is not null group by lead_id) as won
    where won.lead_id = leads.id and leads.version > 1`)
  await db.execute(sql`delete from lead_closings`)
}

/** Gives all orders the numbers of their days, in the order of their times. */
export async function numberOrders(db: Db): Promise<void> {
  const date = sql`(${orders.order_date} at time zone 'Asia/Jakarta')::date`
  await db.execute(sql`create temporary table order_numbers on commit drop as
    select ${orders.id} as id, ${orders.order_number} as old, ${date} as day,
      row_number() over (partition by ${date} order by ${orders.order_date}, ${orders.id}) as place from ${orders}`)
  const number = sql`'TRX-' || to_char(day, 'YYMMDD') || '-' || lpad(place::text, 4, '0')`
  // In two steps: a number must not be another order's at any moment.
  await db.execute(sql`update orders set order_number = 'old-' || order_number`)
  await db.execute(sql`update orders set order_number = ${number}, search_text = replace(search_text, lower(old), lower(${number}))
    from order_numbers as numbers where numbers.id = orders.id`)
  await db.execute(sql`update member_alerts set detail = ${number}, created_at = coalesce(paid_at, order_date)
    from order_numbers as numbers join orders on orders.id = numbers.id where detail = old`)
  await db.execute(sql`delete from order_counters`)
  await db.execute(sql`insert into order_counters (day, last) select day, max(place) from order_numbers group by day`)
}
