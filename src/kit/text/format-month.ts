/** Names of months and days; a file of its own, because no first row needs them. */
import { cached } from './format.ts'

/** 'November', of 1 to 12. */
export function formatMonthName(month: number): string {
  const format = cached('month name', (tag) => new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' }))
  return format.format(new Date(Date.UTC(2000, month - 1)))
}

/** '21 Nov' of 'YYYY-MM-DD'. */
export function formatDayMonth(day: string): string {
  const format = cached('day', (tag) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' }))
  return format.format(new Date(`${day}T00:00:00Z`))
}
