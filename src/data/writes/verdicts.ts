/** Listeners for the verdicts on waiting changes, in any tab or worker. */
import type { OutboxRow, Verdict } from '../outbox/row/types.ts'

type Listener = (row: OutboxRow, verdict: Verdict) => void

const listeners = new Set<Listener>()

/** Calls back before the verdict is stored, until the returned function is called. */
export function onVerdict(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function notifyVerdict(row: OutboxRow, verdict: Verdict): void {
  for (const listener of [...listeners]) listener(row, verdict)
}
