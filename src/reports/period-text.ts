import { getLocale } from '#console/i18n/i18n.ts'
import { cached, formatDate, formatMonth } from '#console/kit/text/format.ts'
import { formatDayMonth } from '#console/kit/text/format-month.ts'
import type { ChartUnit, Span } from '#contract/kit/report/period.ts'
import type { PeriodChoice } from './report-state.ts'

/** '1 – 25 Oct 2026', or one day. */
export function formatSpan({ from, to }: Span): string {
  const format = cached('span', (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }))
  if (from === to || !('formatRange' in format)) return formatDate(from)
  return format.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
}

/** 'November 2026', or its days. */
export const formatPeriod = ({ period, month }: PeriodChoice, span: Span): string =>
  period === 'monthly' && month ? formatMonth(month) : formatSpan(span)

/** Of a point: a day as '21 Nov', a month by its name, a week by its days. */
export function formatPoint(span: Span, unit: ChartUnit): string {
  if (unit === 'month') return formatMonth(span.from.slice(0, 7))
  return unit === 'day' ? formatDate(span.from) : formatSpan(span)
}

/** The same beneath a chart, where there is little room. */
export function formatTick({ from }: Span, unit: ChartUnit): string {
  if (unit !== 'month') return formatDayMonth(from)
  const format = cached('short month', (tag) => new Intl.DateTimeFormat(tag, { month: 'short', timeZone: 'UTC' }))
  return format.format(new Date(`${from}T00:00:00Z`))
}

/** Beneath a line, whose points are days: with the year where there is more than one. */
export function formatTickOfLine({ from }: Span, points: readonly Span[]): string {
  const [first = '', last = ''] = [points[0]?.from, points.at(-1)?.from]
  if (first.slice(0, 4) === last.slice(0, 4)) return formatDayMonth(from)
  const format = cached('month and year', (tag) => new Intl.DateTimeFormat(tag, { month: 'short', year: 'numeric', timeZone: 'UTC' }))
  return format.format(new Date(`${from}T00:00:00Z`))
}

const ages = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** '5 minutes ago', without the calendar (luxon): offline nothing more can be loaded for it. Moments in ms. */
export function formatAgo(at: number, now: number): string {
  const passed = Math.max(0, now - at)
  const [unit, length] = ages.find(([, each]) => passed >= each) ?? ['minute', 60_000]
  const format = new Intl.RelativeTimeFormat(`${getLocale()}-u-nu-latn`, { numeric: 'auto' })
  return format.format(-Math.floor(passed / length), unit)
}
