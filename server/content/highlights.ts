/** Highlighted records of a section with an order of their own: dense from 1, stored as a number of the record. */
import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import type { RecordTable } from '#server/crud/query/matches-table.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import { findRows } from '#server/crud/query/read.ts'
import { type Key, selectRows } from '#server/crud/query/rows.ts'
import type { Shape } from '#server/crud/query/shape.ts'
import type { Announced, CallTools, Handler, Hooks } from '#server/crud/rules.ts'
import { lockOrderNamed, makeDense } from '#server/crud/write/order.ts'
import { describeActor, publishChange } from '#server/crud/write/publish-change.ts'
import type { Db } from '#server/db/database.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'

interface Highlighting {
  section: Section
  table: RecordTable & { highlight: PgColumn }
  /** Columns of the list of highlights beside `sort`; `search` names those searched. */
  columns: Readonly<Record<string, PgColumn>>
  search: readonly string[]
  /** Path parameter of the moved record, and name of the removed ones in a body. */
  moved: string
  removed: string
  max: number
}

const isKey = (value: unknown): value is Key => typeof value === 'number' || typeof value === 'string'

/** Returns the body's records. Throws 422 for an absent one. */
async function namedIn({ db, user, body }: CallRequest, shape: Shape, name: string): Promise<AnyRow[]> {
  const sent = body[name]
  const keys = [...new Set(Array.isArray(sent) ? sent.filter(isKey) : [])]
  const rows = await findRows(db, shape, user, keys)
  const known = new Map(rows.flatMap((row) => [[String(row.id), row] as const, [row.ref, row] as const]))
  return keys.map((key, at) => {
    const row = known.get(String(key).toLowerCase())
    if (!row) throw fieldError(`${name}.${at}`, 'unknown_reference')
    return row
  })
}

/** Returns the handlers of a section's highlights, and the hook that closes gaps of deleted ones. */
export function serveHighlights({ section, table, columns, search, moved: param, removed: removedName, max }: Highlighting) {
  const orderName = `${section.name} highlights`
  const listed = { ...columns, sort: sql<number>`${table.highlight}` }

  /** Highlights in order, which is locked. */
  async function lockHighlights(db: Db, shape: Shape): Promise<AnyRow[]> {
    await lockOrderNamed(db, orderName)
    return selectRows(db, shape, { where: isNotNull(table.highlight), order: [asc(table.highlight), asc(table.id)] })
  }

  /** Writes changed positions: `order` from 1, none for `removed`. */
  async function arrange({ platform, shape }: CallTools, request: CallRequest, order: readonly AnyRow[], removed: readonly AnyRow[] = []) {
    const placed = order.map((row, at): [AnyRow, number | null] => [row, at + 1])
    const changed = [...placed, ...removed.map((row): [AnyRow, null] => [row, null])].filter(([row, place]) => row.highlight !== place)
    for (const [{ id }, highlight] of changed)
      await request.db
        .update(table)
        .set({ [table.highlight.name]: highlight })
        .where(eq(table.id, id))
    await publishChange(
      shape,
      changed.map(([before, highlight]) => ({
        ...describeActor(platform, request),
        before,
        after: { ...before, highlight },
        input: { highlight },
      })),
    )
    return { message: 'Saved' }
  }

  const list: Handler = ({ db, list: asked }) => {
    const select = (where: SQL | undefined) =>
      db
        .select(listed)
        .from(table)
        .where(and(isNotNull(table.highlight), where))
        .$dynamic()
    return readPage(db, asked, sectionCall(section, 'highlights'), { columns: listed, search, sort: 'sort asc' }, select)
  }

  /** Appends new highlights; existing ones keep their positions. */
  const add: Handler = async (request, tools) => {
    const order = await lockHighlights(request.db, tools.shape)
    const present = new Set(order.map(({ id }) => id))
    const added = (await namedIn(request, tools.shape, 'ids')).filter(({ id }) => !present.has(id))
    if (order.length + added.length > max) throw fieldError('ids', 'max_entries', { max })
    return arrange(tools, request, [...order, ...added])
  }

  const move: Handler = async (request, tools) => {
    const order = await lockHighlights(request.db, tools.shape)
    const key = request.params[param] ?? ''
    const moved = order.find(({ id, ref }) => String(id) === key || ref === key.toLowerCase())
    if (!moved) throw fieldError(param, 'unknown_reference')
    const others = order.filter((row) => row !== moved)
    const place = Math.min(Math.max(Number(request.body.sort), 1), order.length)
    return arrange(tools, request, others.toSpliced(place - 1, 0, moved))
  }

  const remove: Handler = async (request, tools) => {
    const order = await lockHighlights(request.db, tools.shape)
    const removed = new Set((await namedIn(request, tools.shape, removedName)).map(({ id }) => id))
    const isRemoved = ({ id }: AnyRow) => removed.has(id)
    return arrange(
      tools,
      request,
      order.filter((row) => !isRemoved(row)),
      order.filter(isRemoved),
    )
  }

  async function closeGaps(effects: readonly Announced[]): Promise<void> {
    const [gone] = effects.filter(({ before, after }) => after === null && before?.highlight != null)
    if (!gone) return
    await lockOrderNamed(gone.db, orderName)
    await makeDense(gone.db, table, table.highlight)
  }

  return {
    calls: { highlights: list, highlight: add, place: move, unhighlight: remove },
    afterChange: closeGaps satisfies Hooks['afterChange'],
  }
}
