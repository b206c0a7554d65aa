/** Ordered rows: positions are dense from 1, within a group if there are groups. */

import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { toText } from '#contract/kit/field/guards.ts'
import { problem } from '#contract/kit/field/problem.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Db } from '#server/db/database.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { refusal } from '#server/platform/core/refusal.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import type { RecordTable } from '../query/matches-table.ts'
import { findRows } from '../query/read.ts'
import { type Key, selectRows } from '../query/rows.ts'
import type { Shape } from '../query/shape.ts'
import { describeActor, publishChange } from './publish-change.ts'

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

/** Locks an order for one writer, to keep it dense. Taken before records, to avoid deadlocks. */
export async function lockOrderNamed(db: Db, name: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`order ${name}`}, 0))`)
}

export const lockOrder = (db: Db, shape: Shape): Promise<void> => lockOrderNamed(db, shape.section.name)

/** Closes gaps of removed rows; rows without a position have no order. Requires the lock. */
export async function makeDense(db: Db, table: RecordTable, column: PgColumn, group?: PgColumn): Promise<void> {
  const partition = group ? sql`partition by ${group}` : sql``
  await db.execute(sql`
    update ${table} set ${sql.identifier(column.name)} = dense.place
    from (select ${table.id} as id, row_number() over (${partition} order by ${column}, ${table.id}) as place
      from ${table} where ${column} is not null) as dense
    where dense.id = ${table.id} and ${column} is distinct from dense.place`)
}

/** Returns the position after a group's last. */
async function nextPlace(db: Db, shape: Shape, record: Readonly<Record<string, unknown>>): Promise<number> {
  const { column } = orderOf(shape)
  await lockOrder(db, shape)
  const [row] = await db
    .select({ next: sql<number>`coalesce(max(${column}), 0) + 1`.mapWith(Number) })
    .from(shape.table)
    .where(sameGroup(shape, record))
  return row?.next ?? 1
}

/** Returns the stored position, last in its group, of a new record or one that changes its group. Undefined if an update keeps it. */
export async function placeOf(
  db: Db,
  shape: Shape,
  input: Readonly<Record<string, unknown>>,
  before: AnyRow | null,
): Promise<number | undefined> {
  const { order } = shape.section
  if (!order) return undefined
  const isElsewhere = order.within !== undefined && (input[order.within] ?? null) !== (before?.[order.within] ?? null)
  return before === null || isElsewhere ? nextPlace(db, shape, input) : undefined
}

/** Closes gaps of deleted records. */
export async function closeGaps(db: Db, shape: Shape): Promise<void> {
  const { column, group } = orderOf(shape)
  await lockOrder(db, shape)
  await makeDense(db, shape.table, column, group)
}

/** Moves record `from` to the position of `to`; those between shift by one. Both must be in one group. */
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
  if (within !== undefined && moved[within] !== target[within]) {
    const { message, reason } = refusal('other_group', { field: within, from: toText(moved[within]), to: toText(target[within]) })
    throw new ApiError('invalid', message, { reason, fields: { to: { ...problem('choice'), message } } })
  }
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
  await publishChange(
    shape,
    before.map((row) => ({ ...describeActor(platform, request), before: row, after: after.get(row.id) ?? null, input })),
  )
}
