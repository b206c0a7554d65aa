/** Joined fields: values of referenced records, read with the row (decision 32). */
import { aliasedTableColumn, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Db } from '#server/db/database.ts'
import { recordsOf } from './nested.ts'
import { type Shape, targetOf } from './shape.ts'

/** Splits 'member_id.name' in two. */
export function pathOf(joined: string): { via: string; name: string } {
  const [via = '', name = ''] = joined.split('.')
  return { via, name }
}

/** A joined field of a row: column of the reference, and the target under an alias, because it may be the same table. */
export interface Join {
  /** Column of the reference. */
  via: PgColumn
  /** The 'from' item, and two of its columns. */
  target: SQL
  id: PgColumn
  value: PgColumn
}

const found = new WeakMap<Shape, Map<string, Join | null>>()

function makeJoin(shape: Shape, name: string): Join | null {
  const path = shape.fields[name]?.joined
  if (path === undefined) return null
  const { via, name: wanted } = pathOf(path)
  const target = targetOf(shape.fields[via]?.to)
  const column = Object.hasOwn(shape.columns, via) ? shape.columns[via] : undefined
  const value = target && Object.hasOwn(target.columns, wanted) ? target.columns[wanted] : undefined
  if (!target || !column || !value) return null
  const as = `${via}_target`
  return {
    via: column,
    target: sql`${target.table} as ${sql.identifier(as)}`,
    id: aliasedTableColumn(target.table.id, as),
    value: aliasedTableColumn(value, as),
  }
}

/** Returns the join of a field; null for other fields, or while the target does not exist. */
export function joinOf(shape: Shape, name: string): Join | null {
  const known = found.get(shape) ?? new Map<string, Join | null>()
  found.set(shape, known)
  const join = known.get(name) ?? makeJoin(shape, name)
  if (join) known.set(name, join)
  return join
}

/** Returns the target's value for a row of the table. */
export const joinedValue = ({ via, target, id, value }: Join): SQL => sql`(select ${value} from ${target} where ${id} = ${via})`

/** Selects rows whose target meets a condition: searched once in the target, not per row. */
export const whereTarget = ({ via, target, id }: Join, condition: SQL | undefined): SQL =>
  sql`${via} in (select ${id} from ${target} where ${condition ?? sql`true`})`

/** Records with joined fields to fill in, top-level or nested. */
interface Place {
  record: Record<string, unknown>
  name: string
  target: Shape
  wanted: string
  id: number
}

function placesIn(fields: Fields, record: Record<string, unknown>): Place[] {
  return Object.entries(fields).flatMap(([name, field]): Place[] => {
    if (field.joined === undefined) return field.fields ? nestedPlaces(field, record[name]) : []
    const { via, name: wanted } = pathOf(field.joined)
    const target = targetOf(fields[via]?.to)
    const id = Number(record[via])
    record[name] = null
    return target && id ? [{ record, name, target, wanted, id }] : []
  })
}

function nestedPlaces(field: Field, value: unknown): Place[] {
  const nested = field.kind === 'rows' ? recordsOf(value) : isRecord(value) ? [value] : []
  return nested.flatMap((record) => placesIn(field.fields ?? {}, record))
}

const nestedOf = (shape: Shape): [string, Field][] => Object.entries(shape.section.fields).filter(([, field]) => hasJoined(field.fields))

function hasJoined(fields: Fields | undefined): boolean {
  return Object.values(fields ?? {}).some((field) => field.joined !== undefined || hasJoined(field.fields))
}

/** Returns whether nested records have joined fields, so that stored rows are incomplete. */
export const joinsNested = (shape: Shape): boolean => nestedOf(shape).length > 0

/** Fills in joined fields of nested records, which copy stored values: one query per target section. */
export async function fillJoined(db: Db, shape: Shape, rows: readonly AnyRow[]): Promise<void> {
  const places = nestedOf(shape).flatMap(([name, field]) => rows.flatMap((row) => nestedPlaces(field, row[name])))
  for (const target of new Set(places.map((place) => place.target))) {
    const here = places.filter((place) => place.target === target)
    const { table, columns } = target
    const wanted = Object.fromEntries(
      here.flatMap(({ wanted: columnName }) => (columns[columnName] ? [[columnName, columns[columnName]]] : [])),
    )
    const records: Record<string, unknown>[] = await db
      .select({ ...wanted, id: table.id })
      .from(table)
      .where(inArray(table.id, [...new Set(here.map(({ id }) => id))]))
    const byId = new Map(records.map((record) => [Number(record.id), record]))
    for (const { record, name, wanted: columnName, id } of here) record[name] = byId.get(id)?.[columnName] ?? null
  }
}
