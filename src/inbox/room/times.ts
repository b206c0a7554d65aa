/** Times of chats, in WIB like all times of the console. */
import { cached, formatDate } from '#console/kit/text/format.ts'
import { addDays, weekdayOf, wibDay } from '#contract/lib/wib.ts'

const formatWeekday = (at: string) =>
  cached('weekday', (tag) => new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'Asia/Jakarta' })).format(new Date(at))

export type DayWord = { is: 'today' } | { is: 'yesterday' } | { is: 'other'; text: string }

/** Day of a message: today, yesterday, a weekday of the last six days, or its date. */
export function dayWord(at: string, now: Date): DayWord {
  const [day, today] = [wibDay(new Date(at)), wibDay(now)]
  if (day === today) return { is: 'today' }
  if (day === addDays(today, -1)) return { is: 'yesterday' }
  return { is: 'other', text: day > addDays(today, -7) && day < today ? formatWeekday(at) : formatDate(at) }
}

export type SnoozeChoice = 'hour' | 'tonight' | 'tomorrow' | 'week'
export const snoozeChoices = ['hour', 'tonight', 'tomorrow', 'week'] as const satisfies readonly SnoozeChoice[]

/** Hours of WIB at which a snoozed room comes back. */
const [evening, morning] = ['19:00', '08:00']
const toTimestamp = (day: string, time: string) => `${day}T${time}:00+07:00`

/** End of a snooze that starts now. 'Tonight' is null once the evening has begun. */
export function snoozeUntil(choice: SnoozeChoice, now: Date): string | null {
  const today = wibDay(now)
  if (choice === 'hour') return new Date(now.getTime() + 3_600_000).toISOString()
  if (choice === 'tomorrow') return toTimestamp(addDays(today, 1), morning)
  if (choice === 'week') return toTimestamp(addDays(today, 7 - weekdayOf(today)), morning)
  const tonight = toTimestamp(today, evening)
  return Date.parse(tonight) > now.getTime() ? tonight : null
}
