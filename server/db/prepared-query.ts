/** Prepared queries: for lookups by key, building SQL takes longer than running it, so it is built once. */
import { is, Param, Placeholder, type Query } from 'drizzle-orm'
import type { Db } from './database.ts'

export type PreparedQuery<Row> = (tx: Db, given: Readonly<Record<string, unknown>>) => Promise<Row[]>

function fill(param: unknown, given: Readonly<Record<string, unknown>>): unknown {
  if (is(param, Placeholder)) return given[param.name] ?? null
  if (!is(param, Param) || !is(param.value, Placeholder)) return param
  const value = given[param.value.name] ?? null
  return value === null ? null : param.encoder.mapToDriverValue(value)
}

/** Prepares the query of `make`, with `sql.placeholder(name)`; rows have column names and decoded values. */
export function preparedQuery<Row>(make: (db: Db) => { toSQL(): Query }): PreparedQuery<Row> {
  let made: Query | null = null
  return async (tx, given) => {
    made ??= make(tx).toSQL()
    const query = { sql: made.sql, params: made.params.map((param) => fill(param, given)) }
    const { rows } = await tx._.session
      .prepareQuery<{ execute: { rows: Row[] }; all: unknown; values: unknown }>(query, undefined, undefined, false)
      .execute()
    return rows
  }
}
