/** Dates as they are shown in a text box, and read again from it (docs/product/forms.md#choosing-dates). */

import { serverDate } from '#console/data/base/server-clock.ts'
import { readMoment } from '#contract/lib/date-text.ts'
import { normaliseText } from '#contract/lib/normalise-text.ts'
import { addDays, isInstant, wibDay, wibText } from '#contract/lib/wib.ts'
import { cached, formatDate, formatMonth } from './format.ts'

/** 'date' is 'YYYY-MM-DD', 'month' 'YYYY-MM', 'dateTime' 'YYYY-MM-DDTHH:mm' in WIB. */
export type DateKind = 'date' | 'month' | 'dateTime'

const forms: Readonly<Record<DateKind, RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  month: /^\d{4}-\d{2}$/,
  dateTime: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/,
}

/** Longer texts are no dates. */
const maxLength = 60

/** Text of a value in the person's language, always with 24 hours; what is no date stays as it is. */
export function toDateText(value: string, kind: DateKind): string {
  if (!forms[kind].test(value)) return value
  if (kind === 'date') return formatDate(value)
  if (kind === 'month') return formatMonth(value)
  // A clock of WIB, which the zone's own history would move before 1964.
  const at = new Date(`${value}:00Z`)
  const format = cached(
    'typed time',
    (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' }),
  )
  return Number.isNaN(at.getTime()) ? value : format.format(at)
}

const english = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const plainWord = (word: string) => word.toLowerCase().replaceAll('.', '')

/** Months of the person's language, short and long, in English. */
function monthWords(): ReadonlyMap<string, string> {
  const short = cached('short month', (tag) => new Intl.DateTimeFormat(tag, { month: 'short', timeZone: 'UTC' }))
  const long = cached('long month', (tag) => new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' }))
  return new Map(
    english.flatMap((name, index) => {
      const day = Date.UTC(2000, index)
      return [short, long].map((format): [string, string] => [plainWord(format.format(day)), name])
    }),
  )
}

/** In Latin digits and English months, without marks of direction. */
function toPlain(text: string): string {
  const months = monthWords()
  return text
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll('\u060c', ',')
    .replace(/\p{L}[\p{L}\p{M}.]*/gu, (word) => months.get(plainWord(word)) ?? word)
    .replace(/^\s*(\d{1,2})\.(\d{1,2})\.(\d{4})/, '$1/$2/$3')
    .trim()
}

/** Days from today, in the words of all four languages without their accents; whatever language the console has. */
const dayWords: ReadonlyMap<string, number> = new Map([
  ...['today', 'hari ini', 'bugun', 'اليوم'].map((word): [string, number] => [word, 0]),
  ...['tomorrow', 'besok', 'yarın', 'yarin', 'غدا', 'غد'].map((word): [string, number] => [word, 1]),
  ...['day after tomorrow', 'lusa', 'obur gun', 'بعد غد'].map((word): [string, number] => [word, 2]),
])

const withoutAccents = (text: string) => normaliseText(text, 'NFD').replace(/\p{M}/gu, '')

/** 'at 9', '9 am' or '14.30' at the end; a number alone is an hour only after a word. */
const clockForm = /^(.*?[^ ,]|)(?:[ ,]+(at|pukul|jam|saat|الساعة))?[ ,]+(\d{1,2})(?:[:.](\d{2}))? ?(am|pm)?(?: wib)?$/

interface Clock {
  /** What stands before it. */
  rest: string
  /** 'HH:mm'. */
  time: string
  /** Whether it may be a day or a year as well. */
  isBare: boolean
}

function takeClock(text: string): Clock | null {
  const [, rest, word, digits, minute, half] = clockForm.exec(text) ?? []
  if (rest === undefined || digits === undefined) return null
  const hour = half ? (Number(digits) % 12) + (half === 'pm' ? 12 : 0) : Number(digits)
  const isClock = hour < 24 && Number(minute ?? 0) < 60 && (!half || (Number(digits) > 0 && Number(digits) < 13))
  if (!isClock) return null
  return { rest, time: `${String(hour).padStart(2, '0')}:${minute ?? '00'}`, isBare: !word && !minute && !half }
}

const join = (day: string, clock: Clock | null) => `${day} ${clock?.time ?? '00:00'}`

/** 'tomorrow', 'besok 9', 'yarın saat 14.30' as 'YYYY-MM-DD HH:mm'. */
function readDayWord(text: string, today: string): string | null {
  const clock = takeClock(text)
  const days = dayWords.get(withoutAccents(clock?.rest ?? text))
  return days === undefined ? null : join(addDays(today, days), clock)
}

const maxYears = 8

/** '29 nov', 'Sun 29 Nov', 'nov 29' and '29/11' as the next such day, 'YYYY-MM-DD HH:mm'; a leap day may be eight years away. */
function readNextDay(text: string, today: string): string | null {
  const ended = takeClock(text)
  const clock = ended?.isBare ? null : ended
  const day = clock?.rest ?? text
  const [, weekday = '', first, middle, last] =
    /^([a-z']+,? )?(\d{1,2})([ -])([a-z]+)$/.exec(day) ?? /^([a-z']+,? )?(\d{1,2})([-/.])(\d{1,2})$/.exec(day) ?? []
  const [, monthFirst, numberLast] = /^([a-z]+) (\d{1,2})$/.exec(day) ?? []
  const [number, month] = first ? [first, last] : [numberLast, monthFirst]
  if (!number || !month) return null
  const separator = middle === '.' ? '/' : (middle ?? ' ')
  const start = [number, month, ''].join(separator)
  for (let years = 0; years <= maxYears; years++) {
    const year = Number(today.slice(0, 4)) + years
    const found = readDay(`${start}${year}`)?.slice(0, 10)
    // A weekday that does not fit is a slip, and no reason to go on to another year.
    if (found && found >= today) return readDay(`${weekday}${start}${year}`) && join(found, clock)
  }
  return null
}

function readMonth(text: string): string | null {
  const [, year, month] = /^(\d{4})[-/](\d{1,2})$/.exec(text) ?? []
  const [, first, last] = /^(\d{1,2})[-/.](\d{4})$/.exec(text) ?? []
  const named = year ? `${year}-${month}-1` : last ? `${last}-${first}-1` : `1 ${text}`
  return readDay(named)?.slice(0, 7) ?? null
}

function readDay(text: string): string | null {
  const moment = readMoment(text)
  return moment && isInstant(moment.at) ? wibText(new Date(moment.at)) : null
}

/** Without a year, in words, or with a time as one says it. */
function readLooseDay(text: string, today: string): string | null {
  const words = text.toLowerCase().replace(/\s+/g, ' ')
  const clock = takeClock(words)
  const read = readDayWord(words, today) ?? readNextDay(words, today) ?? (clock && !clock.isBare ? join(clock.rest, clock) : null)
  return read && readDay(read)
}

/** Value of a typed text as it grows: '2026-11-30', '30/11/2026' or the language's own form. Null for no date, '' for nothing. */
export function readWholeDate(text: string, kind: DateKind): string | null {
  if (text.length > maxLength) return null
  const plain = toPlain(text)
  if (!plain) return ''
  return kind === 'month' ? readMonth(plain) : (readDay(plain)?.slice(0, kind === 'date' ? 10 : 16) ?? null)
}

/** Value of a text that was left: also '30 Nov', 'tomorrow 9' and the like. */
export function readTypedDate(text: string, kind: DateKind, now = serverDate()): string | null {
  const whole = readWholeDate(text, kind)
  if (whole !== null || text.length > maxLength) return whole
  const [plain, today] = [toPlain(text), wibDay(now)]
  if (kind === 'month') return readNextDay(`1 ${plain.toLowerCase()}`, `${today.slice(0, 7)}-01`)?.slice(0, 7) ?? null
  return readLooseDay(plain, today)?.slice(0, kind === 'date' ? 10 : 16) ?? null
}
