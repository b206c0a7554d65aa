/** What the drain needs of a store. Every method is one transaction. */
import type { Capacity } from './batch.ts'
import type { StoredRow } from './event.ts'
import type { LastError, OutboxRow, Verdict, WaitingFile } from './types.ts'

/** A row as it was sent, and what came of it. */
export interface Sent {
  row: OutboxRow
  verdict: Verdict
}

export interface Settled {
  rows: StoredRow[]
  /** A notice for the person was stored with them. */
  hasNotice: boolean
}

export interface Queue {
  /** The next rows that may be sent together, in order, marked `sending` before they are given out. */
  claim(now: number, capacity: Capacity): Promise<OutboxRow[]>
  /** Under the lock only: rows of a crashed drain are queued again, and rows parked for signing in. */
  requeue(): Promise<void>
  /** The network is back: rows whose last attempt had no answer need not wait for their pause. */
  hasten(): Promise<void>
  /** Applies verdicts in their order. A row that is gone or has another id by now is left alone. */
  settle(sent: readonly Sent[], now: number, random: number): Promise<Settled>
  /** All rows in order. */
  rows(): Promise<OutboxRow[]>
  files(row: OutboxRow): Promise<{ file: WaitingFile; blob: Blob }[]>
  /** The epoch of the session whose token was refused; null when none was. */
  pausedEpoch(): Promise<number | null>
  pause(epoch: number): Promise<void>
  /** Heartbeat of the drain that holds the lock. */
  beat(now: number): Promise<void>
  lastBeat(): Promise<number>
}

const noWord: LastError = { status: 0, code: 'unconfirmed', message: '' }

/** What every new attempt of a row starts from. */
export function claimed(row: OutboxRow): OutboxRow {
  return { ...row, state: 'sending', attempted: true, attempts: row.attempts + 1 }
}

/** A row that a dead holder left, or that waited for its owner. Null when it stays as it is. */
export function requeued(row: OutboxRow): OutboxRow | null {
  if (row.state === 'sending' && row.plain === 'once') return { ...row, state: 'parked', reason: 'unconfirmed', lastError: noWord }
  if (row.state === 'sending') return { ...row, state: 'queued', nextAttemptAt: 0 }
  if (row.state === 'parked' && row.reason === 'auth') return { ...row, state: 'queued', reason: null, nextAttemptAt: 0, lastError: null }
  return null
}

/** Null when the row does not wait for the network. */
export function withRetryNow(row: OutboxRow): OutboxRow | null {
  return row.state === 'queued' && row.nextAttemptAt !== 0 && row.lastError?.status === 0 ? { ...row, nextAttemptAt: 0 } : null
}
