/** Period of an export under the date rule: initial value, required dates, and missing parts. */
import { formatRange, type ListQuery, parseRange, withFilter } from '#contract/kit/field/list-query.ts'
import { type ExportRefusal, exportDateFields, exportRefusal } from '#contract/kit/section/export-rule.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { type Duration, durationRange, durationTypes, readDuration, withType } from '../list/query/duration.ts'

/** A year exceeds any month, so it is not offered. */
export const exportDurations = durationTypes.filter((type) => type !== 'ytd')

export interface ExportPeriod {
  field: string
  duration: Duration
}

/** Date fields of the rule; none where the section has no such rule. */
export const ruledDates = ({ export: options, list }: Section): readonly string[] =>
  options?.dateRule ? exportDateFields.filter((field) => list.dates.some((each) => each === field)) : []

/** The list's date filter; otherwise the current month. */
export function initialPeriod(section: Section, { filters }: ListQuery, today: string): ExportPeriod {
  const fields = ruledDates(section)
  const active = filters.find((filter) => fields.includes(filter.field))
  if (!active) return { field: fields[0] ?? 'created_at', duration: withType({ type: 'custom' }, 'monthly', today) }
  const { from, to } = parseRange(active.values[0] ?? '') ?? {}
  const areDays = [from, to].every((day) => day && /^\d{4}-\d{2}-\d{2}$/.test(day))
  const found: Duration =
    areDays && from && to ? readDuration({ from, to }, today) : { type: 'custom', ...(from && { from }), ...(to && { to }) }
  const days = durationRange(found, today)
  return { field: active.field, duration: found.type === 'ytd' && days ? { type: 'custom', ...days } : found }
}

/** The list's query with the period as its date filter; `refusal`: why the server would not export it. */
export function exportedList(
  section: Section,
  query: ListQuery,
  { field, duration }: ExportPeriod,
  today: string,
): { asked: ListQuery; refusal: ExportRefusal | null } {
  if (!section.export?.dateRule) return { asked: query, refusal: null }
  const range = durationRange(duration, today)
  const replaced = [initialPeriod(section, query, today).field, field]
  const others = { ...query, filters: query.filters.filter((filter) => !replaced.includes(filter.field)) }
  const asked = range ? withFilter(others, field, [formatRange(range.from, range.to)]) : others
  return { asked, refusal: exportRefusal(range ? asked.filters : []) }
}
