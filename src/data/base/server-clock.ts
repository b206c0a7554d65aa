/**
 * The server's time, for what it decides by its own clock: the clock of a phone may be a day off. Learnt from the date
 * of its answers, and kept for the time offline.
 */
import { readItem, writeItem } from './storage.ts'

const key = 'lapangan-clock'
/** Below this it is the way of the answer, not the clock. */
const minOffsetMs = 60_000

/** Milliseconds that the server's clock is ahead of this one. */
let offsetMs = Number(readItem(key)) || 0

/** Takes the `Date` of an answer of the server. */
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
