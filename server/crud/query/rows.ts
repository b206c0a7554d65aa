/** Records between table and wire: stored values become the contract's, and back. */
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

/** The number of a record; null for what is none. */
export const idOf = (key: Key): number | null => (/^\d{1,15}$/.test(String(key)) ? Number(key) : null)

/** The condition that names records by number or ref; false for keys that are neither. */
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

/** Whatever a user may read of a record, these they may. */
export function isRow(row: Readonly<Record<string, unknown>>): row is AnyRow {
  return typeof row.id === 'number' && typeof row.ref === 'string' && typeof row.version === 'number'
}

/** Only what the contract names; what `enrich` adds has to be in it too. */
function onWire(shape: Shape, stored: Readonly<Record<string, unknown>>): AnyRow {
  const row: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shape.fields)) if (field.kind !== 'secret') row[name] = toWire(field, stored[name])
  if (!isRow(row)) throw new Error(`${shape.section.name}: not a record`)
  return row
}

/** The row with only the fields in `names`. */
export function only(row: AnyRow, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)))
}

/** What to select so that `onWire` finds every field. */
export function selection(shape: Shape): Record<string, PgColumn | SQL.Aliased> {
  // Drizzle drops the table before the columns of an expression's first level, which then mean another table in a subquery.
  const derived = expressionsOf(shape).map(([name, expression]) => [name, sql`${expression}`.as(name)] as const)
  return { ...shape.columns, ...Object.fromEntries(derived) }
}

const farOffset = 500

export interface Selecting {
  where: SQL | undefined
  order?: SQL[]
  limit?: number
  offset?: number
  /** The order is that of a joined field, so the rows are found by the index of its target. */
  by?: { join: Join; direction: 'asc' | 'desc' } | null
  /** Keeps the records as they are until the transaction ends. 'no key update': others may refer to them meanwhile. */
  lock?: boolean | 'no key update'
}

/**
 * The ids of a page in the order of a joined field. Both halves stop at the page's end: rows with a target in the order of
 * the target's index, and rows without one, whose value is null.
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

/**
 * The ids of a page, where it is found sooner by them: rows that are skipped are read whole, so far down a list their ids
 * are skipped instead. Null where the rows are read at once.
 */
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

/** What was read with `selection`, as it goes on the wire, with what `enrich` adds. */
export async function rowsOnWire(db: Db, shape: Shape, stored: readonly Readonly<Record<string, unknown>>[]): Promise<AnyRow[]> {
  const rows = stored.map((one) => onWire(shape, one))
  if (rows.length) {
    await fillJoined(db, shape, rows)
    await shape.hooks.enrich?.(db, rows)
  }
  return rows
}

/** Records as they go on the wire: one query, and those of `enrich`. */
export async function selectRows(db: Db, shape: Shape, selecting: Selecting): Promise<AnyRow[]> {
  const { where, order, limit, offset, lock } = selecting
  const ids = onlyIds(db, shape, selecting)
  const query = db
    .select(selection(shape))
    .from(shape.table)
    .where(ids ? inArray(shape.table.id, ids) : where)
    .$dynamic()
  // Locked by their number, so that two people do not wait for each other in a ring.
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
 * The columns of a validated input: what is absent is emptied. A reference to nobody (0) and the marker of no date are
 * stored as nothing, nested rows get the refs that they lack. Secrets and fields kept elsewhere are left to `prepare`.
 */
export function toColumns(shape: Shape, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shape.section.fields)) {
    const column = Object.hasOwn(shape.columns, name) ? shape.columns[name] : undefined
    if (field.readOnly || !column) continue
    const value = input[name]
    const nothing = value == null || (value === 0 && field.unassigned) || (field.emptyDate !== undefined && value === field.emptyDate)
    values[name] = nothing ? emptied(field, column) : field.kind === 'rows' ? withRefs(value) : value
  }
  return values
}

/** A row as the input that would leave it unchanged. */
export function asInput(fields: Fields, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.readOnly || row[name] == null || (field.emptyDate !== undefined && row[name] === field.emptyDate) ? [] : [[name, row[name]]],
    ),
  )
}
