/** Rows with an order of their own: the sequence is dense, from 1, within its group where the section has groups. */

import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AnyRow } from '#contract/kit/section.ts'
import type { Db } from '#server/db/database.ts'
import type { Platform } from '#server/platform/context.ts'
import type { CallRequest } from '#server/platform/mount.ts'
import { fieldError } from '#server/platform/problem.ts'
import { announce, type Doer, doneBy } from './announce.ts'
import type { RecordTable } from './matches-table.ts'
import { findRows } from './read.ts'
import { type Key, selectRows } from './rows.ts'
import type { Shape } from './shape.ts'

function orderOf(shape: Shape) {
  const { order, name } = shape.section
  const column = order && shape.columns[order.field]
  if (!column) throw new Error(`${name} has no order`)
  return { column, group: order.within === undefined ? undefined : shape.columns[order.within], within: order.within }
}

function sameGroup(shape: Shape, record: Readonly<Record<string, unknown>>): SQL | undefined {
  const { group, within } = orderOf(shape)
  if (!group || within === undefined) return undefined
  return record[within] == null ? isNull(group) : eq(group, record[within])
}

/** One writer at a time changes an order, so that it stays dense. Taken before any record, so that nobody waits for another in a ring. */
export async function lockOrderNamed(db: Db, name: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`order ${name}`}, 0))`)
}

export const lockOrder = (db: Db, shape: Shape): Promise<void> => lockOrderNamed(db, shape.section.name)

/** Closes the gaps that rows left which went; rows without a place are in no order. It has been locked. */
export async function makeDense(db: Db, table: RecordTable, column: PgColumn, group?: PgColumn): Promise<void> {
  const partition = group ? sql`partition by ${group}` : sql``
  await db.execute(sql`
    update ${table} set ${sql.identifier(column.name)} = dense.place
    from (select ${table.id} as id, row_number() over (${partition} order by ${column}, ${table.id}) as place
      from ${table} where ${column} is not null) as dense
    where dense.id = ${table.id} and ${column} is distinct from dense.place`)
}

/** The last place of a group, for one that joins it. */
async function nextPlace(db: Db, shape: Shape, record: Readonly<Record<string, unknown>>): Promise<number> {
  const { column } = orderOf(shape)
  await lockOrder(db, shape)
  const [row] = await db
    .select({ next: sql<number>`coalesce(max(${column}), 0) + 1`.mapWith(Number) })
    .from(shape.table)
    .where(sameGroup(shape, record))
  return row?.next ?? 1
}

type Moved = Readonly<Record<string, unknown>> & { readonly id: number }

/** Others that lie between two places of a group move up or down by one, to free the place of `moved`. */
async function makeWay(platform: Platform, shape: Shape, request: Doer, moved: Moved, end: number): Promise<void> {
  const { db } = request
  const { column } = orderOf(shape)
  const start = Number(moved[column.name])
  const step = start < end ? -1 : 1
  const between = sql`${column} between ${Math.min(start, end)} and ${Math.max(start, end)}`
  const before = await selectRows(db, shape, { where: and(sameGroup(shape, moved), between, ne(shape.table.id, moved.id)), lock: true })
  const ids = before.map(({ id }) => id)
  if (!ids.length) return
  await db
    .update(shape.table)
    .set({ [column.name]: sql`${column} + ${step}::int` })
    .where(inArray(shape.table.id, ids))
  const after = new Map((await selectRows(db, shape, { where: inArray(shape.table.id, ids) })).map((row) => [row.id, row]))
  await announce(
    shape,
    before.map((row) => {
      const now = after.get(row.id) ?? null
      return { ...doneBy(platform, request), before: row, after: now, input: { [column.name]: now?.[column.name] } }
    }),
  )
}

/** The place of a new record: the last one, or the one that was asked for. */
export async function createdPlace(
  platform: Platform,
  shape: Shape,
  request: Doer,
  input: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { order } = shape.section
  const last = await nextPlace(request.db, shape, input)
  if (order?.by !== 'sort') return last
  const place = Math.min(Math.max(Math.round(Number(input[order.field] ?? last)), 1), last)
  if (place !== last) await makeWay(platform, shape, request, { ...input, [order.field]: last, id: 0 }, place)
  return place
}

/**
 * The place of a record that is updated: the last one of its group where it comes from another, else the one that was asked for,
 * from which the others make way. The order is locked already. Undefined where the update has nothing to do with the order.
 */
export async function updatedPlace(
  platform: Platform,
  shape: Shape,
  request: CallRequest,
  before: AnyRow,
  input: Readonly<Record<string, unknown>>,
): Promise<number | undefined> {
  const { order } = shape.section
  if (!order) return undefined
  const { db } = request
  const isElsewhere = order.within !== undefined && (input[order.within] ?? null) !== (before[order.within] ?? null)
  if (isElsewhere) return nextPlace(db, shape, input)
  if (order.by !== 'sort') return undefined
  const last = (await nextPlace(db, shape, before)) - 1
  const wanted = Math.round(Number(input[order.field] ?? before[order.field]))
  const place = Math.min(Math.max(wanted, 1), last)
  if (place !== Number(before[order.field])) await makeWay(platform, shape, request, before, place)
  return place
}

/** Closes the gaps that deleted records left. */
export async function closeGaps(db: Db, shape: Shape): Promise<void> {
  const { column, group } = orderOf(shape)
  await lockOrder(db, shape)
  await makeDense(db, shape.table, column, group)
}

/** The record `from` takes the place of `to`; those between them move up by one. Both must be of one group. */
export async function moveRow(platform: Platform, shape: Shape, request: CallRequest, from: Key, to: Key): Promise<void> {
  const { db, user } = request
  const { column, within } = orderOf(shape)
  await lockOrder(db, shape)
  const rows = await findRows(db, shape, user, [from, to])
  const find = (key: Key, field: string) => {
    const row = rows.find(({ id, ref }) => String(id) === String(key) || ref === String(key).toLowerCase())
    if (!row) throw fieldError(field, 'unknown_reference')
    return row
  }
  const moved = find(from, 'from')
  const target = find(to, 'to')
  if (within !== undefined && moved[within] !== target[within]) throw fieldError('to', 'choice')
  const [start, end] = [Number(moved[column.name]), Number(target[column.name])]
  if (start === end) return
  const step = start < end ? -1 : 1
  const between = and(sameGroup(shape, moved), sql`${column} between ${Math.min(start, end)} and ${Math.max(start, end)}`)
  const before = await selectRows(db, shape, { where: between, lock: true })
  await db
    .update(shape.table)
    .set({ [column.name]: sql`case when ${shape.table.id} = ${moved.id} then ${end}::int else ${column} + ${step}::int end` })
    .where(between)
  const after = new Map((await selectRows(db, shape, { where: between })).map((row) => [row.id, row]))
  const input = { [column.name]: end }
  await announce(
    shape,
    before.map((row) => ({ ...doneBy(platform, request), before: row, after: after.get(row.id) ?? null, input })),
  )
}
