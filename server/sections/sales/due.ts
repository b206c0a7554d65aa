/** Expires unpaid orders when due, in a job each minute (docs/product/orders.md#due-time). */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import { changeBecause } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { guest, type Platform } from '#server/platform/core/context.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { transactionApi } from './transaction.ts'

const atOnce = 50
/** Actor in histories of automatic changes. */
const system = { ...guest, name: 'Lapangan' }

const isDue = and(eq(orders.payment_status, 'unpaid'), isNull(orders.deleted_at), lte(orders.due_at, sql`now()`))

/** Some due orders, oldest first. */
export const dueOrders = (db: Db): Promise<{ id: number }[]> =>
  db.select({ id: orders.id }).from(orders).where(isDue).orderBy(asc(orders.due_at)).limit(atOnce)

/** Locks and checks again: an order paid meanwhile stays. */
export async function expireOrder(platform: Platform, db: Db, id: number): Promise<void> {
  const [still] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), isDue))
    .for('no key update')
  const cause = { platform, db, user: system, mutation: null }
  if (still) await changeBecause(transactionApi.shape, cause, id, { payment_status: 'expired' })
}

export const orderDue = jobKind('order-due', 'house', async (run) => {
  for (;;) {
    const due = await dueOrders(run.platform.database.db)
    for (const { id } of due) {
      await run.commit(async (db) => {
        await expireOrder(run.platform, db, id)
        return {}
      })
      if (run.isOver) return 'more'
    }
    if (due.length < atOnce) return 'done'
  }
})
