/** Observes the outbox: calls back after every change, in any tab or worker. */
import { liveQuery } from 'dexie'
import type { OutboxRow } from '../row/types.ts'
import type { OwnerDatabase } from './database.ts'

/** Milliseconds in which a burst of changes is read once; nobody sees the difference. */
const minPauseMs = 100
/** A long queue takes a while to read, and a save meanwhile waits for that: most of the time it is not being read. */
const pauseShare = 6

interface RowsObserver {
  next: (rows: OutboxRow[]) => void
  /** The database can no longer be read. */
  error: () => void
}

/** Tells at once what waits now, then after changes; the function it gives ends that. */
export function watchRows(db: OwnerDatabase, { next, error }: RowsObserver): () => void {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading = false
  let changed = false

  async function read(): Promise<void> {
    reading = true
    changed = false
    const began = performance.now()
    try {
      const rows = await db.outbox.orderBy('seq').toArray()
      if (!stopped) next(rows)
    } catch {
      if (!stopped) error()
    }
    timer = setTimeout(
      () => {
        reading = false
        if (changed && !stopped) void read()
      },
      Math.max(minPauseMs, pauseShare * (performance.now() - began)),
    )
  }

  // Counting is cheap, and asked again after every change of a row.
  const counted = liveQuery(() => db.outbox.count()).subscribe({
    next: () => {
      changed = true
      if (!reading) void read()
    },
    error: () => !stopped && error(),
  })
  return () => {
    stopped = true
    clearTimeout(timer)
    counted.unsubscribe()
  }
}
