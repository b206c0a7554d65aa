/** What became of changes whose verdict a person waits for: who waits tells it, everybody else hears it from settled.ts. */
import { connectionStore } from '../api/connection.ts'
import type { OutboxRow, Verdict } from '../outbox/row/types.ts'

/** With a connection the answer is usually here by then; without one nobody waits. */
const patienceMs = 4_000

type Listener = (row: OutboxRow, verdict: Verdict) => void
export type Decided = readonly [row: OutboxRow, verdict: Extract<Verdict, { kind: 'done' | 'parked' }>]

const awaited = new Map<string, Listener>()

/** Hands a verdict to whoever waits for it; false where nobody does. */
export function resolveAwaitedVerdict(row: OutboxRow, verdict: Verdict): boolean {
  const listener = awaited.get(row.id)
  if (!listener || (verdict.kind !== 'done' && verdict.kind !== 'parked')) return false
  listener(row, verdict)
  return true
}

/**
 * Waits for the verdicts of these mutations while there is a connection, a few seconds at most. What is not among the answer
 * waits on the device, and its verdict is told like any other.
 */
export function awaitVerdicts(ids: readonly string[]): Promise<Decided[]> {
  const decided: Decided[] = []
  if (ids.length === 0) return Promise.resolve(decided)
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stop()
      for (const id of ids) awaited.delete(id)
      resolve(decided)
    }
    const timer = setTimeout(finish, patienceMs)
    const stop = connectionStore.subscribe(() => connectionStore.get() !== 'online' && finish())
    for (const id of ids) {
      awaited.set(id, (row, verdict) => {
        if (verdict.kind !== 'done' && verdict.kind !== 'parked') return
        awaited.delete(id)
        decided.push([row, verdict])
        if (decided.length === ids.length) finish()
      })
    }
    if (connectionStore.get() !== 'online') finish()
  })
}
