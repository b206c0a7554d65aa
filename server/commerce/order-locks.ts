/**
 * Order of locks of an order's data: uses of promo codes, codes, stock, events, bought leave, accounts; each by number
 * (docs/product/members.md#locks). Several orders are locked together.
 */
import { asc, inArray } from 'drizzle-orm'
import { isProductKind } from '#contract/choices/product-kinds.ts'
import type { Db } from '#server/db/database.ts'
import { orderItems, orders } from '#server/db/tables/commerce.ts'
import { memberLeaves } from '#server/db/tables/members.ts'
import { lockAccountsOf } from './ledger.ts'
import { type Held, lockHeld } from './product-registry.ts'
import { lockUses } from './promo.ts'

/** Stock and seats held by lines. */
export const heldOf = (items: readonly (typeof orderItems.$inferSelect)[]): Held[] =>
  items.flatMap(({ category, product_id, variant, qty }) => (isProductKind(category) ? [{ category, product_id, variant, qty }] : []))

/** Requires locked orders; holds until the transaction ends. */
export async function lockBehind(db: Db, locked: readonly { id: number; member_id?: unknown }[]): Promise<void> {
  if (!locked.length) return
  const ids = locked.map((order) => order.id)
  const items = await db.select().from(orderItems).where(inArray(orderItems.order_id, ids)).orderBy(asc(orderItems.id))
  const { id, order_item } = memberLeaves
  const bought = inArray(
    order_item,
    items.map((item) => item.id),
  )
  await lockUses(db, ids)
  await lockHeld(db, heldOf(items))
  await db.select({ id }).from(memberLeaves).where(bought).orderBy(asc(id)).for('no key update')
  await lockAccountsOf(
    db,
    locked.map(({ member_id }) => Number(member_id)),
  )
}

/** Locks orders by number, and what is behind them. */
export async function lockOrders(db: Db, ids: readonly number[]): Promise<void> {
  if (!ids.length) return
  const { id, member_id } = orders
  const locked = await db
    .select({ id, member_id })
    .from(orders)
    .where(inArray(id, [...ids]))
    .orderBy(asc(id))
    .for('no key update')
  await lockBehind(db, locked)
}
