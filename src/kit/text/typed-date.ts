/** Dates as they are shown in a text box, and read again from it (docs/product/forms.md#choosing-dates). */

import { readMoment } from '#contract/lib/date-text.ts'
import { isInstant, wibText } from '#contract/lib/wib.ts'
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

/** Value of a typed text: '2026-11-30', '30/11/2026' or the language's own form, with a time where there is one. Null for no date, '' for nothing. */
export function readTypedDate(text: string, kind: DateKind): string | null {
  if (text.length > maxLength) return null
  const plain = toPlain(text)
  if (!plain) return ''
  if (kind === 'month') return readMonth(plain)
  return readDay(plain)?.slice(0, kind === 'date' ? 10 : 16) ?? null
}
