/** The server's time, for decisions by its clock: a phone's may be a day off. Measured from response dates, and stored for offline use. */
import { readItem, writeItem } from './storage.ts'

const key = 'lapangan-clock'
/** Smaller offsets are latency, not the clock. */
const minOffsetMs = 60_000

/** Milliseconds by which the server's clock is ahead. */
let offsetMs = Number(readItem(key)) || 0

/** Updates the offset from a response's `Date`. */
export function updateServerTime(date: string | null, now = Date.now()): void {
  const serverTime = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(serverTime)) return
  const next = Math.abs(serverTime - now) < minOffsetMs ? 0 : serverTime - now
  if (Math.abs(next - offsetMs) < minOffsetMs / 2) return
  offsetMs = next
  writeItem(key, String(offsetMs))
}

/** Milliseconds since 1970. */
export const serverNow = (): number => Date.now() + offsetMs

/** For everything that is judged by a day or an hour: today, what is due, what has ended. */
export const serverDate = (): Date => new Date(serverNow())
