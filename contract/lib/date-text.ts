/**
 * Dates as people and files write them (docs/product/forms.md#dates-as-text): several ISO-like forms, a WIB suffix, UTC 'Z', a plain date,
 * with or without the name of the weekday, in English or Indonesian. A text without a zone is WIB.
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

/** Takes a leading weekday off; -1 when there is none, null when the word is no weekday. */
function takeWeekday(text: string): { weekday: number; rest: string } | null {
  const match = /^([a-z']+),?\s+(.*)$/.exec(text)
  if (!match?.[1] || match[2] === undefined) return { weekday: -1, rest: text }
  const weekday = placeOf(weekdays, match[1])
  if (weekday >= 0) return { weekday, rest: match[2] }
  return placeOf(months, match[1]) >= 0 ? { weekday: -1, rest: text } : null
}

/** Reads the day at the start: '2026-11-20', '2026/11/20', '20-11-2026', '20 november 2026', 'november 20, 2026'. */
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

/** Milliseconds since 1970; NaN for a time that no clock shows. */
function timeOf(day: string, rest: string): number {
  const [, hour = '', minute = '', second = '00', fraction = '0', zone] = timeForm.exec(rest) ?? []
  return Date.parse(`${day}T${hour.padStart(2, '0')}:${minute}:${second}.${fraction.padEnd(3, '0')}${zoneOf(zone)}`)
}

export interface Moment {
  /** Milliseconds since 1970. */
  at: number
  /** The text names a day alone: `at` is its first moment in WIB. */
  isDay: boolean
}

/** The one reader of moments, for bodies, filters and files. Null when the text is no date, or its weekday is not that day's. */
export function readMoment(text: string): Moment | null {
  const start = takeWeekday(text.trim().toLowerCase().replace(/\s+/g, ' '))
  const found = start && takeDay(start.rest)
  if (!start || !found?.day || (start.weekday >= 0 && weekdayOf(found.day) !== start.weekday)) return null
  const isDay = found.rest === '' || found.rest === ' wib'
  const at = timeOf(found.day, isDay ? ' 00:00' : found.rest)
  return Number.isNaN(at) ? null : { at, isDay }
}

/** The moment of a text as 'YYYY-MM-DDTHH:mm:ss+07:00'; null when it is none. */
export function parseDateText(text: string): string | null {
  const moment = readMoment(text)
  return moment && wibText(new Date(moment.at))
}

/** A moment as it is stored: ISO 8601 with an offset stays as it is written. Null when it is none, or outside of what can be stored. */
export function storedMoment(text: string): string | null {
  const moment = readMoment(text)
  if (!moment) return null
  if (isoMoment.test(text)) return isInstant(moment.at) ? text : null
  // The first day in WIB begins before the first year in UTC.
  const at = Math.max(moment.at, firstInstant)
  return isInstant(at) ? wibText(new Date(at)) : null
}
