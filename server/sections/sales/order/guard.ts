/** Orders that cannot be undone (docs/product/orders.md#delete-and-restore). */

import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { openLeaves } from '#server/commerce/leaves.ts'
import { laterGrants, newestGrants } from '#server/commerce/ledger.ts'
import { lockBehind } from '#server/commerce/order-locks.ts'
import type { Db } from '#server/db/database.ts'
import { type Refusal, refusal } from '#server/platform/core/refusal.ts'
import { itemsOf } from './items.ts'

/** Returns refusals of orders to delete: of paid ones also without a note that says why. */
export async function refuseDeleting(db: Db, rows: readonly AnyRow[]): Promise<Map<number, Refusal>> {
  const isSilent = ({ payment_status, note }: AnyRow) => payment_status === 'paid' && toText(note).trim() === ''
  const refused = await refuseUndoing(db, rows)
  for (const row of rows) if (isSilent(row) && !refused.has(row.id)) refused.set(row.id, refusal('paid_note'))
  return refused
}

/**
 * Returns refusals of paid orders with a later purchase on their accounts, or a planned or running leave. Judged in order of the ledger,
 * newest first, so that dependent orders may go together.
 */
export async function refuseUndoing(db: Db, rows: readonly AnyRow[]): Promise<Map<number, Refusal>> {
  await lockBehind(db, rows)
  const paid = rows.filter(({ payment_status }) => payment_status === 'paid')
  const judged: { id: number; items: number[]; newest: number }[] = []
  for (const { id } of paid) {
    const items = (await itemsOf(db, id)).map((item) => item.id)
    judged.push({ id, items, newest: Math.max(0, ...(await newestGrants(db, items)).values()) })
  }
  const going: number[] = []
  const refused = new Map<number, Refusal>()
  for (const { id, items } of judged.sort((a, b) => b.newest - a.newest || b.id - a.id)) {
    if (await laterGrants(db, items, going)) refused.set(id, refusal('latest_product'))
    else if (await openLeaves(db, items)) refused.set(id, refusal('leave_first'))
    else going.push(...items)
  }
  return refused
}
