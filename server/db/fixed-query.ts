/** Queries whose text is made once: the builder takes longer than the embedded database for what finds a row by its key. */
import { fillPlaceholders, type Query } from 'drizzle-orm'
import type { Db } from './database.ts'

/** What `make` builds around `sql.placeholder(name)`; rows have the names of the columns, and values as the driver reads them. */
export function fixedQuery<Row>(make: (db: Db) => { toSQL(): Query }): (tx: Db, given: Record<string, unknown>) => Promise<Row[]> {
  let made: Query | null = null
  return async (tx, given) => {
    made ??= make(tx).toSQL()
    const query = { sql: made.sql, params: fillPlaceholders(made.params, given) }
    const { rows } = await tx._.session
      .prepareQuery<{ execute: { rows: Row[] }; all: unknown; values: unknown }>(query, undefined, undefined, false)
      .execute()
    return rows
  }
}
