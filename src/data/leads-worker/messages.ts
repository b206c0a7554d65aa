/** Messages between the page and the leads worker. */
import type { ConsoleConfig } from '#contract/config.ts'
import type { ListQuery, ListQueryError } from '#contract/kit/list-query.ts'
import type { AnyRow } from '#contract/kit/section.ts'

/** Why nothing is pulled though something is missing. */
export type SyncProblem =
  /** offline, or the server does not answer: goes on by itself. */
  | 'offline'
  /** The device has no room: goes on when the person says so. */
  | 'quota'
  /** The server refused, or what it sent made no sense: tried again. */
  | 'failed'
  /** The worker could not be started; leads are read from the server. */
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

export interface LeadResult {
  rows: AnyRow[]
  /** All matches, with the fuzzy ones. */
  total: number
  /** How many of them are fuzzy matches: they come last. */
  fuzzy: number
}

/** Requests have an answer each; null says that the leads are not cached after all. */
export type LeadRequest =
  | { kind: 'query'; query: ListQuery }
  | { kind: 'suggest'; text: string; max: number }
  | { kind: 'read'; id: string }

export type ToWorker =
  | { kind: 'open'; owner: string }
  | { kind: 'ask'; n: number; ask: LeadRequest }
  /** Pulls until nothing more is there; `resume`: though the person had stopped it. */
  | { kind: 'pull'; token: string; hosts: ConsoleConfig['hosts']; resume: boolean }
  | { kind: 'pause' }
  /** The person is active: a first sync pauses. */
  | { kind: 'acted' }
  /** The leads may have been written to: read the log. */
  | { kind: 'look' }

export type Failure =
  | { name: 'ListQueryError'; parameter: ListQueryError['parameter']; code: ListQueryError['code']; message: string }
  | { name: 'Error'; message: string }

export type FromWorker =
  /** A long answer comes in parts; the last one says how many leads there are in all. */
  | { kind: 'rows'; n: number; rows: AnyRow[] }
  | { kind: 'answer'; n: number; rows: AnyRow[]; total: number; fuzzy: number }
  | { kind: 'nothing'; n: number }
  | { kind: 'failed'; n: number; failure: Failure }
  | { kind: 'state'; state: SyncState }
  /** Whether the leads stand complete, and that they are others than before. */
  | { kind: 'cached'; leadIndex: boolean }
  | { kind: 'changed' }
  | { kind: 'reached' }
  | { kind: 'unreached' }
  | { kind: 'unauthorized'; token: string }
