/** The calendar file of an event (RFC 5545), with times in UTC. */
import { readableText } from '#contract/lib/readable-text.ts'

export interface CalendarEvent {
  ref: string
  title: string
  start_at: string
  end_at: string
  updated_at: string
  version: number
  location: string
  description: string | null
  /** Only for those who are registered. */
  link: string | null
}

const utc = (moment: string) => new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '')

/** Control characters cannot stand in a text. */
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')

/** Lines have 75 bytes at most; further ones begin with a space. No character is split. */
function fold(line: string): string {
  const parts: string[] = []
  let [part, bytes] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 75) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n')
}

export function calendarFile(event: CalendarEvent, organiser: string): string {
  const about = [event.description ? readableText(event.description) : '', event.link ?? ''].filter(Boolean).join('\n\n')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(organiser)}//Lapangan//ID`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.ref}@lapangan`,
    `SEQUENCE:${event.version}`,
    `DTSTAMP:${utc(event.updated_at)}`,
    `DTSTART:${utc(event.start_at)}`,
    `DTEND:${utc(event.end_at)}`,
    `SUMMARY:${escaped(event.title)}`,
    `LOCATION:${escaped(event.location)}`,
    ...(about ? [`DESCRIPTION:${escaped(about)}`] : []),
    ...(event.link ? [`URL:${event.link}`] : []),
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
