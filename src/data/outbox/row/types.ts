/** The outbox's vocabulary (docs/offline.md#the-states-of-a-row). */
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'

/** 'unconfirmed': a server that keeps no verdicts did not say whether it has the change, and sending it twice would make it twice. */
export type ParkedReason = 'auth' | 'conflict' | 'rejected' | 'tooLarge' | 'incompatible' | 'dependency' | 'windowClosed' | 'unconfirmed'
/** 'done' is never stored: it marks a row that is shown until the server's new rows are on the screen. */
export type OutboxState = 'queued' | 'sending' | 'parked' | 'done'

/** What the person saw when they changed the record. */
export interface Base {
  /** Null for a record that the server had not seen then. */
  version: number | null
  values: Readonly<Record<string, unknown>>
  /** Of a delete: the same for each record, by its ref. */
  each?: Readonly<Record<string, Seen>>
}

export interface Seen extends Omit<Base, 'each'> {
  /** What a person calls the record, for telling which of many was refused. */
  label?: string
}

/** A file that waits beside its row; the blob itself is in the table `files` under `key`. */
export interface WaitingFile {
  field: string
  key: string
  name: string
  size: number
  type: string
}

/** A refused record by its name, '' where that is not known. */
export interface RefusedName {
  name: string
  message: string
  /** As the server sent it, for saying the same in the reader's language. */
  reason?: unknown
}

export interface LastError {
  status: number
  code: string
  message: string
  /** As the server sent it, for saying the same in the reader's language. */
  reason?: unknown
  /** Problems by field path, as the server named them. */
  fields?: Readonly<Record<string, FieldProblem>>
  /** On a conflict: the record as the server has it, or null where it is gone. */
  current?: AnyRow | null
  /** Of a delete: the records that somebody changed meanwhile, by their ref. */
  currents?: Readonly<Record<string, AnyRow>>
  /** Of a change of many records: which were refused and why, in the server's words. */
  refused?: readonly RefusedName[]
}

/** A change that was settled while its person did not look. */
export interface Notice {
  kind: 'merged' | 'conflict'
  seq: number
  section: string
  label: string
  /** Names of fields, changed here and by somebody else. */
  mine: readonly string[]
  theirs: readonly string[]
  /** Who else, where the record says so. */
  who: string | null
}

/** One write that waits. No token and no URL is ever stored: the request is built from the contract when it is sent. */
export interface OutboxRow {
  /** The only order there is. */
  seq: number
  /** UUIDv7; the Idempotency-Key of every attempt. */
  id: string
  /** Ref of the user it belongs to. */
  owner: string
  /** Name of the call in the contract, such as `bank.update`, and the section it belongs to. */
  call: string
  section: string
  action: string
  /** Refs of every record it affects. */
  touches: readonly string[]
  /** Refs of records that must be on the server before it. */
  dependsOn: readonly string[]
  payloadVersion: number
  params: Readonly<Record<string, string>>
  /** Changed fields; null is cleared. */
  patch: Readonly<Record<string, unknown>>
  base: Base | null
  files: readonly WaitingFile[]
  /** What a person calls the record; display only. */
  label: string
  state: OutboxState
  reason: ParkedReason | null
  /** Attempts that count for the pauses between them. */
  attempts: number
  /** It may have reached the server under this id, so changing or dropping it asks the server first (rule 4). */
  attempted: boolean
  /** The server has a verdict under this id, so another attempt needs a new one. */
  decided: boolean
  /** Milliseconds since 1970; 0 is at once. */
  nextAttemptAt: number
  lastError: LastError | null
  /** Display only. */
  createdAt: number
  /**
   * Made for a server without the additions (decision 9). 'once': sent twice it would be done twice, so without a clear answer a
   * person decides. 'repeatable': the last one wins.
   */
  plain?: 'once' | 'repeatable'
}

export type NewRow = Omit<OutboxRow, 'seq'>

/** One record of a bulk call that the server refused. */
export interface Refused {
  ref: string
  message: string
  reason?: unknown
  /** The record as it is, where it was refused because somebody changed it. */
  current?: AnyRow
}

/** What an answer means for its row (rule 3). */
export type Verdict =
  /**
   * The record as it is now, or null where the answer carries none; refused records stay behind in a row of their own.
   * `versions` by ref: of the records that a bulk call changed. `message`: the words for the first of them. `madeId`: what a
   * server without refs calls the record it made.
   */
  | {
      kind: 'done'
      row: AnyRow | null
      refused: readonly Refused[]
      versions?: Readonly<Record<string, number>>
      message?: string
      madeId?: string
    }
  | { kind: 'retry'; afterMs: number | null; error: LastError }
  /**
   * Not now, and not counted as an attempt: offline, nobody signed in, made by a newer console than this, or not
   * attempted by a server that had it together with others.
   */
  | { kind: 'hold'; why: 'offline' | 'auth' | 'newer' | 'behind'; error: LastError | null }
  /** `decided`: the server keeps this verdict under the row's id. */
  | { kind: 'parked'; reason: ParkedReason; error: LastError; decided: boolean }
