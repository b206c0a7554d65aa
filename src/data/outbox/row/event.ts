/** What happens to changes that wait, as one stream that every tab of their person reads (docs/offline.md#the-states-of-a-row). */
import type { OutboxRow, Verdict } from './types.ts'

/** A row whose verdict is stored. */
export interface StoredRow {
  id: string
  section: string
  /** The server applied it, wholly or partly, and the device's records are those of the server's response. */
  isDone: boolean
  /** What waits in its place: the same row, or one that goes on under another id. Null where nothing does. */
  left: Pick<OutboxRow, 'id' | 'state'> | null
}

/** From the one drain, in a tab or in the worker, to every tab. */
export type PostedEvent =
  /** Percent of the files of a row. */
  | { kind: 'sending'; id: string; percent: number }
  /** Before it is stored, so that screens keep showing a done row until they have the server's. */
  | { kind: 'verdict'; row: OutboxRow; verdict: Verdict }
  | { kind: 'stored'; rows: readonly StoredRow[] }
  /** A notice for the person stands in the database; the first tab that is seen tells it. */
  | { kind: 'notice' }

export type OutboxEvent =
  | PostedEvent
  /** All that waits, as each tab reads it from the database: whatever a tab missed, this it sees. */
  | { kind: 'rows'; rows: readonly OutboxRow[] }
