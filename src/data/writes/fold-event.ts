/** Keeps the stores that screens fold as the events say: what waits, what is done, and how far uploads are. */
import type { OutboxEvent, StoredRow } from '../outbox/row/event.ts'
import { outboxStore, showOutbox, showSettled } from '../query/outbox-store.ts'
import { progressStore } from '../query/upload-progress.ts'

/** A row that has ended does not wait any more, however long the next reading of the database takes. */
function dropEnded(stored: readonly StoredRow[]): void {
  const ended = new Set(stored.flatMap(({ id, left }) => (left ? [] : [id])))
  outboxStore.set((old) => {
    const rows = old.rows.filter(({ id }) => !ended.has(id))
    return rows.length < old.rows.length ? { ...old, rows } : old
  })
}

/** A done row stays on the screen until its section is read again (update-reads.ts). */
export function foldEvent(owner: string, event: OutboxEvent): void {
  if (event.kind === 'rows') showOutbox(owner, event.rows)
  if (event.kind === 'verdict' && event.verdict.kind === 'done') showSettled(event.row)
  if (event.kind === 'stored') dropEnded(event.rows)
  if (event.kind !== 'sending') return
  const { id, percent } = event
  if (progressStore.get()[id] !== percent) progressStore.set((old) => ({ ...old, [id]: percent }))
}
