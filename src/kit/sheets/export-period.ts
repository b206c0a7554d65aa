/** The period of an export under the date rule: what the form begins with, what it asks for, and what is missing. */
import { formatRange, type ListQuery, parseRange, withFilter } from '#contract/kit/field/list-query.ts'
import { type ExportRefusal, exportDateFields, exportRefusal } from '#contract/kit/section/export-rule.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { type Duration, durationRange, durationTypes, readDuration, withType } from '../list/query/duration.ts'

/** A year is longer than any month, so it is not offered. */
export const exportDurations = durationTypes.filter((type) => type !== 'ytd')

export interface ExportPeriod {
  field: string
  duration: Duration
}

/** The dates that the rule looks at; none where the section has no such rule. */
export const ruledDates = ({ export: options, list }: Section): readonly string[] =>
  options?.dateRule ? exportDateFields.filter((field) => list.dates.some((each) => each === field)) : []

/** The date filter that the list has already; otherwise a month of this year, which is not chosen yet. */
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

/** The list as it is filtered, its date filter replaced by the period; `refusal`: why the server would not export it. */
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
