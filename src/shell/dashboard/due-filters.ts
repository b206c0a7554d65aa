/** Overdue follow-ups and those due today, by WIB days (departure b of the design). */
import { type Filter, formatRange } from '#contract/kit/field/list-query.ts'
import { addDays, wibDay } from '#contract/lib/wib.ts'

export const dueKinds = ['overdue', 'today'] as const
export type DueKind = (typeof dueKinds)[number]

/** Filters of the lead list for each; no lead matches both. */
export function dueFilters(mine: readonly Filter[], now: Date): Readonly<Record<DueKind, readonly Filter[]>> {
  const today = wibDay(now)
  const within = (from: string | undefined, to: string) => [...mine, { field: 'next_follow_up', values: [formatRange(from, to)] }]
  return { overdue: within(undefined, addDays(today, -1)), today: within(today, today) }
}
