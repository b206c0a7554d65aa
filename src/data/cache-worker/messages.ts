/** Messages between the page and the worker of the cached areas. */
import type { ConsoleConfig } from '#contract/config.ts'
import type { ListQuery, ListQueryError } from '#contract/kit/field/list-query.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { SyncedArea } from '#contract/synced-areas.ts'

/** Why nothing is pulled though something is missing. */
export type SyncProblem =
  /** offline, or the server does not answer: goes on by itself. */
  | 'offline'
  /** The device has no room: goes on when the person says so. */
  | 'quota'
  /** The server refused, or what it sent made no sense: tried again. */
  | 'failed'
  /** The worker could not be started; rows are read from the server. */
  | 'worker'

export interface SyncState {
  /** 'first': filling an empty device; 'catch-up': a few changes; 'paused': stopped by the person; 'idle': nothing is pulled. */
  phase: 'idle' | 'first' | 'catch-up' | 'paused'
  done: number
  /** Rows a first sync will bring. */
  total: number
  /** Milliseconds since 1970 of the last complete pull; null before the first. */
  at: number | null
  problem: SyncProblem | null
}

export interface RowResult {
  rows: AnyRow[]
  /** All matches, with the fuzzy ones. */
  total: number
  /** How many of them are fuzzy matches: they come last. */
  fuzzy: number
}

/** Requests have an answer each; null says that the area is not cached after all. */
export type RowRequest = { kind: 'query'; query: ListQuery } | { kind: 'suggest'; text: string; max: number } | { kind: 'read'; id: string }

export type ToWorker =
  /** `clockAhead`: milliseconds that the server's clock is ahead of the device's, for what changes with the day. */
  | { kind: 'open'; owner: string; clockAhead: number }
  | { kind: 'ask'; n: number; area: SyncedArea; ask: RowRequest }
  /** Pulls these areas until nothing more is there, one after the other; `resume`: though the person had stopped it. */
  | { kind: 'pull'; areas: SyncedArea[]; token: string; hosts: ConsoleConfig['hosts']; resume: boolean }
  | { kind: 'pause' }
  /** The person may no longer keep it. */
  | { kind: 'forget'; area: SyncedArea }
  /** The page may be suspended at any moment, and this worker with it: what is long ends after the batch in hand, until `wake`. */
  | { kind: 'rest' }
  | { kind: 'wake' }
  /** The person is active: a first sync pauses. */
  | { kind: 'acted' }
  /** Rows may have been written to: read the log. */
  | { kind: 'look' }

export type Failure =
  | { name: 'ListQueryError'; parameter: ListQueryError['parameter']; code: ListQueryError['code']; message: string }
  | { name: 'Error'; message: string }

export type FromWorker =
  /** A long answer comes in parts; the last one says how many rows there are in all. */
  | { kind: 'rows'; n: number; rows: AnyRow[] }
  | { kind: 'answer'; n: number; rows: AnyRow[]; total: number; fuzzy: number }
  | { kind: 'nothing'; n: number }
  | { kind: 'failed'; n: number; failure: Failure }
  | { kind: 'state'; area: SyncedArea; state: SyncState }
  /** Whether the rows stand complete, and that they are others than before. */
  | { kind: 'cached'; area: SyncedArea; cached: boolean }
  | { kind: 'changed'; area: SyncedArea }
  | { kind: 'reached' }
  | { kind: 'unreached' }
  | { kind: 'unauthorized'; token: string }
