/** What of a report's definition is drawn, and how its values are written. */
import { formatDate, formatNumber, formatPercent, formatRupiah } from '#console/kit/text/format.ts'
import { formatGain } from '#console/kit/text/format-more.ts'
import { choiceLabel, fieldLabel } from '#console/kit/text/labels.ts'
import { getOwnSales } from '#console/kit/text/own-sales.ts'
import { unassigned } from '#contract/choices/options.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { SectionName } from '#contract/kit/field/register.ts'
import type { ReportPeriod } from '#contract/kit/report/period.ts'
import { type DrawnReport, drillOf } from '#contract/kit/report/report.ts'
import type { Values } from './report-queries.ts'

export type Named = readonly [name: string, field: Field]

/** What rows are called by: their name first. Numbers of records are for links alone. */
export function labelsOf({ dimensions, total }: DrawnReport): Named[] {
  const shown = Object.entries<Field>(dimensions).filter(([, { kind }]) => kind === 'text' || kind === 'choice' || kind === 'date')
  return [...shown.filter(([name]) => name === total), ...shown.filter(([name]) => name !== total)]
}

/** What a report counts; not what only says how long the list of another measure is. */
export const measuresOf = ({ measures, drill }: DrawnReport): Named[] => {
  const within = Object.values(drill).flatMap((each) => (each?.within ? [each.counts] : []))
  return Object.entries<Field>(measures).filter(([name]) => !within.includes(name))
}

/** The measure that is drawn unless another one is chosen: money, where there is some. */
export const mainMeasure = (report: DrawnReport): Named | undefined =>
  measuresOf(report).find(([, { kind }]) => kind === 'money') ?? measuresOf(report)[0]

export const headOf = ([name, field]: Named): string => fieldLabel(name, field)

/** Gains and losses are percentages that may be negative. */
const isGain = ({ kind, min }: Field) => kind === 'percent' && min === undefined

export function formatMeasure(value: unknown, field: Field): string {
  if (value === null || value === undefined) return '–'
  const number = Number(value)
  if (field.kind === 'money') return formatRupiah(number)
  if (field.kind !== 'percent') return formatNumber(number)
  return isGain(field) ? formatGain(number) : formatPercent(number)
}

/** The colour of a gain or a loss, which its sign says as well. */
export const toneOf = (value: unknown, field: Field): string =>
  !isGain(field) || !Number(value) ? '' : Number(value) > 0 ? 'text-primary-text' : 'text-danger-text'

/** What a row is called in a dimension; nobody is called so in the person's language. */
export function formatLabel({ dimensions }: Pick<DrawnReport, 'dimensions'>, [name, field]: Named, row: Values): string {
  const of = name.endsWith('_name') ? `${name.slice(0, -'name'.length)}id` : ''
  const nobody = Object.entries<Field>(dimensions).find(([id, { unassigned: may }]) => id === of && may && row[id] === unassigned)
  if (nobody) return choiceLabel(String(unassigned), nobody[1])
  if (field.kind === 'date') return formatDate(toText(row[name]))
  return field.kind === 'choice' ? choiceLabel(row[name], field) : toText(row[name])
}

export interface DrillLink {
  section: SectionName
  query: string
}

/**
 * The list behind a number of a row, or of all rows where there is none. None where this person's list would be another one: a
 * salesperson's orders are their own, and a total of what was searched for is no filter of orders
 * (docs/product/reports.md#the-list-behind-a-number).
 */
export function drillLink(
  report: DrawnReport,
  measure: string,
  period: Pick<ReportPeriod, 'from' | 'to' | 'date'>,
  { row, isNarrowed, mayOpen }: { row: Values | null; isNarrowed: boolean; mayOpen: (section: SectionName) => boolean },
): DrillLink | null {
  const own = getOwnSales()
  const { ownBy } = report
  const isSales = own !== unassigned && ownBy !== false
  if (!row && isNarrowed) return null
  if (isSales && ownBy === 'all' && !isOwnRow(report, row, own)) return null
  if (isSales && report.drill[measure]?.hiddenFromSales) return null
  const values = isSales && ownBy !== 'all' ? { [ownBy]: own, ...row } : isSales ? (row ?? { [ownBy]: own }) : row
  const link = drillOf(report, measure, period, values)
  return link && mayOpen(link.section) ? link : null
}

const isOwnRow = ({ dimensions }: DrawnReport, row: Values | null, own: number): boolean =>
  row !== null && Object.entries<Field>(dimensions).some(([name, { to }]) => to === 'user/sales' && row[name] === own)
