/** Restorable records: `deleted_at` is part of the scope, so that no read or write forgets it. */

import { and, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import { toText } from '#contract/kit/field/guards.ts'
import { validate } from '#contract/kit/field/schema.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { updateStored } from '../query/prepared-rows.ts'
import { lockRow, seenBy } from '../query/read.ts'
import { resolveReferences } from '../query/references.ts'
import { asInput, selectRows } from '../query/rows.ts'
import type { Shape } from '../query/shape.ts'
import type { Hooks } from '../rules.ts'
import { describeActor, publishChange } from './publish-change.ts'
import { stamp } from './write.ts'

/** A section with all records, active ones and trashed ones. Without a trash all are one. */
export interface Shapes {
  whole: Shape
  there: Shape
  trashed: Shape
}

function scopedBy(whole: Shape, key: string, condition: SQL): Shape {
  const { hooks } = whole
  const scope: Hooks['scope'] = (user) => {
    const own = hooks.scope?.(user)
    return { key: `${key} ${own?.key ?? ''}`, where: and(own?.where, condition) }
  }
  return { ...whole, hooks: { ...hooks, scope }, whole }
}

/** Throws if the table lacks the trash columns. */
export function shapesOf(whole: Shape): Shapes {
  if (!whole.section.trash) return { whole, there: whole, trashed: whole }
  const { deleted_at } = getTableColumns(whole.table)
  if (!(deleted_at instanceof PgColumn)) throw new Error(`${whole.section.name} has a trash, so its table needs a column deleted_at`)
  return { whole, there: scopedBy(whole, 'there', isNull(deleted_at)), trashed: scopedBy(whole, 'trashed', isNotNull(deleted_at)) }
}

/** Trashes records that nothing holds back. */
export async function softDelete(shape: Shape, { db, user }: CallRequest, ids: readonly number[]): Promise<void> {
  if (!ids.length) return
  await db
    .update(shape.table)
    .set({ ...stamp(shape, user), deleted_at: sql`now()` })
    .where(inArray(shape.table.id, [...ids]))
}

/**
 * Restores a deleted record unchanged. Throws 404, and 422 if it is invalid today: a reference is gone, a value not allowed, or a unique
 * one taken.
 */
export async function restoreRow(
  platform: Platform,
  { there: shape, trashed }: Shapes,
  request: CallRequest,
): Promise<Record<string, unknown>> {
  const { db, user, params, body } = request
  const { fields, rules } = shape.section
  const before = await lockRow(db, trashed, user, params.id ?? toText(body.id))
  if (shape.hooks.refuseRestore) await shape.hooks.refuseRestore(before, db)
  else {
    const checked = validate(fields, rules, asInput(fields, before))
    if (!checked.ok) throw new ApiError('invalid', undefined, { fields: checked.problems })
    // A salesperson who left does not prevent a restore.
    await resolveReferences(request, fields, checked.value, {}, checked.value)
  }
  await updateStored(db, shape, before.id, { deleted_at: null, updated_by: user.name }, { id: shape.table.id })
  const read = async () => {
    const [row] = await selectRows(db, shape, { where: inArray(shape.table.id, [before.id]) })
    if (!row) throw new Error(`${shape.section.name}: a record is gone within its own transaction`)
    return row
  }
  await publishChange(shape, [{ ...describeActor(platform, request), before: null, after: await read(), input: {}, as: 'restore' }])
  // Reactions may have changed its due date.
  return seenBy(shape, user, await read())
}
