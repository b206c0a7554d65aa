/** Waiting for the end of a change that was just saved; other readers subscribe to the events. */
import { connectionStore } from '../api/connection.ts'
import type { OutboxEvent } from '../outbox/row/event.ts'
import type { LastError, OutboxRow, ParkedReason, Verdict } from '../outbox/row/types.ts'
import { onOutboxEvent } from './outbox-events.ts'

/** With a connection the answer is usually here by then; without one nobody waits. */
const patienceMs = 4_000

type Done = Extract<Verdict, { kind: 'done' }>

export type Ending =
  /** `verdict`: null where nothing waits any more, and no event said why. */
  | { is: 'done'; row: OutboxRow; verdict: Done | null }
  | { is: 'parked'; row: OutboxRow; reason: ParkedReason; error: LastError }
  /** Merged with somebody else's change: it goes on under this id. */
  | { is: 'again'; row: OutboxRow; id: string }
  /** Durable on this device: there is no connection, or the server takes its time. */
  | { is: 'waiting' }

const notifying = new Set<string>()

/** Whether somebody waits who shows the person how it ended. */
export const isNotifiedByWaiter = (id: string): boolean => notifying.has(id)

/** The caller shows the person how this change ended, until the returned function is called. */
export function notifyOf(id: string): () => void {
  notifying.add(id)
  return () => notifying.delete(id)
}

/** The verdict as far as it is one; another attempt may follow every other. */
function endOf(row: OutboxRow, verdict: Verdict | null): Ending | null {
  if (verdict?.kind === 'done') return { is: 'done', row, verdict }
  return verdict?.kind === 'parked' ? { is: 'parked', row, reason: verdict.reason, error: verdict.error } : null
}

/** From what is left of a row in the database; null while it is still to be sent. */
function endOfLeft(row: OutboxRow, verdict: Verdict | null, left: Pick<OutboxRow, 'id' | 'state'> | null): Ending | null {
  if (left?.id === row.id && left.state !== 'parked') return null
  if (!left || verdict?.kind === 'done') return endOf(row, verdict) ?? { is: 'done', row, verdict: null }
  return left.id === row.id ? (endOf(row, verdict) ?? { is: 'waiting' }) : { is: 'again', row, id: left.id }
}

interface Wait {
  /** The caller shows the person how it ended, in place of the message that every other change has. */
  notifies?: boolean
}

/**
 * Resolves with how the change of this id ended, once that is stored. Waits while there is a connection, and a few seconds at most
 * without a sign of it; what is 'waiting' then has the messages of any other change.
 */
export function awaitVerdict(id: string, { notifies = false }: Wait = {}): Promise<Ending> {
  return new Promise((resolve) => {
    let seen: OutboxRow | null = null
    let verdict: Verdict | null = null
    const stopNotifying = notifies ? notifyOf(id) : () => undefined
    const finish = (ending: Ending) => {
      clearTimeout(timer)
      stopEvents()
      stopConnection()
      stopNotifying()
      resolve(ending)
    }
    const giveUp = () => finish((seen && endOf(seen, verdict)) ?? { is: 'waiting' })
    let timer = setTimeout(giveUp, patienceMs)
    function read(event: OutboxEvent): Ending | null {
      if (event.kind === 'sending' && event.id === id) {
        // Files are on their way, as long as it goes on.
        clearTimeout(timer)
        timer = setTimeout(giveUp, patienceMs)
      }
      if (event.kind === 'verdict' && event.row.id === id) {
        seen = event.row
        verdict = event.verdict
      }
      if (event.kind === 'stored' && seen) {
        const stored = event.rows.find((row) => row.id === id)
        return stored ? endOfLeft(seen, verdict, stored.left) : null
      }
      if (event.kind !== 'rows') return null
      const { rows } = event
      seen ??= rows.find((row) => row.id === id) ?? null
      return seen && endOfLeft(seen, verdict, rows.find(({ seq }) => seq === seen?.seq) ?? null)
    }
    const stopEvents = onOutboxEvent((event) => {
      const ending = read(event)
      if (ending) finish(ending)
    })
    const stopConnection = connectionStore.subscribe(() => connectionStore.get() !== 'online' && giveUp())
    if (connectionStore.get() !== 'online') giveUp()
  })
}
