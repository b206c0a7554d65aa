/** Prepared statements of every change of a record, one set per section: locking read and write. */
import { and, type SQLWrapper, sql } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/database.ts'
import { type PreparedQuery, preparedQuery } from '#server/db/prepared-query.ts'
import type { Scope } from '../rules.ts'
import { idOf, isUuid, type Key, selection } from './rows.ts'
import type { Shape } from './shape.ts'

type Stored = Record<string, unknown>

const made = new WeakMap<Shape, Map<string, PreparedQuery<Stored>>>()

function prepared(shape: Shape, name: string, make: Parameters<typeof preparedQuery<Stored>>[0]): PreparedQuery<Stored> {
  const known = made.get(shape) ?? new Map<string, PreparedQuery<Stored>>()
  made.set(shape, known)
  const query = known.get(name) ?? preparedQuery(make)
  known.set(name, query)
  return query
}

/** Decodes a driver's row as the query builder does. */
function decoded(selected: Readonly<Record<string, SQLWrapper>>, row: Stored): Stored {
  return Object.fromEntries(
    Object.entries(selected).map(([name, column]) => {
      const value = row[name] ?? null
      return [name, value !== null && column instanceof PgColumn ? column.mapFromDriverValue(value) : value]
    }),
  )
}

/** Returns a stored row by number or ref, locked until the transaction ends; null outside of the scope. */
export async function lockStored(db: Db, shape: Shape, { key: seen, where }: Scope, key: Key): Promise<Stored | null> {
  const { table } = shape
  const selected = selection(shape)
  const by = isUuid(key) ? 'ref' : 'id'
  const value = isUuid(key) ? key : idOf(key)
  if (value === null) return null
  const find = prepared(shape, `find ${by} ${seen}`, (one) =>
    one
      .select(selected)
      .from(table)
      .where(and(where, sql`${table[by]} = ${sql.placeholder('key')}`))
      // References to it do not wait: a record being sold does not block others.
      .for('no key update', { of: table }),
  )
  const [row] = await find(db, { key: value })
  return row ? decoded(selected, row) : null
}

const given = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]))
const written = (values: Readonly<Stored>) => Object.keys(values).filter((name) => values[name] !== undefined)

/** Version and date of an update. */
export function nextVersion({ table }: Shape) {
  return { version: sql`${table.version} + 1`, updated_at: sql`now()` }
}

type Returning = Readonly<Record<string, PgColumn>>

/** Updates columns of one record to its next version; returns the columns of `returning`. */
export async function updateStored(
  db: Db,
  shape: Shape,
  id: number,
  values: Readonly<Stored>,
  returning: Returning,
): Promise<Stored | undefined> {
  const { table } = shape
  const names = written(values)
  const write = prepared(shape, `update ${names.join()}`, (one) =>
    one
      .update(table)
      .set({ ...given(names), ...nextVersion(shape) })
      .where(sql`${table.id} = ${sql.placeholder('its id')}`)
      .returning(returning),
  )
  const [row] = await write(db, { ...values, 'its id': id })
  return row && decoded(returning, row)
}

/** Inserts a record; returns the columns of `returning`. */
export async function insertStored(db: Db, shape: Shape, values: Readonly<Stored>, returning: Returning): Promise<Stored | undefined> {
  const names = written(values)
  const write = prepared(shape, `insert ${names.join()}`, (one) => one.insert(shape.table).values(given(names)).returning(returning))
  const [row] = await write(db, values)
  return row && decoded(returning, row)
}
