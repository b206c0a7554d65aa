/**
 * Parser of dates as text (docs/product/forms.md#dates-as-text): ISO-like forms, a WIB suffix, UTC 'Z', a plain date, an optional weekday,
 * in English or Indonesian. Without zone: WIB.
 */
import { dayText, firstInstant, isInstant, isoMoment, weekdayOf, wibText } from './wib.ts'

const weekdays = [
  ['monday', 'mon', 'senin', 'sen'],
  ['tuesday', 'tue', 'selasa', 'sel'],
  ['wednesday', 'wed', 'rabu', 'rab'],
  ['thursday', 'thu', 'kamis', 'kam'],
  ['friday', 'fri', 'jumat', "jum'at", 'jum'],
  ['saturday', 'sat', 'sabtu', 'sab'],
  ['sunday', 'sun', 'minggu', 'ahad', 'min'],
]

const months = [
  ['january', 'januari', 'jan'],
  ['february', 'februari', 'feb'],
  ['march', 'maret', 'mar'],
  ['april', 'apr'],
  ['may', 'mei'],
  ['june', 'juni', 'jun'],
  ['july', 'juli', 'jul'],
  ['august', 'agustus', 'aug', 'agu', 'agt'],
  ['september', 'sep'],
  ['october', 'oktober', 'oct', 'okt'],
  ['november', 'nov'],
  ['december', 'desember', 'dec', 'des'],
]

const placeOf = (names: readonly (readonly string[])[], word: string) => names.findIndex((list) => list.includes(word))

/** Splits off a leading weekday; -1 for none, null for an unknown word. */
function takeWeekday(text: string): { weekday: number; rest: string } | null {
  const match = /^([a-z']+),?\s+(\S.*)$/.exec(text)
  if (!match?.[1] || match[2] === undefined) return { weekday: -1, rest: text }
  const weekday = placeOf(weekdays, match[1])
  if (weekday >= 0) return { weekday, rest: match[2] }
  return placeOf(months, match[1]) >= 0 ? { weekday: -1, rest: text } : null
}

/** Parses the leading day: '2026-11-20', '2026/11/20', '20-11-2026', '20 november 2026', 'november 20, 2026'. */
function takeDay(text: string): { day: string | null; rest: string } | null {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(.*)$/.exec(text)
  if (iso) return { day: dayText(Number(iso[1]), Number(iso[2]), Number(iso[3])), rest: iso[4] ?? '' }
  const local = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})(.*)$/.exec(text)
  if (local) return { day: dayText(Number(local[3]), Number(local[2]), Number(local[1])), rest: local[4] ?? '' }
  const named = /^(\d{1,2})[ -]([a-z]+)[ -](\d{4})(.*)$/.exec(text)
  if (named) return { day: dayText(Number(named[3]), placeOf(months, named[2] ?? '') + 1, Number(named[1])), rest: named[4] ?? '' }
  const american = /^([a-z]+) (\d{1,2}),? (\d{4})(.*)$/.exec(text)
  if (american)
    return { day: dayText(Number(american[3]), placeOf(months, american[1] ?? '') + 1, Number(american[2])), rest: american[4] ?? '' }
  return null
}

const timeForm = /^(?:t|,? +)(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,3})\d*)?)?\s*(wib|z|utc|gmt|[+-](?:0\d|1[0-5]):?[0-5]\d)?$/

function zoneOf(zone: string | undefined): string {
  if (!zone || zone === 'wib') return '+07:00'
  if (/^[+-]/.test(zone)) return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`
  return 'Z'
}

/** Returns milliseconds since 1970; NaN for an invalid time. */
function timeOf(day: string, rest: string): number {
  const [, hour = '', minute = '', second = '00', fraction = '0', zone] = timeForm.exec(rest) ?? []
  return Date.parse(`${day}T${hour.padStart(2, '0')}:${minute}:${second}.${fraction.padEnd(3, '0')}${zoneOf(zone)}`)
}

export interface Moment {
  /** Milliseconds since 1970. */
  at: number
  /** Whether the text is a day alone: `at` is its start in WIB. */
  isDay: boolean
}

/** Parses moments for bodies, filters and files. Null for no date, or a weekday that does not match. */
export function readMoment(text: string): Moment | null {
  const start = takeWeekday(text.trim().toLowerCase().replace(/\s+/g, ' '))
  const found = start && takeDay(start.rest)
  if (!start || !found?.day || (start.weekday >= 0 && weekdayOf(found.day) !== start.weekday)) return null
  const isDay = found.rest === '' || found.rest === ' wib'
  const at = timeOf(found.day, isDay ? ' 00:00' : found.rest)
  return Number.isNaN(at) ? null : { at, isDay }
}

/** Returns a text's moment as 'YYYY-MM-DDTHH:mm:ss+07:00'; null if none. */
export function parseDateText(text: string): string | null {
  const moment = readMoment(text)
  return moment && wibText(new Date(moment.at))
}

/** Returns a moment as stored: ISO 8601 with an offset is unchanged. Null if invalid or out of range. */
export function storedMoment(text: string): string | null {
  const moment = readMoment(text)
  if (!moment) return null
  if (isoMoment.test(text)) return isInstant(moment.at) ? text : null
  // The first WIB day starts before the first UTC year.
  const at = Math.max(moment.at, firstInstant)
  return isInstant(at) ? wibText(new Date(at)) : null
}
