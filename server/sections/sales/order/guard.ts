/** Which orders may not be undone now (rules of members and money, section 3). */
import type { AnyRow } from '#contract/kit/section.ts'
import { openLeaves } from '#server/commerce/leaves.ts'
import { laterGrants } from '#server/commerce/ledger.ts'
import type { Db } from '#server/db/database.ts'
import { type Refusal, refusal } from '#server/platform/refusal.ts'
import { itemsOf } from './items.ts'

/**
 * Why, for each paid order that must stay: a later purchase of its accounts builds on it, or a leave there is planned or running.
 * Many at once are judged from the newest payment on, so that an order may go together with what builds on it.
 */
export async function refuseUndoing(db: Db, rows: readonly AnyRow[]): Promise<Map<number, Refusal>> {
  const paid = rows.filter(({ payment_status }) => payment_status === 'paid')
  const newest = [...paid].sort((a, b) => String(b.paid_at).localeCompare(String(a.paid_at)) || b.id - a.id)
  const going: number[] = []
  const refused = new Map<number, Refusal>()
  for (const { id } of newest) {
    const own = (await itemsOf(db, id)).map((item) => item.id)
    if (await laterGrants(db, own, going)) refused.set(id, refusal('latest_product'))
    else if (await openLeaves(db, own)) refused.set(id, refusal('leave_first'))
    else going.push(...own)
  }
  return refused
}
