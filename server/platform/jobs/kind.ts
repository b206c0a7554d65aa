/** What a job is made of. A kind says how its work is done; a row of the table `jobs` is one job of it. */
import type { StoredFile } from '#contract/kit/field/field.ts'
import type { Db } from '#server/db/database.ts'
import type { JobInput, Lane } from '#server/db/tables/jobs.ts'
import type { Platform } from '../core/context.ts'

/** Jobs of one process at a time, by lane; a free place in one is never lent to another. */
export const lanes = { quick: 4, bulk: 2, media: 1, house: 1 } as const satisfies Record<Lane, number>

export interface Progress {
  done?: number
  total?: number
  /** A word of the kind's own for what is going on. */
  step?: string
}

/** What one commit leaves behind. */
export interface Committed extends Progress {
  /** Where to go on from; kept from the commit before when absent. */
  cursor?: unknown
  /** How many of the slice's 500 items this was; 1 when absent. */
  items?: number
  /** With it the job is done, in the same transaction. */
  finished?: boolean
  /** What its creator can download. */
  result?: StoredFile | null
}

/** `more`: the slice is over, the rest waits at the end of the lane. `until`: not before then, and no attempt was used up. */
export type Outcome = 'done' | 'more' | { until: Date }

export interface JobRun<Input extends JobInput = JobInput> {
  readonly platform: Platform
  readonly input: Input
  readonly ref: string
  /** What the last commit left, of this or an earlier slice; null at first. */
  readonly cursor: unknown
  readonly attempts: number
  /** Aborts when the job was cancelled, its claim was lost, or the server has waited for it long enough. */
  readonly signal: AbortSignal
  /** 5 s or 500 items have gone by, or the server stops: return 'more'. */
  readonly isOver: boolean
  /**
   * One item or a few: its effect, the cursor and the progress are committed together, where the claim is still this
   * run's; otherwise nothing is. Throws before the item begins once the job was cancelled.
   */
  commit(effect: (tx: Db) => Promise<Committed>): Promise<void>
  /** Shows how far work is that commits nothing; at most four times a second. */
  report(progress: Progress): Promise<void>
}

export interface JobKind<Input extends JobInput = JobInput> {
  readonly name: string
  readonly lane: Lane
  /** What it throws is tried again later, at most eight times; PermanentError ends it at once. */
  work(run: JobRun<Input>): Promise<Outcome>
}

export function jobKind<Input extends JobInput>(name: string, lane: Lane, work: (run: JobRun<Input>) => Promise<Outcome>): JobKind<Input> {
  return { name, lane, work }
}

/** Trying again would not help. The message is shown to a person. */
export class PermanentError extends Error {
  override name = 'PermanentError'
}
