/** Batches of codes: list, and switch of all codes. */

import { and, asc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { page } from '#contract/kit/field/paging.ts'
import { conditionOf, unknownField } from '#server/crud/query/list-sql.ts'
import { selectRows } from '#server/crud/query/rows.ts'
import { readableNames } from '#server/crud/query/shape.ts'
import type { Handler } from '#server/crud/rules.ts'
import { describeActor, publishChange } from '#server/crud/write/publish-change.ts'
import { stamp } from '#server/crud/write/write.ts'
import { promoCodes } from '#server/db/tables/commerce.ts'
import { ApiError } from '#server/platform/core/problem.ts'

const part = 1_000

/** GET /batches: those with visible codes, newest first. */
export const listBatches: Handler = async ({ db, user, list }, { shape }) => {
  if (list.sort) throw unknownField('sort', list.sort.field)
  const where = and(isNotNull(promoCodes.batch), conditionOf(shape, list, readableNames(shape, user), user))
  const { batch, name, used, is_active, created_at, created_by } = promoCodes
  const id = sql<number>`min(${promoCodes.id})::int`
  const rows = await db
    .select({
      id,
      batch,
      name: sql<string | null>`min(${name})`,
      codes: sql<number>`count(*)::int`,
      used: sql<number>`sum(${used})::int`,
      active: sql<number>`(count(*) filter (where ${is_active}))::int`,
      created_at: sql<string>`min(${created_at})`.mapWith(created_at),
      created_by: sql<string | null>`min(${created_by})`,
    })
    .from(promoCodes)
    .where(where)
    .groupBy(batch)
    .orderBy(sql`${id} desc`)
    .limit(list.size)
    .offset((list.page - 1) * list.size)
  const [counted] = await db
    .select({ total: sql<number>`count(distinct ${batch})::int` })
    .from(promoCodes)
    .where(where)
  return page(rows, list.page, list.size, counted?.total ?? 0)
}

/** PUT /batches. Codes that are so already are left alone. */
export const switchBatch: Handler = async (request, { platform, shape }) => {
  const { db, user, body } = request
  const is_active = body.is_active === true
  const isOf = eq(promoCodes.batch, toText(body.batch))
  if (!(await db.$count(promoCodes, isOf))) throw new ApiError('not_found')
  for (;;) {
    const found = await db
      .select({ id: promoCodes.id })
      .from(promoCodes)
      .where(and(isOf, ne(promoCodes.is_active, is_active)))
      .orderBy(asc(promoCodes.id))
      .limit(part)
      .for('no key update')
    if (!found.length) return { message: 'Saved' }
    const where = inArray(
      promoCodes.id,
      found.map(({ id }) => id),
    )
    const before = await selectRows(db, shape, { where })
    await db
      .update(promoCodes)
      .set({ is_active, ...stamp(shape, user) })
      .where(where)
    const after = new Map((await selectRows(db, shape, { where })).map((row) => [row.id, row]))
    await publishChange(
      shape,
      before.map((row) => ({ ...describeActor(platform, request), before: row, after: after.get(row.id) ?? null, input: { is_active } })),
    )
  }
}
