/** Conversion of records between table and wire. */
import { asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { isMany } from '#contract/kit/field/kind.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { uuid } from '#contract/lib/patterns.ts'
import type { Db } from '#server/db/database.ts'
import { expressionsOf } from './expressions.ts'
import { fillJoined, type Join } from './joined.ts'
import { withRefs } from './nested.ts'
import type { Shape } from './shape.ts'

export type Key = string | number

export const isUuid = (key: Key): key is string => typeof key === 'string' && uuid.test(key)

/** A record's number; null for other keys. */
export const idOf = (key: Key): number | null => (/^\d{1,15}$/.test(String(key)) ? Number(key) : null)

/** Condition of records by number or ref; false for other keys. */
export function whereNamed({ id, ref }: { id: PgColumn; ref: PgColumn }, keys: readonly Key[]): SQL {
  const refs = keys.filter(isUuid)
  const ids = keys.flatMap((key) => idOf(key) ?? [])
  const [single] = ids
  if (ids.length === 1 && single !== undefined && !refs.length) return eq(id, single)
  return or(ids.length ? inArray(id, ids) : undefined, refs.length ? inArray(ref, refs) : undefined) ?? sql`false`
}

function toWire(field: Field, value: unknown): unknown {
  if (value !== null && value !== undefined) return value
  if (field.kind === 'reference' && field.unassigned) return 0
  if (field.emptyDate) return field.emptyDate
  return isMany(field.kind) ? [] : null
}

/** Fields readable with any permission. */
export function isRow(row: Readonly<Record<string, unknown>>): row is AnyRow {
  return typeof row.id === 'number' && typeof row.ref === 'string' && typeof row.version === 'number'
}

/** Only the contract's fields, also of `enrich`. */
function onWire(shape: Shape, stored: Readonly<Record<string, unknown>>): AnyRow {
  const row: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shape.fields)) if (field.kind !== 'secret') row[name] = toWire(field, stored[name])
  if (!isRow(row)) throw new Error(`${shape.section.name}: not a record`)
  return row
}

/** Returns the row's fields in `names`. */
export function only(row: AnyRow, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)))
}

/** Returns the columns that `onWire` needs. */
export function selection(shape: Shape): Record<string, PgColumn | SQL.Aliased> {
  // Drizzle drops the table of columns at an expression's first level, which then mean another table in a subquery.
  const derived = expressionsOf(shape).map(([name, expression]) => [name, sql`${expression}`.as(name)] as const)
  return { ...shape.columns, ...Object.fromEntries(derived) }
}

const farOffset = 500

export interface Selecting {
  where: SQL | undefined
  order?: SQL[]
  limit?: number
  offset?: number
  /** Sorted by a joined field: rows are found by its target's index. */
  by?: { join: Join; direction: 'asc' | 'desc' } | null
  /** Locks records until the transaction ends. 'no key update' permits references to them. */
  lock?: boolean | 'no key update'
}

/**
 * Returns the ids of a page sorted by a joined field. Both halves stop at its end: rows with a target by the target's index, and rows
 * without one, whose value is null.
 */
function idsByTarget(
  { table }: Shape,
  { join, direction }: NonNullable<Selecting['by']>,
  where: SQL | undefined,
  limit: number,
  offset: number,
): SQL {
  const { via, target, id, value } = join
  const way = sql.raw(direction)
  const emptyLast = sql.raw(direction === 'desc' ? 'desc nulls last' : 'asc')
  const until = limit + offset
  const fitting = where ?? sql`true`
  return sql`(select id from (
    (select ${table.id} as id, ${value} as value from ${table} join ${target} on ${id} = ${via}
      where ${fitting} order by ${value} ${value.notNull ? way : emptyLast}, ${table.id} ${way} limit ${until})
    union all
    (select ${table.id}, (select ${value} from ${target} where false) from ${table}
      where ${via} is null and ${fitting} order by ${table.id} ${way} limit ${until})
  ) as page order by value ${emptyLast}, id ${way} limit ${limit} offset ${offset})`
}

/** Returns the ids of a page far down a list, where skipping ids is faster than skipping whole rows. Null where rows are read at once. */
export function onlyIds(db: Db, shape: Shape, { where, order, limit, offset, by }: Selecting) {
  if (!order || limit === undefined || offset === undefined) return null
  if (by) return idsByTarget(shape, by, where, limit, offset)
  if (offset <= farOffset) return null
  const { table } = shape
  return db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
}

/** Returns rows of `selection` in wire form, with values of `enrich`. */
export async function rowsOnWire(db: Db, shape: Shape, stored: readonly Readonly<Record<string, unknown>>[]): Promise<AnyRow[]> {
  const rows = stored.map((one) => onWire(shape, one))
  if (rows.length) {
    await fillJoined(db, shape, rows)
    await shape.hooks.enrich?.(db, rows)
  }
  return rows
}

/** Returns records in wire form: one query, and those of `enrich`. */
export async function selectRows(db: Db, shape: Shape, selecting: Selecting): Promise<AnyRow[]> {
  const { where, order, limit, offset, lock } = selecting
  const ids = onlyIds(db, shape, selecting)
  const query = db
    .select(selection(shape))
    .from(shape.table)
    .where(ids ? inArray(shape.table.id, ids) : where)
    .$dynamic()
  // Locked in order of number, to avoid deadlocks.
  const sorted = order ?? (lock ? [asc(shape.table.id)] : null)
  if (sorted) query.orderBy(...sorted)
  if (limit !== undefined) query.limit(limit)
  if (offset && !ids) query.offset(offset)
  if (lock) query.for(lock === true ? 'update' : lock, { of: shape.table })
  return rowsOnWire(db, shape, await query)
}

function emptied(field: Field, column: PgColumn): unknown {
  if (!column.notNull) return null
  if (field.kind === 'flag') return false
  if (isMany(field.kind)) return []
  if (field.initial !== undefined) return field.initial
  throw new Error(`${column.name} has no empty value`)
}

/**
 * Returns the columns of a validated input; absent ones are cleared. An unassigned reference (0) and the mark of no date are stored as
 * null, nested rows get missing refs. Secrets and fields without a column are left to `prepare`.
 */
export function toColumns(shape: Shape, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shape.section.fields)) {
    const column = Object.hasOwn(shape.columns, name) ? shape.columns[name] : undefined
    if (field.readOnly || !column) continue
    const value = input[name]
    const nothing = value == null || (value === 0 && field.unassigned) || (field.emptyDate !== undefined && value === field.emptyDate)
    values[name] = nothing ? emptied(field, column) : field.kind === 'rows' ? withRefs(value, field.fields) : value
  }
  return values
}

/** A row as the input that leaves it unchanged. */
export function asInput(fields: Fields, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.readOnly || row[name] == null || (field.emptyDate !== undefined && row[name] === field.emptyDate) ? [] : [[name, row[name]]],
    ),
  )
}
