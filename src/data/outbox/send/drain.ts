/** One pass over the outbox. Knows neither page nor worker: everything it touches is handed in. */
import type { Capacity } from '../row/batch.ts'
import type { PostedEvent } from '../row/event.ts'
import { untilDue } from '../row/lanes.ts'
import type { Queue, Sent } from '../row/queue.ts'
import type { OutboxRow, Verdict } from '../row/types.ts'
import type { Credentials } from '../wire/credentials.ts'

export interface SendOptions {
  signal: AbortSignal
  onActivity: () => void
  onVerdict: (row: OutboxRow, verdict: Verdict) => void
}

export interface Transport {
  /** What one request may carry now. */
  capacity: () => Omit<Capacity, 'files'>
  /**
   * Sends rows in one request, in their order, and tells the verdict on each as it arrives; on every one of them unless
   * `signal` was aborted.
   */
  send: (rows: readonly OutboxRow[], credentials: Credentials, options: SendOptions) => Promise<void>
}

/** Runs `work` when no other drain is at it. The signal is aborted when another one takes over. */
export type Lock = (work: (signal: AbortSignal) => Promise<void>) => Promise<'ran' | 'busy'>

export interface DrainParts {
  queue: Queue
  transport: Transport
  lock: Lock
  owner: string
  credentials: () => Promise<Credentials | null>
  isOnline: () => boolean
  now: () => number
  random: () => number
  /** The drain may be suspended at any moment: a pass ends with the batches in hand, so that nobody waits for its lock. */
  isResting?: () => boolean
  publish?: (event: PostedEvent) => void
}

export interface Pass {
  /** 'busy': another drain is at it. 'blocked': offline, or nobody is signed in. 'done': all that could be sent was. */
  ended: 'busy' | 'blocked' | 'done'
  /** Milliseconds until the next row is due; null when none waits for a time. */
  again: number | null
  /** Rows that wait for the network or an earlier row; parked ones wait for the person. */
  waiting: number
}

/** Requests at the same time, so that one slow upload does not hold up the rest; one of them carries no files. */
const uploads = 3
const concurrentRequests = uploads + 1
const beatEvery = 5_000

async function allowed(parts: DrainParts): Promise<Credentials | null> {
  const credentials = parts.isOnline() ? await parts.credentials() : null
  if (credentials?.owner !== parts.owner) return null
  return (await parts.queue.pausedEpoch()) === credentials.epoch ? null : credentials
}

/** Milliseconds between the passes of a drain that rests. */
const restPauseMs = 1_000

/** Verdicts of one transaction: a durable one takes longer than the server takes for some changes. */
const maxStored = 25

/**
 * Stores verdicts as they come, many in one transaction; the rest when the request has ended. One that is lost in a
 * crash is requested again under the same id, and the server repeats it.
 */
function createWriter(store: (sent: readonly Sent[]) => Promise<void>) {
  const waiting: Sent[] = []
  let writing: Promise<void> = Promise.resolve()
  async function write(): Promise<void> {
    if (waiting.length) await store(waiting.splice(0))
  }
  return {
    add(sent: Sent): void {
      waiting.push(sent)
      if (waiting.length < maxStored) return
      writing = writing.then(write)
      // A failure rejects `done`.
      writing.catch(() => undefined)
    },
    done: () => writing.then(write),
  }
}

async function runPass(parts: DrainParts, signal: AbortSignal): Promise<'blocked' | 'done'> {
  const { queue, now, transport } = parts
  let locked = false
  let beat = now()
  let sending = 0
  const idle: (() => void)[] = []
  const onActivity = () => {
    if (Math.abs(now() - beat) < beatEvery) return
    beat = now()
    void queue.beat(beat).catch(() => undefined)
  }

  async function send(rows: readonly OutboxRow[], credentials: Credentials): Promise<void> {
    // One number for all, so that rows that were tried together are due together.
    const random = parts.random()
    const writer = createWriter(async (sent) => {
      if (sent.some(({ verdict }) => verdict.kind === 'hold' && verdict.why === 'auth')) await queue.pause(credentials.epoch)
      const { rows: results, hasNotice } = await queue.settle(sent, now(), random)
      parts.publish?.({ kind: 'stored', rows: results })
      if (hasNotice) parts.publish?.({ kind: 'notice' })
    })
    const onVerdict = (row: OutboxRow, verdict: Verdict) => {
      if (signal.aborted && verdict.kind !== 'done') return
      if (verdict.kind === 'hold' && (verdict.why === 'auth' || verdict.why === 'offline')) locked = true
      parts.publish?.({ kind: 'verdict', row, verdict })
      writer.add({ row, verdict })
    }
    await queue.beat(now())
    await transport.send(rows, credentials, { signal, onActivity, onVerdict })
    await writer.done()
  }

  async function sendNext(files: boolean, share: number): Promise<boolean> {
    const credentials = await allowed(parts)
    locked ||= !credentials
    if (locked || signal.aborted || !credentials) return false
    const capacity = transport.capacity()
    const rows = await queue.claim(now(), { ...capacity, max: Math.ceil(capacity.max * share), files })
    if (rows.length === 0) return false
    sending += 1
    try {
      await send(rows, credentials)
    } finally {
      sending -= 1
      for (const wake of idle.splice(0)) wake()
    }
    return true
  }

  /** Begins with a part of what one request may carry, so that the lanes do not all end, and wait, at the same time. */
  async function lane(files: boolean, part: number): Promise<void> {
    let share = part
    do {
      const hasSent = await sendNext(files, share)
      share = 1
      if (hasSent) continue
      if (sending === 0 || locked || signal.aborted) return
      // What is under way may free more.
      await new Promise<void>((wake) => idle.push(wake))
    } while (!parts.isResting?.())
  }

  await queue.beat(beat)
  if (!(await allowed(parts))) return 'blocked'
  await queue.requeue()
  const ends = await Promise.allSettled(
    Array.from({ length: concurrentRequests }, (_, i) => lane(i < uploads, (i + 1) / concurrentRequests)),
  )
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return locked ? 'blocked' : 'done'
}

/** Drains until nothing more may be sent now. Never throws for what a server or the network does. */
export async function drain(parts: DrainParts): Promise<Pass> {
  let ended: Pass['ended'] = 'busy'
  const outcome = await parts.lock(async (signal) => {
    try {
      ended = await runPass(parts, signal)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  })
  const rows = await parts.queue.rows()
  const due = untilDue(rows, parts.now())
  return {
    ended: outcome === 'busy' ? 'busy' : ended,
    again: due !== null && parts.isResting?.() ? Math.max(due, restPauseMs) : due,
    waiting: rows.filter((row) => row.state !== 'parked').length,
  }
}
