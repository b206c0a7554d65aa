/** The duration filter (part-1 sections 4 and 5). Months are 1 to 12, days 'YYYY-MM-DD', weeks start on Monday. */
import { addDays, daysInMonth, dayText, weekdayOf } from './wib.ts'

export const durationTypes = ['daily', 'weekly', 'monthly', 'ytd', 'custom'] as const
export type DurationType = (typeof durationTypes)[number]

/** What a person has chosen so far; which parts are needed depends on the type. */
export interface Duration {
  type: DurationType
  day?: string
  year?: number
  month?: number
  /** 1 is the week of the month's first Monday. */
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

/** One week for each Monday of the month; the last may reach into the next month. */
export function weekOptions(year: number, month: number): (DayRange & { week: number })[] {
  const first = dayText(year, month, 1)
  if (!first) return []
  const toMonday = (7 - weekdayOf(first)) % 7
  const count = Math.floor((daysInMonth(year, month) - 1 - toMonday) / 7) + 1
  return Array.from({ length: count }, (_, index) => {
    const from = addDays(first, toMonday + index * 7)
    return { week: index + 1, from, to: addDays(from, 6) }
  })
}

function monthRange(year: number | undefined, month: number | undefined): DayRange | null {
  const from = year && month ? dayText(year, month, 1) : null
  const to = year && month ? dayText(year, month, daysInMonth(year, month)) : null
  return from && to ? { from, to } : null
}

/** The days a duration covers; null while something it needs is missing. A year still running ends today. */
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

/** The choice that stands for a range, the most telling one first: a day, a year so far, a month, a week, or both dates. */
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
