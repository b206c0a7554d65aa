/**
 * A report: numbers by what they are counted by, in a period, defined once (docs/product/reports.md). Plain data; the calls, their
 * documents and the screens are derived from it.
 */
import { choice, date, type Fields, number, object, rows } from '../field/field.ts'
import { toText } from '../field/guards.ts'
import { formatFilters, formatRange } from '../field/list-query.ts'
import type { Action, Resource } from '../field/permission.ts'
import type { SectionName } from '../field/register.ts'
import { type Call, call } from '../section/call.ts'
import { exportFormats } from '../section/sheet.ts'
import { chartUnits, periodFields, type ReportPeriod } from './period.ts'

/** The list behind a number. In the braces of its texts stand dimensions of a row, and `from` and `to` of the period. */
export interface Drill {
  section: SectionName
  /** What the list always asks: values by the names of filters. */
  where: Readonly<Record<string, string | readonly string[]>>
  /** What it asks of a row instead. */
  by: Readonly<Record<string, string>>
  /** The filter that is the date of the period; false where the others name its days. */
  date: true | false
  /** The measure that is as large as the list is long. */
  counts: string
  /** What the list has where the number counts something else, which the words of the link then say: 'in 3 leads'. */
  within?: 'leads' | 'chats'
  /** Its records are shown to salespeople by whose they are now, not by who did what: their list may be shorter than the number. */
  hiddenFromSales?: true
}

export interface ReportOptions<D extends Fields, M extends Fields> {
  path: string
  permission: Resource
  /** Dates of what is counted: any one for a custom period, the first one for every other. */
  period: { readonly dates: readonly [string, ...string[]] }
  /** Keys of a row, and their labels. */
  dimensions: D
  /** Numbers alone. */
  measures: M
  /** Measures of which less is better. */
  lessIsBetter?: readonly (keyof M & string)[]
  search: readonly (keyof D & string)[]
  /** The dimension in which a total says that it is one. */
  total: (keyof D & string) | false
  chart: boolean
  /** Of measures, the lists that they count. */
  drill: { readonly [N in keyof M]?: Drill }
  export: { readonly action: Action } | false
  /** A dimension, or another column of its facts, that has to be the salesperson who asks; 'all' shows them every row. */
  ownBy: string
  backOffice?: 'hidden'
}

export interface Report<D extends Fields = Fields, M extends Fields = Fields>
  extends Omit<ReportOptions<D, M>, 'lessIsBetter' | 'search' | 'total' | 'ownBy' | 'drill'> {
  readonly name: string
  readonly lessIsBetter?: readonly string[]
  readonly search: readonly string[]
  readonly total: string | false
  readonly ownBy: string
  readonly drill: Readonly<Record<string, Drill | undefined>>
}

/** What of a report is drawn, wherever its calls are served. */
export interface DrawnReport extends Pick<Report, 'name' | 'dimensions' | 'measures' | 'lessIsBetter' | 'search' | 'total' | 'drill'> {
  /** False where everybody sees the same lists, too. */
  readonly ownBy: string | false
}

/** Fields with the ids of their words: those of the report, unless they have one. */
export const nameFields = (fields: Fields, of: string): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, of: field.of ?? `${of}.${name}` }]))

export function report<const D extends Fields, const M extends Fields>(name: string, options: ReportOptions<D, M>): Report<D, M>
export function report(name: string, options: Omit<Report, 'name'>): Report {
  return { ...options, name, dimensions: nameFields(options.dimensions, name), measures: nameFields(options.measures, name) }
}

const place = number({ required: true, integer: true })

/** A row of the list: its place in the report's own order, what it is of, and its numbers. */
export const reportRowFields = <D extends Fields, M extends Fields>({
  dimensions,
  measures,
}: Report<D, M>): { id: typeof place } & D & M => ({
  id: place,
  ...dimensions,
  ...measures,
})

const day = date({ required: true })
const span = { from: day, to: day } as const

/** The whole of the period, however many pages its rows have; `previous`: of the period before, where that is asked for. */
export function totalFields({ dimensions, measures, total }: Report): Fields {
  const label = total === false ? {} : Object.fromEntries(Object.entries(dimensions).filter(([name]) => name === total))
  return { ...span, ...label, ...measures, previous: object({ ...span, ...measures }) }
}

/** One point for each unit of the period, also where nothing happened. */
export function chartFields({ measures }: Report): Fields {
  const points = { ...span, ...measures }
  return { ...span, unit: choice(chartUnits, { required: true }), points: rows(points, { required: true }), previous: rows(points) }
}

/** What every call of a report takes: the list grammar over its rows, and the period. */
const asked = ({ permission, period }: Report) => ({
  kind: 'query' as const,
  method: 'GET' as const,
  permission: `get ${permission}` as const,
  query: 'list' as const,
  listQuery: periodFields(period.dates),
})

/** The rows of the list as a file, in its order; the period has to be named. */
function exportOf(of: Report, action: Action): Call {
  const list = asked(of)
  return call({
    ...list,
    name: `${of.name}.export`,
    path: `${of.path}/export`,
    permission: `${action} ${of.permission}`,
    listQuery: { ...list.listQuery, format: choice(exportFormats) },
    reply: { of: 'blob', type: 'application/octet-stream' },
  })
}

export const reportList = (of: Report): Call =>
  call({ ...asked(of), name: `${of.name}.list`, path: of.path, reply: { of: 'list', fields: reportRowFields(of) } })

const totalOf = (of: Report): Call =>
  call({ ...asked(of), name: `${of.name}.total`, path: `${of.path}/total`, silent: true, reply: { of: 'object', fields: totalFields(of) } })

const chartOf = (of: Report): Call =>
  call({ ...asked(of), name: `${of.name}.chart`, path: `${of.path}/chart`, reply: { of: 'object', fields: chartFields(of) } })

export type ReportCallName = 'list' | 'total' | 'chart' | 'export'

/** The calls of a report by name: those of what it has. */
export function namedReportCalls(of: Report): { readonly [N in ReportCallName]?: Call } {
  return {
    list: reportList(of),
    ...(of.total !== false && { total: totalOf(of) }),
    ...(of.chart && { chart: chartOf(of) }),
    ...(of.export && { export: exportOf(of, of.export.action) }),
  }
}

export const reportCalls = (of: Report): Call[] => Object.values(namedReportCalls(of))

const dimensionsIn = (braces: string) => [...braces.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

function filled(texts: Drill['where'], values: Readonly<Record<string, unknown>>): (readonly [string, readonly string[]])[] {
  const fill = (braces: string) => braces.replace(/\{(\w+)\}/g, (_, each: string) => toText(values[each]))
  return Object.entries(texts).map(([name, braces]) => [name, [braces].flat().map(fill)])
}

/**
 * The section and the query of the list that a number counts: of a row, or of the whole where there is none. What a row does not say
 * narrows nothing: a total of one salesperson has no product. Null where the measure has no list.
 */
export function drillOf(
  of: Pick<DrawnReport, 'drill'>,
  measure: string,
  { from, to, date: dated }: Pick<ReportPeriod, 'from' | 'to' | 'date'>,
  row: Readonly<Record<string, unknown>> | null,
): { section: SectionName; query: string } | null {
  const drill = Object.hasOwn(of.drill, measure) ? of.drill[measure] : undefined
  if (!drill) return null
  const values: Readonly<Record<string, unknown>> = { ...row, from, to }
  const by = Object.fromEntries(Object.entries(drill.by).filter(([, braces]) => dimensionsIn(braces).every((name) => values[name] != null)))
  const filters = new Map<string, readonly string[]>([
    ...filled(drill.where, values),
    ...(drill.date ? [[dated, [formatRange(from, to)]] as const] : []),
    ...filled(by, values),
  ])
  return { section: drill.section, query: formatFilters([...filters].map(([field, entries]) => ({ field, values: entries }))) }
}
