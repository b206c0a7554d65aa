/**
 * Updates holds and rights of an order after a change, in the same transaction (docs/product/orders.md#holds-and-rights). It holds while
 * unpaid or paid, and grants rights while paid; neither in the trash.
 */

import { eq, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { addAlerts, type MemberAlert } from '#server/commerce/alerts.ts'
import { heldOf, lockBehind } from '#server/commerce/order-locks.ts'
import { takeHolds } from '#server/commerce/product-registry.ts'
import { productsHad, release, retake } from '#server/commerce/promo.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import type { Announced } from '#server/crud/rules.ts'
import { changeBecause } from '#server/crud/write/write.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import { restoreDueTime } from './due-time.ts'
import { itemsOf, type OrderItem } from './items.ts'
import { checkLeave, giveRights, putRightsBack, takeRights } from './rights.ts'
import { moveOrderSeats } from './seats.ts'

const holds = (row: AnyRow | null): boolean => row?.payment_status === 'unpaid' || row?.payment_status === 'paid'
const gives = (row: AnyRow | null): boolean => row?.payment_status === 'paid'

async function hold(effect: Announced, order: AnyRow, items: readonly OrderItem[]): Promise<void> {
  // A new order has its use already.
  const why = await retake(effect.db, order.id)
  if (why) throw refused('invalid', refusal(why, { code: toText(order.promo_code) }))
  const short = await takeHolds(effect, heldOf(items))
  if (short !== null) throw refused('invalid', refusal('sold_out', { name: items[short]?.name ?? '' }))
}

/** A seat is kept for the buyer while the order is unpaid, and theirs once it is paid. */
const seatOf = (row: AnyRow | null) => (gives(row) ? 'registered' : holds(row) ? 'offered' : null)

async function letGo(effect: Announced, order: AnyRow, items: readonly OrderItem[]): Promise<void> {
  await release(effect.db, order.id)
  await takeHolds(effect, heldOf(items), { giveBack: true })
}

/** Whether the member had one of these before. */
async function isRenewal({ db }: Announced, order: AnyRow, items: readonly OrderItem[]): Promise<boolean> {
  const had = await productsHad(db, Number(order.member_id))
  return items.some(({ grants_product }) => grants_product !== null && had.has(grants_product))
}

/** Marks the lead of a paid order as won, first or again. */
async function winLead(effect: Announced, order: AnyRow, isAgain: boolean): Promise<void> {
  const leads = targetOf('leads')
  if (!leads || typeof order.lead_id !== 'number') return
  const { status: column } = leads.columns
  if (!column) return
  const [lead] = await effect.db.select({ status: column }).from(leads.table).where(eq(leads.table.id, order.lead_id))
  const status = isAgain || toText(lead?.status).endsWith('retention') ? 'closing retention' : 'closing'
  if (lead && lead.status !== status) await changeBecause(leads, effect, order.lead_id, { status })
}

async function settle(effect: Announced): Promise<void> {
  const { db, user, before, after, as } = effect
  const order = after ?? before
  if (!order) return
  const items = await itemsOf(db, order.id)
  if (!holds(before) && holds(after)) await hold(effect, order, items)
  else if (holds(before) && !holds(after)) await letGo(effect, order, items)
  if (seatOf(before) !== seatOf(after)) await moveOrderSeats(effect, order, items, { from: seatOf(before), to: seatOf(after) })
  // Accounts are locked last, and absent ones created before any lock, to avoid deadlocks.
  if (!before && !gives(after)) await checkLeave(db, order, items)
  if (!gives(before) && gives(after)) {
    if (as === 'restore') await putRightsBack(db, items, user.name)
    else {
      const isAgain = order.lead_id !== null && (await isRenewal(effect, order, items))
      await giveRights(effect, order, items)
      await winLead(effect, order, isAgain)
    }
  } else if (gives(before) && !gives(after)) await takeRights(db, items, user.name)
  const mine = eq(orders.id, order.id)
  if (as === 'trash') await db.update(orders).set({ trashed_at: sql`now()` }).where(mine)
  if (as === 'restore') await restoreDueTime(db, order.id, items)
}

/** Returns alerts for the member's salesperson: an order by another one, paid or deleted. */
function alertsOf({ before, after, as, user }: Announced): MemberAlert[] {
  const order = after ?? before
  if (!order) return []
  const isTaken = !before && as === undefined && Array.isArray(after?.flags) && after.flags.includes('other_sales')
  const isPaid = as !== 'restore' && !gives(before) && gives(after)
  const kinds = [isTaken && 'other_sales', as === 'trash' ? 'order_deleted' : isPaid && 'order_paid'] as const
  const about = { member_id: Number(order.member_id), detail: toText(order.order_number), created_by: user.name }
  return kinds.flatMap((kind) => (kind ? [{ ...about, kind }] : []))
}

const idOf = ({ before, after }: Announced) => after?.id ?? before?.id ?? 0

/** Locks all orders' data before any update: otherwise one order's accounts would be locked before another's codes. */
export async function followOrders(effects: readonly Announced[]): Promise<void> {
  const sorted = [...effects].sort((a, b) => idOf(a) - idOf(b))
  const rows = sorted.flatMap(({ before, after }) => after ?? before ?? [])
  if (sorted[0] && rows.length > 1) await lockBehind(sorted[0].db, rows)
  for (const effect of sorted) await settle(effect)
  const [first] = sorted
  if (first) await addAlerts(first.platform.database, first.db, sorted.flatMap(alertsOf))
}
