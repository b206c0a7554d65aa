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

const dayMs = 86_400_000

interface Days {
  /** Days since 1970, both inclusive. */
  from: number
  to: number
}

/** A single day is both ends. Null when the value is no range with two ends. */
function parseDays(value: string): Days | null {
  const range = parseRange(value) ?? { from: value, to: value }
  const [from, to] = [dayOf(range.from), dayOf(range.to)]
  return from && to ? { from: Date.parse(from) / dayMs, to: Date.parse(to) / dayMs } : null
}

/** Days that at least one of the ranges holds, and how many the month of their last day has. */
function measure(ranges: readonly Days[]): { entered: number; limit: number } {
  let [entered, last] = [0, Number.NEGATIVE_INFINITY]
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    entered += Math.max(0, to - Math.max(from, last + 1) + 1)
    last = Math.max(last, to)
  }
  const end = new Date(last * dayMs)
  return { entered, limit: daysInMonth(end.getUTCFullYear(), end.getUTCMonth() + 1) }
}

export type ExportRefusal = { code: 'no_date' } | { code: 'too_long'; limit: number; entered: number }

/**
 * Returns why a query may not be exported, or null. One date field within the limit is enough, because filters of different fields narrow
 * each other; the ranges of one field add up.
 */
export function exportRefusal(filters: readonly Filter[]): ExportRefusal | null {
  const dated = filters
    .filter((filter) => exportDateFields.some((field) => field === filter.field))
    .map((filter) => filter.values.map(parseDays))
    .filter((ranges): ranges is Days[] => ranges.length > 0 && ranges.every((range) => range !== null))
    .map(measure)
  const [first] = dated
  if (!first) return { code: 'no_date' }
  return dated.some(({ entered, limit }) => entered <= limit) ? null : { code: 'too_long', ...first }
}

/** Returns the refusal in the base contract's words; null when export is allowed. */
export function exportProblem(filters: readonly Filter[]): string | null {
  const refusal = exportRefusal(filters)
  if (!refusal) return null
  return refusal.code === 'no_date' ? exportNeedsDate : exportTooLong(refusal.limit, refusal.entered)
}
