/** The duration filter of reports (docs/product/reports.md#period). Days are 'YYYY-MM-DD' in WIB, both ends included; weeks begin on Monday. */

import { addDays, daysBetween, daysInMonth, weekdayOf } from '../../lib/wib.ts'
import { choice, date, type Fields, flag, month, number, text } from '../field/field.ts'
import { toText } from '../field/guards.ts'

export const periodKinds = ['daily', 'weekly', 'monthly', 'ytd', 'custom'] as const
export type PeriodKind = (typeof periodKinds)[number]

export interface Span {
  from: string
  to: string
}

export interface ReportPeriod extends Span {
  kind: PeriodKind
  /** Which date of a record has to lie in it. */
  date: string
  /** What it is compared with, where that is asked for. */
  before: Span | null
}

/** What a request says of its period; this month where it says nothing. `dates`: what `category` of a custom one may name. */
export const periodFields = (dates: readonly string[]) =>
  ({
    period: choice(periodKinds),
    day: date(),
    /** 'YYYY-Www', as ISO 8601 counts weeks. */
    week: text({ max: 8, pattern: { regex: /^\d{4}-W\d{2}$/, code: 'week' } }),
    month: month(),
    year: number({ integer: true, min: 1, max: 9_999 }),
    start_date: date(),
    end_date: date(),
    category: choice(dates),
    /** Adds the period before this one. */
    compare: flag(),
  }) satisfies Fields

const needs: Readonly<Record<PeriodKind, readonly string[]>> = {
  daily: ['day'],
  weekly: ['week'],
  monthly: ['month'],
  ytd: ['year'],
  custom: ['start_date', 'end_date', 'category'],
}
const parameters = Object.values(needs).flat()

/** The years that may be asked for: this one and the three before. */
export const reportYears = (today: string): number[] => [0, 1, 2, 3].map((back) => Number(today.slice(0, 4)) - back)

export const monthSpan = (of: string): Span => ({
  from: `${of}-01`,
  to: `${of}-${daysInMonth(Number(of.slice(0, 4)), Number(of.slice(5, 7)))}`,
})

/** Monday to Sunday of the week that has this day. */
function weekOf(day: string): Span {
  const from = addDays(day, -weekdayOf(day))
  return { from, to: addDays(from, 6) }
}

/** 'YYYY-Www' of the week that has this day: of the year that has its Thursday. */
export function weekText(day: string): string {
  const thursday = addDays(weekOf(day).from, 3)
  const count = Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1
  return `${thursday.slice(0, 4)}-W${String(count).padStart(2, '0')}`
}

/** Null for a week that its year does not have. */
function weekSpan(week: string): Span | null {
  const span = weekOf(addDays(`${week.slice(0, 4)}-01-04`, (Number(week.slice(6)) - 1) * 7))
  return weekText(span.from) === week ? span : null
}

/** The weeks that a month offers: one for each of its Mondays. */
export function weeksOfMonth(of: string): (Span & { week: string })[] {
  const { from, to } = monthSpan(of)
  const first = addDays(from, (7 - weekdayOf(from)) % 7)
  return Array.from({ length: Math.floor(daysBetween(first, to) / 7) + 1 }, (_, n) => {
    const span = weekOf(addDays(first, n * 7))
    return { ...span, week: weekText(span.from) }
  })
}

const earlier = (one: string, other: string): string => [one, other].sort()[0] ?? one

const lastYear = (day: string): string => {
  const of = `${String(Number(day.slice(0, 4)) - 1)}${day.slice(4, 7)}`
  return earlier(`${of}${day.slice(7)}`, monthSpan(of).to)
}

function wholeBefore(kind: PeriodKind, { from, to }: Span): Span {
  if (kind === 'ytd') return { from: lastYear(from), to: lastYear(to) }
  if (kind === 'monthly') return monthSpan(addDays(from, -1).slice(0, 7))
  return { from: addDays(from, -daysBetween(from, to) - 1), to: addDays(from, -1) }
}

/** The period of its kind before this one. While this one runs, as many days of that one as have begun of it. */
export function periodBefore(kind: PeriodKind, span: Span, today: string): Span {
  const whole = wholeBefore(kind, span)
  if (kind === 'ytd' || today < span.from || today >= span.to) return whole
  return { from: whole.from, to: earlier(addDays(whole.from, daysBetween(span.from, today)), whole.to) }
}

function spanOf(kind: PeriodKind, query: Readonly<Record<string, unknown>>, today: string): Span | null {
  const value = (name: string) => toText(query[name])
  switch (kind) {
    case 'daily':
      return { from: value('day'), to: value('day') }
    case 'weekly':
      return weekSpan(value('week'))
    case 'monthly':
      return monthSpan(value('month'))
    case 'ytd': {
      const year = value('year').padStart(4, '0')
      return { from: `${year}-01-01`, to: year === today.slice(0, 4) ? today : `${year}-12-31` }
    }
    default:
      return { from: value('start_date'), to: value('end_date') }
  }
}

export type PeriodResult = { ok: true; period: ReportPeriod } | { ok: false; field: string; code: string }

const refuse = (field: string, code: string): PeriodResult => ({ ok: false, field, code })

/** The period that checked parameters ask for; `dates` as in `periodFields`, the first one where none is chosen. */
export function resolvePeriod(query: Readonly<Record<string, unknown>>, dates: readonly string[], today: string): PeriodResult {
  const isAsked = query.period != null
  const kind = periodKinds.find((each) => each === query.period) ?? 'monthly'
  const values = isAsked ? query : { month: today.slice(0, 7), ...query }
  const [first = ''] = needs[kind]
  const idle = parameters.find((name) => values[name] != null && !needs[kind].includes(name))
  if (idle) return refuse(idle, 'unknown_field')
  const missing = needs[kind].find((name) => values[name] == null)
  if (missing) return refuse(missing, 'required')
  const span = spanOf(kind, values, today)
  if (!span) return refuse(first, 'week')
  if (span.to < span.from) return refuse('end_date', 'before_start')
  const years = reportYears(today)
  const yearOf = (day: string) => Number((kind === 'weekly' ? weekText(day) : day).slice(0, 4))
  if (!years.includes(yearOf(span.from))) return refuse(first, 'period_years')
  if (!years.includes(yearOf(span.to))) return refuse(kind === 'custom' ? 'end_date' : first, 'period_years')
  const before = query.compare === true ? periodBefore(kind, span, today) : null
  return { ok: true, period: { ...span, kind, date: toText(query.category ?? dates[0]), before } }
}

export const chartUnits = ['day', 'week', 'month'] as const
export type ChartUnit = (typeof chartUnits)[number]

/** Days up to 31 of them, weeks up to 183 days, then months. */
export function chartUnitOf({ from, to }: Span): ChartUnit {
  const days = daysBetween(from, to) + 1
  return days <= 31 ? 'day' : days <= 183 ? 'week' : 'month'
}

/** The last day of the unit that has this day. */
const unitEnd = (day: string, unit: ChartUnit) => (unit === 'day' ? day : unit === 'week' ? weekOf(day).to : monthSpan(day.slice(0, 7)).to)

/** Every unit of a span, cut to it. */
export function bucketsOf({ from, to }: Span, unit: ChartUnit): Span[] {
  const buckets: Span[] = []
  for (let day = from; day <= to; ) {
    const end = unitEnd(day, unit)
    buckets.push({ from: day, to: earlier(end, to) })
    day = addDays(end, 1)
  }
  return buckets
}
