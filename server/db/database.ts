import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

interface Result<Row> {
  rows: Row[]
}
interface Rows extends PgQueryResultHKT {
  type: Result<this['row']>
}

/** Drizzle over PGlite or pg. A transaction has the same type; within one, use no other. */
export type Db = PgDatabase<Rows, Record<string, never>>

export interface Database {
  db: Db
  /** True on PGlite: one connection, so a transaction that waits for another query deadlocks. */
  embedded: boolean
  /** Commits the work, or rolls it back when it throws. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** Transactions within it wait for the disk together, at its end: until then nobody may be told of them (docs/decisions/0096-acknowledged-is-on-the-disk.md). */
  hold<T>(work: () => Promise<T>): Promise<T>
  /** Notifies processes after commit; this one before `transaction` returns. Payload: ids only, under 8,000 bytes. */
  notify(tx: Db, channel: string, payload: string): Promise<void>
  /** An empty payload of a channel that has others says that some may have been lost (signals.ts). */
  listen(channel: string, listener: (payload: string) => void): Promise<void>
  /** Resolves with the reason once the database can be used no more, until the process starts again. */
  lost: Promise<Error>
  close(): Promise<void>
}
