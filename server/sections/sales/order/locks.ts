/**
 * Order of locks of an order's data: uses of promo codes, codes, stock, events, bought leave, accounts; each by number
 * (docs/product/members.md#locks). Several orders are locked together.
 */
import { asc, inArray } from 'drizzle-orm'
import { isProductKind } from '#contract/choices/product-kinds.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { lockAccountsOf } from '#server/commerce/ledger.ts'
import { type Held, lockHeld } from '#server/commerce/product-registry.ts'
import { lockUses } from '#server/commerce/promo.ts'
import type { Db } from '#server/db/database.ts'
import { orderItems } from '#server/db/tables/commerce.ts'
import { memberLeaves } from '#server/db/tables/members.ts'
import type { OrderItem } from './items.ts'

/** Stock and seats held by lines. */
export const heldOf = (items: readonly OrderItem[]): Held[] =>
  items.flatMap(({ category, product_id, variant, qty }) => (isProductKind(category) ? [{ category, product_id, variant, qty }] : []))

/** Requires locked orders; holds until the transaction ends. */
export async function lockBehind(db: Db, orders: readonly AnyRow[]): Promise<void> {
  if (!orders.length) return
  const ids = orders.map((order) => order.id)
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
    orders.map(({ member_id }) => Number(member_id)),
  )
}
