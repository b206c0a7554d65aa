/** When a follow-up is due, by days in WIB (departure b: every clock in the console is WIB). */
import { filterValues, formatRange, type ListQuery, withFilter } from '#contract/kit/field/list-query.ts'
import { longestDueFirst } from '#contract/quick-panel.ts'

const wib = 7 * 3_600_000

/** 'YYYY-MM-DD' of a moment, in WIB. */
export function wibDay(moment: number): string {
  return new Date(moment + wib).toISOString().slice(0, 10)
}

export type Due = 'overdue' | 'today'

/** Null where there is no follow-up, it is no time, or its day is still to come. */
export function dueOf(followUp: unknown, now = Date.now()): Due | null {
  const moment = typeof followUp === 'string' ? Date.parse(followUp) : Number.NaN
  if (Number.isNaN(moment)) return null
  const [day, today] = [wibDay(moment), wibDay(now)]
  return day < today ? 'overdue' : day === today ? 'today' : null
}

const dueRange = (now: number) => formatRange(undefined, wibDay(now))

/** Whether a list is narrowed to what is due up to the end of today. */
export const asksDue = (query: ListQuery, now = Date.now()): boolean => filterValues(query, 'next_follow_up').includes(dueRange(now))

/** The list narrowed to what is due, who waits longest first, or back in its own order. */
export function toggleDue(query: ListQuery, now = Date.now()): ListQuery {
  if (!asksDue(query, now)) return { ...withFilter(query, 'next_follow_up', [dueRange(now)]), sort: longestDueFirst }
  const isOurs = query.sort?.field === longestDueFirst.field && query.sort.direction === longestDueFirst.direction
  return { ...withFilter(query, 'next_follow_up', []), ...(isOurs && { sort: null }) }
}
