/** What of a report is looked at: it stands in the address, so that every state is a link (docs/product/reports.md#period). */
import { readSearch, writeSearch } from '#console/kit/list/query/search.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import { type PeriodKind, periodFields, periodKinds, type ReportPeriod, resolvePeriod, weekText } from '#contract/kit/report/period.ts'
import type { Report } from '#contract/kit/report/report.ts'
import { addDays, dayText } from '#contract/lib/wib.ts'

/** A period as the wire names it, such as `{ period: 'monthly', month: '2026-11' }`. */
export type PeriodChoice = Readonly<{ period: PeriodKind } & Partial<Record<PeriodPart, string>>>
type PeriodPart = 'day' | 'week' | 'month' | 'year' | 'start_date' | 'end_date' | 'category'
type Search = Readonly<Record<string, unknown>>

export interface ReportState {
  choice: PeriodChoice
  /** The days of the choice. */
  period: ReportPeriod
  isCompared: boolean
  list: ListQuery
  /** The parameter that was left out, because no report has such a period or list; null where the address is whole. */
  broken: string | null
}

const isDay = (value: string): boolean => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []
  return year !== undefined && dayText(Number(year), Number(month), Number(day)) !== null
}

const forms: Readonly<Record<PeriodPart, (value: string) => boolean>> = {
  day: isDay,
  week: (value) => /^\d{4}-W\d\d$/.test(value),
  month: (value) => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(value),
  year: (value) => /^\d{4}$/.test(value),
  start_date: isDay,
  end_date: isDay,
  category: () => true,
}
const isPart = (name: string): name is PeriodPart => Object.hasOwn(forms, name)
const isPeriodName = (name: string) => name !== 'compare' && Object.hasOwn(periodFields([]), name)

export const thisMonth = (today: string): PeriodChoice => ({ period: 'monthly', month: today.slice(0, 7) })

/** The days of a choice; null where there is no such period, or not within the years of reports. */
export function resolveChoice(choice: PeriodChoice, { period: { dates } }: Report, today: string, isCompared = false): ReportPeriod | null {
  const result = resolvePeriod({ ...choice, compare: isCompared }, dates, today)
  return result.ok ? result.period : null
}

/** The choice that an address names, or the name of the parameter that is none. */
function readChoice(search: Search, report: Report, today: string): PeriodChoice | string {
  const named = Object.entries(search).flatMap(([name, value]) =>
    isPeriodName(name) && toText(value) ? [[name, toText(value)] as const] : [],
  )
  if (named.length === 0) return thisMonth(today)
  const kind = periodKinds.find((each) => each === toText(search.period))
  if (!kind) return 'period'
  const wrong = named.find(([name, value]) => isPart(name) && !forms[name](value))
  if (wrong) return wrong[0]
  const choice: PeriodChoice = { ...Object.fromEntries(named), period: kind }
  if (choice.category !== undefined && !report.period.dates.includes(choice.category)) return 'category'
  const result = resolvePeriod(choice, report.period.dates, today)
  return result.ok ? choice : result.field
}

/** Reads an address. What of it names no period is left out, and this month stands in its place. `prefix`: of what the list has there. */
export function readReportState(search: Search, report: Report, today: string, prefix = ''): ReportState {
  const { query: list, problem } = readSearch(
    Object.fromEntries(['page', 'size', 'sort', 'query'].map((name) => [name, toText(search[prefix + name])])),
  )
  const found = readChoice(search, report, today)
  const choice = typeof found === 'string' ? thisMonth(today) : found
  const isCompared = toText(search.compare) === 'true'
  const period = resolveChoice(choice, report, today, isCompared)
  if (!period) throw new Error(`${report.name} has no ${JSON.stringify(choice)}`)
  return { choice, period, isCompared, list, broken: typeof found === 'string' ? found : (problem?.parameter ?? null) }
}

/** The address of a state; the period is always named, so that a link shows the same tomorrow. */
export function writeReportState(
  { choice, isCompared, list }: Pick<ReportState, 'choice' | 'isCompared' | 'list'>,
  prefix = '',
): Record<string, string> {
  const listed = Object.entries(writeSearch(list)).map(([name, value]) => [prefix + name, value])
  return { ...choice, ...(isCompared && { compare: 'true' }), ...Object.fromEntries(listed) }
}

/** One of the reports of a screen, and what of it is looked at: one period for all of them, a list for each. */
export interface ReportPart {
  report: Report
  state: ReportState
  prefix: string
}

/** The list of the first report has its names in the address as they are, any other has its report before them. */
export const readParts = (reports: readonly Report[], search: Search, today: string): ReportPart[] =>
  reports.map((report, at) => {
    const prefix = at === 0 ? '' : `${report.name}.`
    return { report, prefix, state: readReportState(search, report, today, prefix) }
  })

/** The address of all parts of a screen. */
export const writeParts = (parts: readonly ReportPart[]): Record<string, string> =>
  Object.assign({}, ...parts.map(({ state, prefix }) => writeReportState(state, prefix)))

function moved({ period, ...choice }: PeriodChoice, steps: number): PeriodChoice | null {
  const { day = '', week = '', month = '', year = '' } = choice
  switch (period) {
    case 'daily':
      return { period, day: addDays(day, steps) }
    case 'weekly': {
      const monday = addDays(`${week.slice(0, 4)}-01-04`, (Number(week.slice(6)) - 1) * 7)
      return { period, week: weekText(addDays(monday, steps * 7)) }
    }
    case 'monthly': {
      const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + steps
      return { period, month: `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}` }
    }
    case 'ytd':
      return { period, year: String(Number(year) + steps) }
    default:
      return null
  }
}

/** The period before (-1) or after (1) a choice. Null of a custom one, before the years of reports, and of what has not begun. */
export function stepChoice(choice: PeriodChoice, steps: -1 | 1, report: Report, today: string): PeriodChoice | null {
  const next = moved(choice, steps)
  const period = next && resolveChoice(next, report, today)
  return next && period && period.from <= today ? next : null
}
