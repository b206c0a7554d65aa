/** Bulk updates, with a result per record. */
import { inArray } from 'drizzle-orm'
import { toRecord } from '#contract/kit/field/guards.ts'
import type { Resource } from '#contract/kit/field/permission.ts'
import type { Removal } from '#contract/kit/field/removal.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Db } from '#server/db/database.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { findRows } from '../query/read.ts'
import { type Key, selectRows } from '../query/rows.ts'
import type { Shape } from '../query/shape.ts'
import { describeActor, publishChange } from './publish-change.ts'
import { entry, missingEntries } from './remove.ts'
import { stamp } from './write.ts'

const isKey = (value: unknown): value is Key => typeof value === 'number' || typeof value === 'string'

/** Returns the distinct records in a body's `ids`. */
export function keysOf(body: Readonly<Record<string, unknown>>): Key[] {
  return Array.isArray(body.ids) ? [...new Set(body.ids.filter(isKey))] : []
}

/** Whether the request names a value, also an empty one: a list that is not named stays (docs/product/forms.md#values-that-are-not-named). */
export const isNamed = ({ raw }: CallRequest, name: string): boolean => Object.hasOwn(toRecord(raw), name)

/** A bulk transfer needs the delete permission beside that of its call (docs/product/access.md#bulk-transfer). Throws 403. */
export function refuseTransfer({ user, body }: CallRequest, resource: Resource = 'crm'): void {
  if (keysOf(body).length > 1 && !user.permissions.has(`delete ${resource}`)) throw new ApiError('forbidden')
}

/** Sets values on every visible record of `ids`; `also` then writes other tables. For a single record that is gone: 404. */
export async function setAll(
  platform: Platform,
  shape: Shape,
  request: CallRequest,
  values: Readonly<Record<string, unknown>>,
  also?: (db: Db, ids: readonly number[]) => Promise<unknown>,
): Promise<Removal> {
  const { db, user, body } = request
  const keys = keysOf(body)
  const rows = await findRows(db, shape, user, keys, { lock: true })
  if (keys.length === 1 && !rows.length) throw new ApiError('not_found')
  const ids = rows.map(({ id }) => id)
  const after = new Map<number, AnyRow>()
  if (ids.length) {
    await db
      .update(shape.table)
      .set({ ...values, ...stamp(shape, user) })
      .where(inArray(shape.table.id, ids))
    await also?.(db, ids)
    for (const row of await selectRows(db, shape, { where: inArray(shape.table.id, ids) })) after.set(row.id, row)
  }
  await publishChange(
    shape,
    rows.map((before) => ({ ...describeActor(platform, request), before, after: after.get(before.id) ?? null, input: values })),
  )
  return {
    message: rows.length ? 'Saved' : 'Nothing was changed',
    success_entities: rows.map((row) => ({ ...entry(row, 'Saved'), version: after.get(row.id)?.version ?? row.version })),
    failed_entities: missingEntries(keys, rows),
  }
}
