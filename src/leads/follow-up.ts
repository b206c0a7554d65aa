/** When a follow-up is due, by WIB days (departure b: every clock in the console is WIB). */
import { serverNow } from '#console/data/base/server-clock.ts'
import { filterValues, formatRange, type ListQuery, withFilter } from '#contract/kit/field/list-query.ts'
import { longestDueFirst } from '#contract/quick-panel.ts'

const wib = 7 * 3_600_000

/** 'YYYY-MM-DD' in WIB. */
export function wibDay(moment: number): string {
  return new Date(moment + wib).toISOString().slice(0, 10)
}

export type Due = 'overdue' | 'today'

/** Null where there is no valid follow-up, or its day is in the future. */
export function dueOf(followUp: unknown, now = serverNow()): Due | null {
  // A browser takes half a date that is being typed for one of 2001.
  const moment = typeof followUp === 'string' && /^\d{4}-/.test(followUp) ? Date.parse(followUp) : Number.NaN
  if (Number.isNaN(moment)) return null
  const [day, today] = [wibDay(moment), wibDay(now)]
  return day < today ? 'overdue' : day === today ? 'today' : null
}

const dueRange = (now: number) => formatRange(undefined, wibDay(now))

/** Whether a list is filtered by what is due until today. */
export const asksDue = (query: ListQuery, now = serverNow()): boolean => filterValues(query, 'next_follow_up').includes(dueRange(now))

/** Filters the list by what is due, oldest first, or restores its order. */
export function toggleDue(query: ListQuery, now = serverNow()): ListQuery {
  if (!asksDue(query, now)) return { ...withFilter(query, 'next_follow_up', [dueRange(now)]), sort: longestDueFirst }
  const isOurs = query.sort?.field === longestDueFirst.field && query.sort.direction === longestDueFirst.direction
  return { ...withFilter(query, 'next_follow_up', []), ...(isOurs && { sort: null }) }
}
