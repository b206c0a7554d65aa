/** The one way from a report to its numbers: facts of a period, grouped, named, put in order (docs/product/reports.md). */
import { type SQL, sql } from 'drizzle-orm'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { isNumeric } from '#contract/kit/field/kind.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import { type Page, page } from '#contract/kit/field/paging.ts'
import { bucketsOf, type ChartUnit, chartUnitOf, type ReportPeriod, type Span } from '#contract/kit/report/period.ts'
import { type Report, reportList, reportRowFields } from '#contract/kit/report/report.ts'
import { plainQuery } from '#server/crud/query/plain-list.ts'
import type { Db } from '#server/db/database.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { type FactsRequest, type LargestRollUp, momentsOf, type ReportSource } from './source.ts'

type Values = Record<string, unknown>

export interface ReportRequest {
  db: Db
  user: Pick<CurrentUser, 'id' | 'isSales'>
  list: ListQuery
  period: ReportPeriod
}

const column = (table: string, name: string) => sql`${sql.identifier(table)}.${sql.identifier(name)}`
const columns = (table: string, names: readonly string[]) =>
  sql.join(
    names.map((name) => column(table, name)),
    sql`, `,
  )
const selected = (values: Readonly<Record<string, SQL>>) =>
  sql.join(
    Object.entries(values).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`),
    sql`, `,
  )

type Asked = Pick<FactsRequest, 'rollUps' | 'isWhole'>

/** What this person's numbers are made of, as `f`: a salesperson's own alone, where the report is one of those. */
function factsOf({ ownBy }: Report, source: ReportSource, { user, period }: ReportRequest, days: Span, of: Asked): SQL {
  const isOwn = user.isSales && ownBy !== 'all'
  const facts = source.facts({ ...momentsOf(days), days, date: period.date, rollUps: of.rollUps, isWhole: of.isWhole && !isOwn })
  const own = isOwn ? sql` where ${column('facts', ownBy)} = ${user.id}` : sql``
  return sql`(select * from (${facts}) as facts${own}) as f`
}

/** Its rows, without their labels. */
function groupedOf(report: Report, source: ReportSource, request: ReportRequest): SQL {
  const { keys, measures, also = {} } = source
  const facts = factsOf(report, source, request, request.period, { rollUps: 'year', isWhole: false })
  return sql`(select ${columns('f', keys)}, ${selected({ ...measures, ...also })} from ${facts} group by ${columns('f', keys)})`
}

/** The same as `g`, each with its place as `id`. */
const rowsOf = (report: Report, source: ReportSource, request: ReportRequest): SQL =>
  sql`(select g.*, row_number() over (order by ${source.order}) as id from ${groupedOf(report, source, request)} as g) as g`

/** Condition and order over `g`. Throws ListQueryError for what the list does not have. */
function readQuery(report: Report, { labels }: ReportSource, list: ListQuery) {
  // Nobody is 0 in a row, and null where the grammar asks for nobody.
  const readBy = ([name, { unassigned }]: [string, Field]) =>
    labels[name] ?? (unassigned ? sql`nullif(${column('g', name)}, 0)` : column('g', name))
  const read = Object.fromEntries(Object.entries<Field>(reportRowFields(report)).map((entry) => [entry[0], readBy(entry)]))
  return plainQuery(list, reportList(report), { columns: read, search: report.search, sort: 'id asc' })
}

/** A row with the fields that it promises; drivers write large whole numbers as text. */
function toValues(fields: Fields, row: Values): Values {
  const isCount = ({ kind }: Field) => isNumeric(kind) || kind === 'reference'
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = row[name] ?? null
      return [name, value !== null && isCount(field) ? Number(value) : value]
    }),
  )
}

export async function readRows(report: Report, source: ReportSource, request: ReportRequest): Promise<Page<Values>> {
  const { db, list } = request
  const { where, order } = readQuery(report, source, list)
  const skipped = (list.page - 1) * list.size
  // In the report's own order the page tells a row's place: not every row has to be numbered first.
  const isOwnOrder = !where && (!list.sort || (list.sort.field === 'id' && list.sort.direction === 'asc'))
  const from = isOwnOrder
    ? sql`from ${groupedOf(report, source, request)} as g`
    : sql`from ${rowsOf(report, source, request)} where ${where ?? sql`true`}`
  const sorted = sql`order by ${isOwnOrder ? source.order : sql.join(order, sql`, `)}`
  const shown = sql`select g.*, count(*) over () as of_all ${from} ${sorted} limit ${list.size} offset ${skipped}`
  // What a row is called is looked up for those that are shown.
  const { rows } = await db.execute<Values>(sql`select g.*, ${selected(source.labels)} from (${shown}) as g ${sorted}`)
  // A page after the last one holds no row that could say how many there are.
  const counted = rows[0] ?? (list.page > 1 ? (await db.execute<Values>(sql`select count(*) as of_all ${from}`)).rows[0] : undefined)
  const fields = reportRowFields(report)
  return page(
    rows.map((row, at) => toValues(fields, isOwnOrder ? { ...row, id: skipped + at + 1 } : row)),
    list.page,
    list.size,
    Number(counted?.of_all ?? 0),
  )
}

/** What is measured, of which facts, and what else is selected of them. */
interface Measured {
  span: Span
  rollUps: LargestRollUp
  by?: Readonly<Record<string, SQL>>
}

/** Measures of the rows that the list is narrowed to; of the period before, of rows of the same keys. */
function measured(report: Report, source: ReportSource, request: ReportRequest, { span, rollUps, by = {} }: Measured): SQL {
  const { keys, measures, ofAll, ofSome, whole = [] } = source
  const { list } = request
  const { where } = readQuery(report, source, list)
  const mayRollUp = !ofSome || (!list.search && list.filters.every(({ field }) => whole.includes(field)))
  const facts = factsOf(report, source, request, span, { rollUps: mayRollUp ? rollUps : 'none', isWhole: !where })
  const all = selected({ ...by, ...measures, ...(mayRollUp ? ofAll : ofSome) })
  if (!where) return sql`select ${all} from ${facts}`
  const narrow = sql`select ${columns('g', keys)} from ${rowsOf(report, source, request)} where ${where}`
  return sql`select ${all} from ${facts} where (${columns('f', keys)}) in (${narrow})`
}

async function sumOf(report: Report, source: ReportSource, request: ReportRequest, { from, to }: Span): Promise<Values> {
  const { rows } = await request.db.execute<Values>(measured(report, source, request, { span: { from, to }, rollUps: 'year' }))
  return { from, to, ...toValues(report.measures, rows[0] ?? {}) }
}

export async function readTotal(report: Report, source: ReportSource, request: ReportRequest): Promise<Values> {
  const { period } = request
  const label = report.total === false ? {} : { [report.total]: 'Total' }
  const total = await sumOf(report, source, request, period)
  return { ...label, ...total, previous: period.before && (await sumOf(report, source, request, period.before)) }
}

/** Sums and counts are 0 where nothing happened, means and medians are none. */
const nothingOf = ({ measures }: Report) =>
  Object.fromEntries(Object.entries(measures).map(([name, { required }]) => [name, required ? 0 : null]))

async function pointsOf(report: Report, source: ReportSource, request: ReportRequest, span: Span, unit: ChartUnit): Promise<Values[]> {
  const buckets = bucketsOf(span, unit)
  const starts = sql.join(
    buckets.map((each) => momentsOf(each).from),
    sql`, `,
  )
  const bucket = sql`width_bucket(f.at, array[${starts}])`
  const rollUps = unit === 'month' ? 'month' : 'day'
  const { rows } = await request.db.execute<Values>(sql`${measured(report, source, request, { span, rollUps, by: { bucket } })} group by 1`)
  const found = new Map(rows.map((row) => [Number(row.bucket), row]))
  return buckets.map(({ from, to }, at) => ({ from, to, ...toValues(report.measures, found.get(at + 1) ?? nothingOf(report)) }))
}

export async function readChart(report: Report, source: ReportSource, request: ReportRequest): Promise<Values> {
  const { period } = request
  const { from, to, before } = period
  const unit = chartUnitOf(period)
  const points = await pointsOf(report, source, request, period, unit)
  return { from, to, unit, points, previous: before && (await pointsOf(report, source, request, before, unit)) }
}
