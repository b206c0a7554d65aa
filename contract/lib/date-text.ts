/**
 * Dates as people and files write them (part-1 section 5): several ISO-like forms, a WIB suffix, UTC 'Z', a plain date,
 * with or without the name of the weekday, in English or Indonesian. A text without a zone is WIB.
 */
import { dayText, weekdayOf, wibText, withSeconds } from './wib.ts'

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

const timeForm = /^(?:t|,? +)(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[.,]\d+)?\s*(wib|z|utc|gmt|[+-](?:0\d|1[0-5]):?[0-5]\d)?$/

function zoneOf(zone: string | undefined): string {
  if (!zone || zone === 'wib') return '+07:00'
  if (/^[+-]/.test(zone)) return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`
  return 'Z'
}

function instantOf(day: string, rest: string): Date | null {
  if (rest === '' || rest === ' wib') return new Date(`${day}T00:00:00+07:00`)
  const match = timeForm.exec(rest)
  if (!match) return null
  const time = withSeconds(`${(match[1] ?? '').padStart(2, '0')}:${match[2]}`)
  const instant = new Date(`${day}T${match[3] ? `${time.slice(0, 6)}${match[3]}` : time}${zoneOf(match[4])}`)
  return Number.isNaN(instant.getTime()) ? null : instant
}

/** The instant as 'YYYY-MM-DDTHH:mm:ss+07:00'; null when the text is no date, or its weekday is not that day's. */
export function parseDateText(text: string): string | null {
  const start = takeWeekday(text.trim().toLowerCase().replace(/\s+/g, ' '))
  const found = start && takeDay(start.rest)
  if (!start || !found?.day || (start.weekday >= 0 && weekdayOf(found.day) !== start.weekday)) return null
  const instant = instantOf(found.day, found.rest)
  return instant && wibText(instant)
}
