/** Between what the duration filter of lists holds and a period as reports name it. */
import { type Duration, durationRange } from '#console/kit/list/query/duration.ts'
import { weeksOfMonth } from '#contract/kit/report/period.ts'
import type { PeriodChoice } from './report-state.ts'

const monthOf = ({ year, month }: Duration) => (year && month ? `${year}-${String(month).padStart(2, '0')}` : '')

/** A choice that is being made; null while something of it is missing. */
export function choiceOf(duration: Duration, category: string, today: string): PeriodChoice | null {
  const { type, day, year, week, from, to } = duration
  if (!durationRange(duration, today)) return null
  switch (type) {
    case 'daily':
      return day ? { period: type, day } : null
    case 'weekly': {
      const found = weeksOfMonth(monthOf(duration))[(week ?? 0) - 1]
      return found ? { period: type, week: found.week } : null
    }
    case 'monthly':
      return { period: type, month: monthOf(duration) }
    case 'ytd':
      return { period: type, year: `${year}` }
    case 'custom':
      return from && to ? { period: type, start_date: from, end_date: to, category } : null
  }
}

/** What the filter shows of a choice; `from` is its first day. */
export function durationOf(choice: PeriodChoice, from: string): Duration {
  const [year = 0, month = 0] = from.split('-').map(Number)
  switch (choice.period) {
    case 'daily':
      return { type: 'daily', day: from }
    case 'weekly': {
      const at = weeksOfMonth(from.slice(0, 7)).findIndex(({ week }) => week === choice.week)
      return { type: 'weekly', year, month, week: at + 1 }
    }
    case 'monthly':
      return { type: 'monthly', year, month }
    case 'ytd':
      return { type: 'ytd', year }
    default:
      return { type: 'custom', from, to: choice.end_date ?? '' }
  }
}
