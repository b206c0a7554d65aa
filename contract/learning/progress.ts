/** A member's progress in a lesson, merged from reports that arrive in any order (docs/product/classes.md#progress). */
import type { Completion } from './completion.ts'

/** Furthest position that is kept, in seconds. */
export const maxPosition = 36_000

export interface Progress {
  /** Furthest second that was reached. */
  position: number
  /** ISO 8601. */
  completed_at: string | null
  /** Last moment at which the member was in the lesson. */
  seen_at: string
}

/** What a device says. Its clock may be wrong, and other devices may have said more. */
export interface ProgressReport {
  position?: number | null | undefined
  /** It was marked as done, or its file was opened. */
  is_done?: boolean | null | undefined
  at?: string | null | undefined
}

/** The moment of a report: never to come, and that of its arrival where it is none. */
function momentOf(at: ProgressReport['at'], now: Date): string {
  const time = Date.parse(at ?? '')
  return new Date(Number.isNaN(time) ? now.getTime() : Math.min(time, now.getTime())).toISOString()
}

/**
 * Returns the progress after a report: the furthest position wins, completion sticks, and no clock refuses anything. Equal reports in any
 * order, and each of them any number of times, have the same position and completion.
 */
export function mergeProgress(before: Progress | null, report: ProgressReport, completion: Completion, now: Date): Progress {
  const sent = Number.isFinite(report.position) ? Number(report.position) : 0
  const position = Math.max(before?.position ?? 0, Math.min(Math.max(Math.floor(sent), 0), maxPosition))
  const at = momentOf(report.at, now)
  const isWatched = completion.by === 'watching' && completion.seconds !== null && position >= completion.seconds
  const isDone = isWatched || report.is_done === true
  return {
    position,
    completed_at: before?.completed_at ?? (isDone ? at : null),
    seen_at: before && before.seen_at > at ? before.seen_at : at,
  }
}
