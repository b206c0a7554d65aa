/** Prepared statements of every change of a record, one set per section: locking read and write. */
import { and, type SQLWrapper, sql } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { arrayOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { type PreparedQuery, preparedQuery } from '#server/db/prepared-query.ts'
import type { Scope, Written } from '../rules.ts'
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

const placed = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]))
const writtenNames = (values: Readonly<Stored>) => Object.keys(values).filter((name) => values[name] !== undefined)

/** Version and date of an update. */
export function nextVersion({ table }: Shape) {
  return { version: sql`${table.version} + 1`, updated_at: sql`now()` }
}

type Returning = Readonly<Record<string, PgColumn>>

/** Runs a write with the columns that say whose the records are. */
function withPeople<T>(
  db: Db,
  { hooks }: Shape,
  writes: readonly Written[],
  write: (values: readonly Readonly<Stored>[]) => Promise<T>,
): Promise<T> {
  const all = writes.map(({ values }) => values)
  return hooks.people ? hooks.people.write(db, writes, (more) => write(all.map((values, at) => ({ ...values, ...more[at] })))) : write(all)
}

/** Updates columns of one record to its next version; returns the columns of `returning`. `before`: where it was read, in wire form. */
export function updateStored(
  db: Db,
  shape: Shape,
  id: number,
  given: Readonly<Stored>,
  returning: Returning,
  before: AnyRow | null = null,
): Promise<Stored | undefined> {
  return withPeople(db, shape, [{ id, before, values: given }], ([values = given]) => update(db, shape, id, values, returning))
}

/** Updates columns of records, each with its own values, to their next version: in one statement those that set the same columns. */
export async function updateAll(
  db: Db,
  shape: Shape,
  writes: readonly { id: number; before: AnyRow; values: Readonly<Stored> }[],
): Promise<void> {
  const { table } = shape
  await withPeople(db, shape, writes, async (values) => {
    const alike = new Map<string, Stored[]>()
    for (const [at, { id }] of writes.entries()) {
      const own = values[at] ?? {}
      const names = writtenNames(own).join()
      alike.set(names, [...(alike.get(names) ?? []), { ...own, id }])
    }
    for (const [names, entries] of alike) {
      const given = Object.fromEntries(names.split(',').map((name) => [name, sql`entry.${sql.identifier(name)}`]))
      await db
        .update(table)
        .set({ ...given, ...nextVersion(shape) })
        .from(sql`jsonb_populate_recordset(null::${table}, ${JSON.stringify(entries)}::jsonb) as entry`)
        .where(sql`${table.id} = entry.id and ${table.id} = any(${arrayOf(entries.map(({ id }) => Number(id)))})`)
    }
  })
}

async function update(db: Db, shape: Shape, id: number, values: Readonly<Stored>, returning: Returning): Promise<Stored | undefined> {
  const { table } = shape
  const names = writtenNames(values)
  const write = prepared(shape, `update ${names.join()}`, (one) =>
    one
      .update(table)
      .set({ ...placed(names), ...nextVersion(shape) })
      .where(sql`${table.id} = ${sql.placeholder('its id')}`)
      .returning(returning),
  )
  const [row] = await write(db, { ...values, 'its id': id })
  return row && decoded(returning, row)
}

/** Inserts a record; returns the columns of `returning`. */
export function insertStored(db: Db, shape: Shape, given: Readonly<Stored>, returning: Returning): Promise<Stored | undefined> {
  return withPeople(db, shape, [{ id: null, values: given }], ([values = given]) => insert(db, shape, values, returning))
}

/** Inserts records of equal columns in one statement; returns their ids by ref. */
export async function insertAll(db: Db, shape: Shape, rows: readonly Readonly<Stored>[]): Promise<Map<string, number>> {
  if (!rows.length) return new Map()
  const writes = rows.map((values) => ({ id: null, values }))
  const { id, ref } = shape.table
  const inserted = await withPeople(db, shape, writes, (values) =>
    db
      .insert(shape.table)
      .values([...values])
      .returning({ id, ref }),
  )
  return new Map(inserted.map((one) => [toText(one.ref), Number(one.id)]))
}

async function insert(db: Db, shape: Shape, values: Readonly<Stored>, returning: Returning): Promise<Stored | undefined> {
  const names = writtenNames(values)
  const write = prepared(shape, `insert ${names.join()}`, (one) => one.insert(shape.table).values(placed(names)).returning(returning))
  const [row] = await write(db, values)
  return row && decoded(returning, row)
}
