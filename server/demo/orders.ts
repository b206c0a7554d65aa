/** Orders of recent weeks, created like those of salespeople, with holds and rights. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { createRow } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import { memberships, merchandises, orders } from '#server/db/tables/commerce.ts'
import { members } from '#server/db/tables/members.ts'
import { loadUser } from '#server/platform/auth/people.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { sectionApis } from '#server/sections/index.ts'
import type { DemoUser } from './base/people.ts'
import type { Random } from './base/random.ts'
import { type Clock, day } from './base/rows.ts'
import { notes } from './base/vocabulary.ts'

const count = 36
/** In the trash, to try restoring. */
const trashed = [5, 11]

interface Parts {
  random: Random
  clock: Clock
  sales: readonly DemoUser[]
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

export async function fillOrders(platform: Platform, db: Db, { random, clock, sales }: Parts): Promise<void> {
  const sold = await offers(db, clock.iso(clock.today - 32 * day))
  const sellers = sales.filter(({ row }) => row.is_active).slice(0, 4)
  for (let n = 1; n <= count && sold.length && sellers.length; n++) {
    const { row } = random.pick(sellers)
    const user = await loadUser(db, row.id)
    const buyers = await membersOf(db, row.id)
    if (!user || !buyers.length) continue
    const isTrashed = trashed.includes(n)
    const items = [random.pick(isTrashed ? sold.slice(0, 1) : sold), ...(random.chance(25) ? [random.pick(sold.slice(0, 3))] : [])]
    // The first is unpaid, the third paid: to try calls.
    const isPaid = n === 3 || (n > 1 && !isTrashed && random.chance(62))
    const made = clock.iso(clock.hour - random.upTo(28) * day - random.upTo(20) * 3_600_000)
    const body = {
      member_id: random.pick(buyers).id,
      items: items.map((item) => ({ ...item, qty: random.chance(15) ? 2 : 1 })),
      payment_method: isPaid ? 'cash' : 'transfer',
      payment_status: isPaid ? 'paid' : 'unpaid',
      order_date: made,
      ...(isPaid && { paid_at: made }),
      bank: 3 + random.upTo(3),
      source: random.pick(['lead', 'chat', 'walk-in']),
      note: random.chance(20) ? random.pick(notes) : null,
    }
    const request = { db, user, address: '', mutation: null, ref: null, body, after: () => undefined }
    const { id } = await createRow(platform, sectionApis.transaction.shape, request)
    // Orders without holds can be cancelled freely.
    const isFree = n > 1 && !isPaid && items.every(({ category }) => category === 'membership')
    const ended = isFree && random.chance(40) ? { payment_status: 'cancel' } : {}
    const gone = isTrashed ? { deleted_at: sql`now()`, trashed_at: sql`now()` } : ended
    await db
      .update(orders)
      .set({ created_at: made, updated_at: made, ...gone })
      .where(eq(orders.id, Number(id)))
  }
}
