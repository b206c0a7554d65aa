/** Bounds of a filter range by kind of field. A day is a WIB day, as on the device. */
import { DateTime } from 'luxon'
import { readMoment } from '#contract/lib/date-text.ts'
import { firstInstant, lastInstant } from '#contract/lib/wib.ts'

/** `open`: the upper bound is exclusive. */
export interface Range {
  from?: string | number
  to?: string | number
  open?: boolean
}

const dayMs = 86_400_000
const day = /^\d{4}-\d{2}-\d{2}$/
const month = /^\d{4}-(0[1-9]|1[0-2])$/

function isDay(value: string): boolean {
  return day.test(value) && value >= '0001' && DateTime.fromISO(value, { zone: 'utc' }).isValid
}

function ends(from: string | undefined, to: string | undefined, fits: (value: string) => boolean): Range | null {
  if ((from !== undefined && !fits(from)) || (to !== undefined && !fits(to))) return null
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

export const dayRange = (from?: string, to?: string): Range | null => ends(from, to, isDay)
export const monthRange = (from?: string, to?: string): Range | null => ends(from, to, (value) => month.test(value))

export function numberRange(from?: string, to?: string): Range | null {
  const range = ends(from, to, (value) => value.trim() !== '' && Number.isFinite(Number(value)))
  return range && { ...(range.from !== undefined && { from: Number(range.from) }), ...(range.to !== undefined && { to: Number(range.to) }) }
}

/** Clamped to storable moments: the first WIB day starts before the first UTC year. */
const utcText = (at: number) => new Date(Math.min(Math.max(at, firstInstant), lastInstant)).toISOString()

/** As ISO 8601 in UTC. Days are whole WIB days: the upper one ends before the next midnight. */
export function momentRange(from?: string, to?: string): Range | null {
  const start = from === undefined ? undefined : readMoment(from)
  const end = to === undefined ? undefined : readMoment(to)
  if (start === null || end === null) return null
  const isOpen = end?.isDay === true
  return { ...(start && { from: utcText(start.at) }), ...(end && { to: utcText(isOpen ? end.at + dayMs : end.at) }), open: isOpen }
}
