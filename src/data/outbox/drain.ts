/** One pass over the outbox. Knows neither page nor worker: everything it touches is handed in. */
import type { Credentials } from './credentials.ts'
import { untilDue } from './lanes.ts'
import type { Queue } from './queue.ts'
import type { OutboxRow, Verdict } from './types.ts'

/** Sends one row and judges the answer; rejects only when `signal` was aborted. */
export type Transport = (
  row: OutboxRow,
  credentials: Credentials,
  options: { signal: AbortSignal; onActivity: () => void },
) => Promise<Verdict>

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
  /** Told before the verdict is stored, so that screens keep showing a done row until they have the server's. */
  onVerdict?: (row: OutboxRow, verdict: Verdict) => void
}

export interface Pass {
  /** 'busy': another drain is at it. 'held': no line, or nobody to send for. 'done': all that could be sent was. */
  ended: 'busy' | 'held' | 'done'
  /** Milliseconds until the next row is due; null when none waits for a time. */
  again: number | null
  /** Rows that wait for the line or their turn; parked ones wait for the person. */
  waiting: number
}

/** Lanes that are sent at the same time, so that one slow upload does not hold up the rest. */
const lanes = 3
const beatEvery = 5_000

async function allowed(parts: DrainParts): Promise<Credentials | null> {
  const credentials = parts.isOnline() ? await parts.credentials() : null
  if (credentials?.owner !== parts.owner) return null
  return (await parts.queue.pausedEpoch()) === credentials.epoch ? null : credentials
}

async function runPass(parts: DrainParts, signal: AbortSignal): Promise<'held' | 'done'> {
  const { queue, now } = parts
  let held = false
  let beat = now()
  const onActivity = () => {
    if (Math.abs(now() - beat) < beatEvery) return
    beat = now()
    void queue.beat(beat).catch(() => undefined)
  }

  async function sendNext(): Promise<boolean> {
    const credentials = await allowed(parts)
    held ||= !credentials
    if (held || signal.aborted || !credentials) return false
    const row = await queue.claim(now())
    if (!row) return false
    await queue.beat(now())
    const verdict = await parts.transport(row, credentials, { signal, onActivity })
    if (signal.aborted && verdict.kind !== 'done') return false
    if (verdict.kind === 'hold' && verdict.why === 'auth') await queue.pause(credentials.epoch)
    if (verdict.kind === 'hold' && verdict.why !== 'newer') held = true
    parts.onVerdict?.(row, verdict)
    await queue.settle(row, verdict, now(), parts.random())
    return true
  }

  async function lane(): Promise<void> {
    while (await sendNext()) {
      // Each turn sends one row.
    }
  }

  await queue.beat(beat)
  if (!(await allowed(parts))) return 'held'
  await queue.requeue()
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return held ? 'held' : 'done'
}

/** Drains until nothing more may be sent now. Never throws for what a server or a line does. */
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
  return {
    ended: outcome === 'busy' ? 'busy' : ended,
    again: untilDue(rows, parts.now()),
    waiting: rows.filter((row) => row.state !== 'parked').length,
  }
}
