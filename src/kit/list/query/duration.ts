/**
 * The duration filter (docs/product/lists.md#duration-filter). Months are 1 to 12, days 'YYYY-MM-DD', weeks start on Monday. Its calendar
 * (luxon) is loaded with the filters, not before the first row.
 */
import { DateTime } from 'luxon'
import { dayText } from '#contract/lib/wib.ts'

export const durationTypes = ['daily', 'weekly', 'monthly', 'ytd', 'custom'] as const
export type DurationType = (typeof durationTypes)[number]

/** Parts of a duration chosen so far; the required ones depend on the type. */
export interface Duration {
  type: DurationType
  day?: string
  year?: number
  month?: number
  /** Week 1 has the month's first Monday. */
  week?: number
  from?: string
  to?: string
}

export interface DayRange {
  from: string
  to: string
}

/** The current year and the three before it, newest first. */
export function yearOptions(today: string): number[] {
  const year = Number(today.slice(0, 4))
  return [year, year - 1, year - 2, year - 3]
}

const dayOf = (date: DateTime) => date.toFormat('yyyy-MM-dd')
/** Days are computed in UTC, without daylight saving. Null where there is no such month. */
const firstOf = (year: number, month: number) => (dayText(year, month, 1) ? DateTime.utc(year, month, 1) : null)

/** One week for each Monday of the month; the last may reach into the next month. */
export function weekOptions(year: number, month: number): (DayRange & { week: number })[] {
  const first = firstOf(year, month)
  if (!first) return []
  const weeks: (DayRange & { week: number })[] = []
  const monday = first.startOf('week')
  for (let from = monday < first ? monday.plus({ weeks: 1 }) : monday; from.hasSame(first, 'month'); from = from.plus({ weeks: 1 }))
    weeks.push({ week: weeks.length + 1, from: dayOf(from), to: dayOf(from.plus({ days: 6 })) })
  return weeks
}

function monthRange(year: number | undefined, month: number | undefined): DayRange | null {
  const first = year && month ? firstOf(year, month) : null
  return first ? { from: dayOf(first), to: dayOf(first.endOf('month')) } : null
}

/** Changes the type: chosen parts stay, a missing year is the current one, and a month of it the current one. */
export function withType(duration: Duration, type: DurationType, today: string): Duration {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const needsYear = type === 'ytd' || type === 'monthly' || type === 'weekly'
  const needsMonth = type === 'monthly' && (duration.year ?? year) === year
  return { ...(needsYear && { year }), ...(needsMonth && { month }), ...duration, type }
}

/** Days of a duration; null while a part is missing. The current year ends today. */
export function durationRange(duration: Duration, today: string): DayRange | null {
  const { type, day, year, month, week, from, to } = duration
  switch (type) {
    case 'daily':
      return day ? { from: day, to: day } : null
    case 'weekly': {
      const found = year && month ? weekOptions(year, month).find((option) => option.week === week) : undefined
      return found ? { from: found.from, to: found.to } : null
    }
    case 'monthly':
      return monthRange(year, month)
    case 'ytd':
      return year ? { from: `${year}-01-01`, to: today.startsWith(`${year}-`) ? today : `${year}-12-31` } : null
    case 'custom':
      return from && to && from <= to ? { from, to } : null
  }
}

/** The most specific duration of a range: a day, a year to date, a month, a week, or both dates. */
export function readDuration({ from, to }: DayRange, today: string): Duration {
  const [year = 0, month = 0] = from.split('-').map(Number)
  const choices: Duration[] = [
    { type: 'daily', day: from },
    { type: 'ytd', year },
    { type: 'monthly', year, month },
    ...weekOptions(year, month).map(({ week }): Duration => ({ type: 'weekly', year, month, week })),
  ]
  const found = choices.find((choice) => {
    const range = (choice.type === 'daily' || yearOptions(today).includes(year)) && durationRange(choice, today)
    return range && range.from === from && range.to === to
  })
  return found ?? { type: 'custom', from, to }
}
