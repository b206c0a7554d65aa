/** Export by date (docs/product/lists.md#export-by-date): allowed ranges, and the two messages, verbatim. */

import { readMoment } from '../../lib/date-text.ts'
import { daysInMonth, isInstant, wibDay } from '../../lib/wib.ts'
import type { Filter } from '../field/list-query.ts'
import { parseRange } from '../field/list-query.ts'

export const exportDateFields = ['order_date', 'created_at', 'updated_at', 'last_follow_up'] as const

export const exportNeedsDate = 'Filter date must not be empty'

export function exportTooLong(limit: number, entered: number): string {
  return `Data export is limited to ${limit} days. You entered ${entered}. Please select the period that corresponds to the number of days in the destination month`
}

/** Returns the WIB day of a range's end; null if it is none. */
function dayOf(text: string | undefined): string | null {
  const at = readMoment(text ?? '')?.at
  return at !== undefined && isInstant(at) ? wibDay(new Date(at)) : null
}

interface Checked {
  entered: number
  limit: number
}

/** Ends are inclusive days; a single day is both. Null when the value is no range with two ends. */
function check(value: string): Checked | null {
  const range = parseRange(value) ?? { from: value, to: value }
  const [from, to] = [dayOf(range.from), dayOf(range.to)]
  if (!from || !to) return null
  const entered = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  return { entered, limit: daysInMonth(Number(to.slice(0, 4)), Number(to.slice(5, 7))) }
}

export type ExportRefusal = { code: 'no_date' } | { code: 'too_long'; limit: number; entered: number }

/**
 * Returns why a query may not be exported, or null. One date filter within the limit is enough, because filters of different fields narrow
 * each other; ranges of one field add up, so each must fit.
 */
export function exportRefusal(filters: readonly Filter[]): ExportRefusal | null {
  const dated = filters
    .filter((filter) => exportDateFields.some((field) => field === filter.field))
    .map((filter) => filter.values.map(check))
    .filter((ranges): ranges is Checked[] => ranges.length > 0 && ranges.every((range) => range !== null))
  if (dated.length === 0) return { code: 'no_date' }
  const tooLong = dated.map((ranges) => ranges.find(({ entered, limit }) => entered > limit))
  const first = tooLong[0]
  return tooLong.includes(undefined) || !first ? null : { code: 'too_long', ...first }
}

/** Returns the refusal in the base contract's words; null when export is allowed. */
export function exportProblem(filters: readonly Filter[]): string | null {
  const refusal = exportRefusal(filters)
  if (!refusal) return null
  return refusal.code === 'no_date' ? exportNeedsDate : exportTooLong(refusal.limit, refusal.entered)
}
