/** Which row may be sent next (rules 2 and 3). */
import type { OutboxRow } from './types.ts'

/** Clocks jump: a row that would wait longer than the maximum pause is due. */
const maxPauseMs = 5 * 60_000

export function isDue(row: Pick<OutboxRow, 'nextAttemptAt'>, now: number): boolean {
  return row.nextAttemptAt <= now || row.nextAttemptAt > now + maxPauseMs
}

/**
 * Feed it the rows in order of `seq`: true for one that nothing stands before. A row waits for every earlier one that
 * shares a record, and for those that make a record it refers to; a parked or waiting head blocks those only.
 */
export function createLanes(): (row: OutboxRow) => boolean {
  const touched = new Set<string>()
  const referred = new Set<string>()
  return (row) => {
    const free = row.touches.every((ref) => !touched.has(ref) && !referred.has(ref)) && row.dependsOn.every((ref) => !touched.has(ref))
    for (const ref of row.touches) touched.add(ref)
    for (const ref of row.dependsOn) referred.add(ref)
    return free && row.state === 'queued'
  }
}

/** Milliseconds until the next row may be sent; null when none waits for a time. */
export function untilDue(rows: readonly OutboxRow[], now: number): number | null {
  const waits = rows.filter(createLanes()).map((row) => (isDue(row, now) ? 0 : row.nextAttemptAt - now))
  return waits.length ? Math.min(...waits) : null
}

/** Full jitter: anywhere up to a bound that doubles from 1 s to 5 min; `Retry-After` is respected within that. */
export function pause(attempts: number, random: number, afterMs: number | null): number {
  const bound = Math.min(maxPauseMs, 1_000 * 2 ** Math.min(attempts - 1, 20))
  return Math.min(maxPauseMs, Math.max(Math.ceil(random * bound), afterMs ?? 0))
}
