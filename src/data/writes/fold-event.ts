/** Keeps the stores that screens fold as the events say: what waits, what is done, and how far uploads are. */
import type { OutboxEvent } from '../outbox/row/event.ts'
import { showOutbox, showSettled } from '../query/outbox-store.ts'
import { progressStore } from '../query/upload-progress.ts'

/** A done row stays on the screen until its section is read again (update-reads.ts). */
export function foldEvent(owner: string, event: OutboxEvent): void {
  if (event.kind === 'rows') showOutbox(owner, event.rows)
  if (event.kind === 'verdict' && event.verdict.kind === 'done') showSettled(event.row)
  if (event.kind !== 'sending') return
  const { id, percent } = event
  if (progressStore.get()[id] !== percent) progressStore.set((old) => ({ ...old, [id]: percent }))
}
