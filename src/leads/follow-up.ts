/** When a follow-up is due, by days in WIB (departure b: every clock in the console is WIB). */
import { formatRange } from '#contract/kit/list-query.ts'

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

/** The filter value for everything due up to the end of today. */
export function dueRange(now = Date.now()): string {
  return formatRange(undefined, wibDay(now))
}
