/** Types of jobs. A kind defines how work is done; a row of the table `jobs` is one job. */
import type { StoredFile } from '#contract/kit/field/field.ts'
import type { Db } from '#server/db/database.ts'
import type { JobInput, Lane } from '#server/db/tables/jobs.ts'
import type { Platform } from '../core/context.ts'

/** Concurrent jobs per process and lane; free places are not lent to other lanes. */
export const lanes = { quick: 4, bulk: 2, media: 1, house: 1 } as const satisfies Record<Lane, number>

export interface Progress {
  done?: number
  total?: number
  /** The kind's own word for the current step. */
  step?: string
}

/** Result of one commit. */
export interface Committed extends Progress {
  /** Position to resume from; unchanged if absent. */
  cursor?: unknown
  /** Items of the slice's 500; default 1. */
  items?: number
  /** Ends the job in the same transaction. */
  finished?: boolean
  /** Download for its creator. */
  result?: StoredFile | null
}

/** `more`: the slice is over, the rest is requeued. `until`: not before then, without using up an attempt. */
export type Outcome = 'done' | 'more' | { until: Date }

export interface JobRun<Input extends JobInput = JobInput> {
  readonly platform: Platform
  readonly input: Input
  readonly ref: string
  /** Cursor of the last commit, of this or an earlier slice; null at first. */
  readonly cursor: unknown
  readonly attempts: number
  /** Aborts when the job was cancelled, its claim lost, or the shutdown's grace is over. */
  readonly signal: AbortSignal
  /** 5 s or 500 items have passed, or the server stops: return 'more'. */
  readonly isOver: boolean
  /**
   * Commits items with effect, cursor and progress together, if the claim is still this run's; otherwise nothing. Throws before an item
   * once the job is cancelled.
   */
  commit(effect: (tx: Db) => Promise<Committed>): Promise<void>
  /** Reports progress of work without commits; at most four times a second. */
  report(progress: Progress): Promise<void>
}

export interface JobKind<Input extends JobInput = JobInput> {
  readonly name: string
  readonly lane: Lane
  /** Errors are retried later, at most eight times; PermanentError ends it. */
  work(run: JobRun<Input>): Promise<Outcome>
}

export function jobKind<Input extends JobInput>(name: string, lane: Lane, work: (run: JobRun<Input>) => Promise<Outcome>): JobKind<Input> {
  return { name, lane, work }
}

/** A retry would not help. The message is shown to a person. */
export class PermanentError extends Error {
  override name = 'PermanentError'
}
