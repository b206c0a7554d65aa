/** Alerts of changes to a member, and the job for ends of access. */
import { addAlerts, alertEnds } from '#server/commerce/alerts.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Announced } from '#server/crud/rules.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'

const shown = (value: unknown) => (typeof value === 'string' && value ? value : '–')

/** Alerts of a new salesperson or phone. */
export async function alertChanges(effects: readonly Announced[]): Promise<void> {
  const [first] = effects
  if (!first) return
  const alerts = effects.flatMap(({ before, after, changes, user }) => {
    if (!before || !after) return []
    const about = { member_id: after.id, created_by: user.name }
    const from = (name: string) => `${shown(before[name])} → ${shown(after[name])}`
    return [
      ...(changes.sales_id ? [{ ...about, kind: 'sales' as const, detail: from('sales_name') }] : []),
      ...(changes.phone ? [{ ...about, kind: 'phone' as const, detail: from('phone') }] : []),
    ]
  })
  await addAlerts(first.platform.database, first.db, alerts)
}

/** Daily at 00:05. */
export const alertMembers = jobKind('member-alerts', 'house', async (run) => {
  await run.commit(async (tx) => {
    const found = await alertEnds(tx)
    await totalsOf(run.platform.database).changed(tx, ['member-alert'])
    return { done: found, finished: true }
  })
  return 'done'
})
