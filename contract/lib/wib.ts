/** Days and times of western Indonesia: +07:00 all year, in every language (docs/product/forms.md#dates-as-text). */

const offset = 7 * 3_600_000
const pad = (number: number, length = 2) => String(number).padStart(length, '0')

/** An instant with its WIB clock in UTC fields. */
const shifted = (instant: Date) => new Date(instant.getTime() + offset)

/** Instants with a four-digit year in both UTC and WIB; others are not dates. */
export const firstInstant = Date.parse('0001-01-01T00:00:00Z')
export const lastInstant = Date.parse('9999-12-31T16:59:59.999Z')

/** Returns whether an instant (ms since 1970) can be stored; false for NaN. */
export const isInstant = (time: number): boolean => time >= firstInstant && time <= lastInstant

/** A moment with its offset, at most 15:59 as on earth and in the database. */
export const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/

/** Returns 'YYYY-MM-DD' of an instant in WIB. Throws RangeError for an invalid one (`isInstant`). */
export function wibDay(instant: Date): string {
  return shifted(instant).toISOString().slice(0, 10)
}

/** 'YYYY-MM-DDTHH:mm:ss+07:00'. */
export function wibText(instant: Date): string {
  return `${shifted(instant).toISOString().slice(0, 19)}+07:00`
}

/** Returns an input's value of an instant: 'YYYY-MM-DDTHH:mm' in WIB; empty for no date. */
export function toWibInput(value: string | null | undefined): string {
  const time = value ? Date.parse(value) : Number.NaN
  return isInstant(time) ? wibText(new Date(time)).slice(0, 16) : ''
}

/** Adds ':00' for absent seconds (docs/product/forms.md#dates-as-text). */
export function withSeconds(time: string): string {
  return /^\d{1,2}:\d{2}$/.test(time) ? `${time}:00` : time
}

/** Returns an input's instant as 'YYYY-MM-DDTHH:mm:ss+07:00'. Null when it is not filled in. */
export function fromWibInput(value: string): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2})?)$/.exec(value)
  if (!match?.[1] || !match[2]) return null
  const text = `${match[1]}T${withSeconds(match[2])}+07:00`
  return Number.isNaN(Date.parse(text)) ? null : text
}

/** Returns the day `days` later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Days from `from` to `to`; negative if it is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000
}

/** Days of a month, 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  // The calendar repeats every 400 years; Date.UTC maps years 0 to 99 to the last century.
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

/** Returns 'YYYY-MM-DD', or null for an invalid day; `month` is 1 to 12. */
export function dayText(year: number, month: number, day: number): string | null {
  if (![year, month, day].every(Number.isInteger) || year < 1 || year > 9_999 || month < 1 || month > 12) return null
  if (day < 1 || day > daysInMonth(year, month)) return null
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`
}

/** 0 is Monday, 6 Sunday. */
export function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}
