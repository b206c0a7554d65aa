/** Highlighted questions with an order of their own: dense from 1, stored as a number of the question. */
import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { faq, maxHighlights } from '#contract/sections/content/faq.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import { findRows } from '#server/crud/query/read.ts'
import { type Key, selectRows } from '#server/crud/query/rows.ts'
import type { Shape } from '#server/crud/query/shape.ts'
import type { Announced, CallTools, Handler } from '#server/crud/rules.ts'
import { lockOrderNamed, makeDense } from '#server/crud/write/order.ts'
import { describeActor, publishChange } from '#server/crud/write/publish-change.ts'
import type { Db } from '#server/db/database.ts'
import { faqs } from '#server/db/tables/content.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'

const orderName = 'faq highlights'

/** Highlights in order, which is locked. */
async function highlighted(db: Db, shape: Shape): Promise<AnyRow[]> {
  await lockOrderNamed(db, orderName)
  return selectRows(db, shape, { where: isNotNull(faqs.highlight), order: [asc(faqs.highlight), asc(faqs.id)] })
}

/** Writes changed positions: `order` from 1, none for `removed`. */
async function arrange({ platform, shape }: CallTools, request: CallRequest, order: readonly AnyRow[], removed: readonly AnyRow[] = []) {
  const placed = order.map((row, at): [AnyRow, number | null] => [row, at + 1])
  const changed = [...placed, ...removed.map((row): [AnyRow, null] => [row, null])].filter(([row, place]) => row.highlight !== place)
  for (const [{ id }, highlight] of changed) await request.db.update(faqs).set({ highlight }).where(eq(faqs.id, id))
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

const isKey = (value: unknown): value is Key => typeof value === 'number' || typeof value === 'string'

/** Returns the body's questions. Throws 422 for an absent one. */
async function namedIn({ db, user, body }: CallRequest, shape: Shape, name: 'ids' | 'faq_ids'): Promise<AnyRow[]> {
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

export const listHighlights: Handler = ({ db, list }) => {
  const { id, ref, version, question, is_show } = faqs
  const columns = { id, ref, version, question, is_show, sort: sql<number>`${faqs.highlight}` }
  const select = (where: SQL | undefined) =>
    db
      .select(columns)
      .from(faqs)
      .where(and(isNotNull(faqs.highlight), where))
      .$dynamic()
  return readPage(db, list, sectionCall(faq, 'highlights'), { columns, search: ['question'], sort: 'sort asc' }, select)
}

/** Appends new highlights; existing ones keep their positions. */
export const addHighlights: Handler = async (request, tools) => {
  const order = await highlighted(request.db, tools.shape)
  const present = new Set(order.map(({ id }) => id))
  const added = (await namedIn(request, tools.shape, 'ids')).filter(({ id }) => !present.has(id))
  if (order.length + added.length > maxHighlights) throw fieldError('ids', 'max_entries', { max: maxHighlights })
  return arrange(tools, request, [...order, ...added])
}

export const moveHighlight: Handler = async (request, tools) => {
  const order = await highlighted(request.db, tools.shape)
  const key = request.params.faq_id ?? ''
  const moved = order.find(({ id, ref }) => String(id) === key || ref === key.toLowerCase())
  if (!moved) throw fieldError('faq_id', 'unknown_reference')
  const others = order.filter((row) => row !== moved)
  const place = Math.min(Math.max(Number(request.body.sort), 1), order.length)
  return arrange(tools, request, others.toSpliced(place - 1, 0, moved))
}

export const removeHighlights: Handler = async (request, tools) => {
  const order = await highlighted(request.db, tools.shape)
  const removed = new Set((await namedIn(request, tools.shape, 'faq_ids')).map(({ id }) => id))
  const isRemoved = ({ id }: AnyRow) => removed.has(id)
  return arrange(
    tools,
    request,
    order.filter((row) => !isRemoved(row)),
    order.filter(isRemoved),
  )
}

/** Closes gaps of deleted highlights. */
export async function followRemovals(effects: readonly Announced[]): Promise<void> {
  const [gone] = effects.filter(({ before, after }) => after === null && before?.highlight != null)
  if (!gone) return
  await lockOrderNamed(gone.db, orderName)
  await makeDense(gone.db, faqs, faqs.highlight)
}
