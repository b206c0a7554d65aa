/** The moment that a person reads in a cell, in English or Indonesian (docs/product/leads.md#reading-a-file). */
import { readMoment } from '../lib/date-text.ts'
import { dayText, weekdayOf, wibText } from '../lib/wib.ts'
import { plainText } from './plain-text.ts'

export type DateWarning = 'weekday' | 'month_first'

/** `value`: 'YYYY-MM-DDTHH:mm:ss+07:00'; a time without zone is WIB. */
export type ReadDate = { value: string; warning: DateWarning | null } | { value: null; problem: 'date_serial' | null }

const spellings = (lines: readonly string[]): ReadonlyMap<string, number> =>
  new Map(lines.flatMap((line, at) => line.split(' ').map((word) => [word, at + 1] as const)))

const months = spellings([
  'january januari jan januwari',
  'february februari feb febr pebruari peb pebr',
  'march maret mar mrt',
  'april apr',
  'may mei',
  'june juni jun',
  'july juli jul',
  'august agustus aug agu agt agst ags agus',
  'september sep sept',
  'october oktober oct okt',
  'november nov nopember nop',
  'december desember dec des',
])

/** From Monday, as `weekdayOf` counts. */
const weekdays = spellings([
  'monday mon senin sen',
  'tuesday tue tues selasa sel',
  'wednesday wed rabu rab',
  'thursday thu thur thurs kamis kam',
  "friday fri jumat jum'at jum jumaat",
  'saturday sat sabtu sab',
  'sunday sun minggu ahad min',
])

/** Words that say nothing. */
const fillers = new Set(['pukul', 'pkl', 'jam', 'tanggal', 'tgl', 'hari', 'at', 'on', 'the', 'th', 'st', 'nd', 'rd', 'of'])
const zones: Readonly<Record<string, string>> = { wib: '+07:00', wita: '+08:00', wit: '+09:00', z: 'Z', utc: 'Z', gmt: 'Z' }
/** Hour of a half of the day. */
const halves: Readonly<Record<string, (hour: number) => number>> = {
  am: (hour) => (hour === 12 ? 0 : hour),
  pm: (hour) => (hour < 12 ? hour + 12 : hour),
  pagi: (hour) => hour,
  siang: (hour) => (hour < 5 ? hour + 12 : hour),
  sore: (hour) => (hour < 12 ? hour + 12 : hour),
  malam: (hour) => (hour >= 5 && hour < 12 ? hour + 12 : hour),
}

/** Two digits are of 1950 to 2049. A year outside 1900 to 2199 is none that anybody meant. */
function yearOf(digits: string): number {
  const number = Number(digits)
  if (digits.length === 2) return number < 50 ? 2_000 + number : 1_900 + number
  return digits.length === 4 && number >= 1_900 && number < 2_200 ? number : 0
}

interface Day {
  day: string | null
  isMonthFirst?: boolean
}

/** Puts together the three parts of a day, each a number or a month's name. */
function dayOf(parts: readonly [string, string, string]): Day {
  const [a, b, c] = parts
  const month = (text: string) => (/^\d{1,2}$/.test(text) ? Number(text) : (months.get(text) ?? 0))
  const number = (text: string) => (/^\d{1,2}$/.test(text) ? Number(text) : 0)
  const made = (year: string, of: number, on: number): string | null => (yearOf(year) ? dayText(yearOf(year), of, on) : null)
  if (/^\d{4}$/.test(a)) return { day: made(a, month(b), number(c)) }
  if (months.has(a)) return { day: made(c, month(a), number(b)) }
  const isMonthFirst = /^\d+$/.test(b) && Number(b) > 12 && Number(a) <= 12
  return isMonthFirst ? { day: made(c, number(a), number(b)), isMonthFirst } : { day: made(c, month(b), number(a)) }
}

/** '20260803', and '03082026'. */
function compactDay(digits: string): Day | null {
  const [start, end] = [Number(digits.slice(0, 4)), Number(digits.slice(4))]
  const isYear = (number: number) => number >= 1_900 && number < 2_200
  if (isYear(start)) return dayOf([digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)])
  return isYear(end) ? dayOf([digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]) : null
}

/** Characters of the longest date. */
const maxDate = 100

const tokenForm = /[a-z']+|\d+|[+:./,-]/g

/** Takes the day from the front. Null where there is none. */
function takeDay(tokens: readonly string[]): (Day & { rest: readonly string[] }) | null {
  const [first = ''] = tokens
  if (/^\d{8}$/.test(first)) {
    const compact = compactDay(first)
    return compact && { ...compact, rest: tokens.slice(1) }
  }
  const parts: string[] = []
  let at = 0
  for (; at < tokens.length && parts.length < 3; at++) {
    const token = tokens[at] ?? ''
    if (/^[./,-]$/.test(token)) {
      if (!parts.length || (/^[./,-]$/.test(tokens[at - 1] ?? '') && tokens[at - 1] !== '.')) return null
    } else if (/^\d+$/.test(token) || months.has(token)) parts.push(token)
    else return null
  }
  const [a, b, c] = parts
  return a !== undefined && b !== undefined && c !== undefined ? { ...dayOf([a, b, c]), rest: tokens.slice(at) } : null
}

const timeForm =
  /^t?(\d{1,2})(?:[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?)?(am|pm|a\.m\.?|p\.m\.?|pagi|siang|sore|malam)?(wib|wita|wit|z|utc|gmt)?(?:([+-])(\d{1,2}):?(\d{2})?)?$/

/** Returns 'THH:mm:ss' and a zone; null for no time. */
function timeOf(tokens: readonly string[]): string | null {
  const text = tokens.join('').replace(/^[,-]+/, '')
  if (text === '') return 'T00:00:00+07:00'
  if (Object.hasOwn(zones, text)) return `T00:00:00${zones[text]}`
  const [, hours = '', minutes, seconds = '00', half = '', zone = '', sign = '', offset = '', offsetMinutes = '00'] =
    timeForm.exec(text) ?? []
  // A lone number is an hour only with its half of the day.
  if (hours === '' || (minutes === undefined && half === '')) return null
  const hour = (halves[half.replaceAll('.', '')] ?? Number)(Number(hours))
  if (hour > 23 || Number(minutes ?? 0) > 59 || Number(seconds) > 59 || Number(offset) > 15 || Number(offsetMinutes) > 59) return null
  const shift = sign ? `${sign}${offset.padStart(2, '0')}:${offsetMinutes}` : (zones[zone] ?? '+07:00')
  return `T${String(hour).padStart(2, '0')}:${minutes ?? '00'}:${seconds}${shift}`
}

/**
 * Reads a cell within linear time. A weekday that does not fit its day is told, and so is a month before its day; a plain number is a
 * spreadsheet's own count of days, which only its format could tell from another number.
 */
export function readDate(cell: string): ReadDate {
  if (cell.trim().length > maxDate) return { value: null, problem: null }
  const exact = readMoment(cell)
  if (exact && exact.at >= Date.parse('1900-01-01')) return { value: wibText(new Date(exact.at)), warning: null }
  // What JavaScript writes: '… GMT+0700 (Western Indonesia Time)'.
  const text = plainText(cell)
    .toLowerCase()
    .replace(/ ?\([^()]*\)$/, '')
    .replace(/ '(?=\d\d(?:\D|$))/g, ' ')
  if (/^\d{5}(?:[.,]\d{1,12})?$/.test(text)) return { value: null, problem: 'date_serial' }
  const all: readonly string[] = text.match(tokenForm) ?? []
  // Nothing else may stand in it, such as another alphabet's words.
  if (all.join('') !== text.replace(/\s/g, '')) return { value: null, problem: null }
  const said = all.filter((token) => !fillers.has(token))
  const tokens = said[0] === '.' || said[0] === ':' ? said.slice(1) : said
  const weekday = weekdays.get(tokens[0] ?? '') ?? 0
  const from = weekday ? 1 + (/^[.,]$/.test(tokens[1] ?? '') ? 1 : 0) : 0
  const found = takeDay(tokens.slice(from))
  const time = found?.day ? timeOf(found.rest) : null
  if (!found?.day || !time) return { value: null, problem: null }
  const at = Date.parse(`${found.day}${time}`)
  if (Number.isNaN(at)) return { value: null, problem: null }
  const warning = weekday && weekdayOf(found.day) !== weekday - 1 ? 'weekday' : found.isMonthFirst ? 'month_first' : null
  return { value: wibText(new Date(at)), warning }
}
