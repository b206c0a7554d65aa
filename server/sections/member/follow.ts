/** Effects of members on others. */
import type { AnyRow } from '#contract/kit/section/section.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Announced } from '#server/crud/rules.ts'
import { linkMembers } from '#server/people/room-names.ts'

const phoneOf = (row: AnyRow | null): string[] => (typeof row?.phone === 'string' && row.phone ? [row.phone] : [])

/** Updates rooms of changed phones, and totals of lists limited to visible members. */
export async function followMembers(effects: readonly Announced[]): Promise<void> {
  const [first] = effects
  if (!first) return
  const { db, platform } = first
  const moved = effects.filter(({ before, after, changes, as }) => !before || !after || as !== undefined || changes.phone)
  await linkMembers(platform.database, db, [...new Set(moved.flatMap(({ before, after }) => [...phoneOf(before), ...phoneOf(after)]))])
  if (effects.some(({ as, after, changes }) => as !== undefined || !after || changes.sales_id || changes.phone))
    await totalsOf(platform.database).changed(db, ['transaction', 'member-alert', 'member-cuti', 'participant'])
}
