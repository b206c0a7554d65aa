/** Creates and updates records. The complete candidate is validated, whatever part was sent. */
import { eq } from 'drizzle-orm'
import { changedAliases } from '#contract/kit/field/aliases.ts'
import { isEmpty, isMade } from '#contract/kit/field/field.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import { fillDefaults } from '#contract/kit/field/left-out.ts'
import { validate } from '#contract/kit/field/schema.ts'
import { type AnyRow, initialInput } from '#contract/kit/section/section.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import type { Db } from '#server/db/database.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { keepEarlierVideos } from '#server/video/earlier.ts'
import { expressionsOf } from '../query/expressions.ts'
import { insertStored, lockStored, nextVersion, updateStored } from '../query/prepared-rows.ts'
import { lockRow, seenBy } from '../query/read.ts'
import { resolveReferences } from '../query/references.ts'
import { asInput, rowsOnWire, selectRows, toColumns } from '../query/rows.ts'
import type { Shape } from '../query/shape.ts'
import type { Change, Effect } from '../rules.ts'
import { closeGaps, lockOrder, placeOf } from './order.ts'
import { type Actor, describeActor, publishChange } from './publish-change.ts'
import { cleanRichText } from './rich-text.ts'
import { giveSlugs, keepFormerSlugs } from './slugs.ts'
import { keepUnnamed } from './unnamed.ts'

function validated({ section: { fields, rules } }: Shape, candidate: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const verdict = validate(fields, rules, candidate)
  if (!verdict.ok) throw new ApiError('invalid', undefined, { fields: verdict.problems })
  return cleanRichText(fields, verdict.value)
}

async function checked(
  shape: Shape,
  request: Actor,
  candidate: Readonly<Record<string, unknown>>,
  before?: AnyRow,
): Promise<Record<string, unknown>> {
  return resolveReferences(request, shape.section.fields, validated(shape, candidate), before)
}

/** Fields that this user may not read are not writable either. */
function withoutForbidden(shape: Shape, user: CurrentUser, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { fields } = shape.section
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => {
      const permission = Object.hasOwn(fields, name) ? fields[name]?.permission : undefined
      return !permission || user.permissions.has(permission)
    }),
  )
}

/** Validates a new record as far as possible without the database. Throws 422. */
export function newInput(shape: Shape, { user, body }: Pick<Creation, 'user' | 'body'>): Record<string, unknown> {
  const values = { ...initialInput(shape.section.fields), ...withoutForbidden(shape, user, body) }
  return validated(shape, shape.hooks.placeBeside?.(values, body) ?? values)
}

/** The columns of a new record. */
export function newColumns(
  shape: Shape,
  { user }: Pick<Creation, 'user'>,
  input: Readonly<Record<string, unknown>>,
  ref: string | null = null,
) {
  return { ...toColumns(shape, input), ref: ref ?? uuidv7(), created_by: user.name, updated_by: user.name }
}

/** Columns that `finish` needs: the whole record if its columns are complete. */
function returned(shape: Shape) {
  const isComplete = !shape.hooks.store && expressionsOf(shape).length === 0
  return isComplete ? shape.columns : { id: shape.table.id }
}

/** Returns the record after a write returned `written`. */
async function read(shape: Shape, db: Db, written: Readonly<Record<string, unknown>> | undefined): Promise<AnyRow> {
  const isComplete = returned(shape) === shape.columns
  const rows = !written
    ? []
    : isComplete
      ? await rowsOnWire(db, shape, [written])
      : await selectRows(db, shape, { where: eq(shape.table.id, Number(written.id)) })
  const [row] = rows
  if (!row) throw new Error(`${shape.section.name}: a record is gone within its own transaction`)
  return row
}

/** Writes columns of a locked record and reads it back. */
export async function writeColumns(
  shape: Shape,
  { db, user }: Pick<CallRequest, 'db' | 'user'>,
  id: number,
  values: Readonly<Record<string, unknown>>,
  before: AnyRow | null = null,
): Promise<AnyRow> {
  return read(shape, db, await updateStored(db, shape, id, { ...values, updated_by: user.name }, returned(shape), before))
}

async function finish(shape: Shape, change: Change, written: Readonly<Record<string, unknown>> | undefined) {
  const { db, user } = change
  await shape.hooks.store?.(change, Number(written?.id))
  const after = await read(shape, db, written)
  await publishChange(shape, [{ ...change, after }])
  return seenBy(shape, user, after)
}

/** A create, by a request or as an effect on another record. */
export type Creation = Actor & Pick<CallRequest, 'body' | 'ref' | 'after' | 'isImport'>

export async function createRow(platform: Platform, shape: Shape, request: Creation): Promise<Record<string, unknown>> {
  const { db, after } = request
  const given = newInput(shape, request)
  const input = await resolveReferences(request, shape.section.fields, given, {}, await shape.hooks.stays?.(request, given))
  const values: Record<string, unknown> = newColumns(shape, request, input, request.ref)
  const order = shape.section.order
  const change = {
    ...describeActor(platform, request),
    before: null,
    input,
    values: order ? { ...values, [order.field]: await placeOf(db, shape, input, null) } : values,
    isImport: request.isImport === true,
    after,
  }
  await giveSlugs(db, shape, change.values, null)
  await keepFormerSlugs(db, shape, change.values, null)
  await shape.hooks.prepare?.(change)
  return finish(shape, change, await insertStored(db, shape, change.values, returned(shape)))
}

/** Returns the new state of the record: the whole input, or with a mask only the named fields changed. */
function candidateOf(shape: Shape, { user, body, mask, raw }: CallRequest, before: AnyRow): Record<string, unknown> {
  const { fields } = shape.section
  const current = asInput(fields, before)
  const sent = toRecord(raw)
  const given = withoutForbidden(shape, user, mask ? body : { ...body, ...changedAliases(fields, sent, current) })
  const isForbidden = (name: string) => {
    const permission = fields[name]?.permission
    return permission !== undefined && !user.permissions.has(permission)
  }
  // A mask with a forbidden field would clear it.
  if (mask) return { ...current, ...Object.fromEntries(mask.filter((name) => !isForbidden(name)).map((name) => [name, given[name]])) }
  // A client that sends whole records need not send generated values again.
  const isUnsent = (name: string) => fields[name] !== undefined && isMade(fields[name]) && isEmpty(given[name])
  const kept = Object.entries(current).filter(([name]) => isForbidden(name) || isUnsent(name))
  const values = fillDefaults(fields, { ...keepUnnamed(fields, sent, given, current), ...Object.fromEntries(kept) })
  return shape.hooks.placeBeside?.(values, body) ?? values
}

/** `fixed`: values of the path; a record without them is not found. */
export async function updateRow(
  platform: Platform,
  shape: Shape,
  request: CallRequest,
  fixed: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  const { db, user, params, ifMatch, after } = request
  const { order } = shape.section
  if (order) await lockOrder(db, shape)
  await shape.hooks.lockFirst?.(db, [params.id ?? ''])
  const before = await lockRow(db, shape, user, params.id ?? '')
  if (Object.entries(fixed).some(([name, value]) => before[name] !== value)) throw new ApiError('not_found')
  if (ifMatch !== null && ifMatch !== before.version) throw new ApiError('stale', undefined, { current: seenBy(shape, user, before) })
  const input = await keepEarlierVideos(
    db,
    shape.section.fields,
    await checked(shape, request, candidateOf(shape, request, before), before),
    before,
  )
  const values: Record<string, unknown> = { ...toColumns(shape, input), updated_by: user.name }
  const place = await placeOf(db, shape, input, before)
  if (order && place !== undefined) values[order.field] = place
  await giveSlugs(db, shape, values, before)
  await keepFormerSlugs(db, shape, values, before)
  const change = { ...describeActor(platform, request), before, input, values, isImport: request.isImport === true, after }
  await shape.hooks.prepare?.(change)
  const row = await finish(shape, change, await updateStored(db, shape, before.id, change.values, returned(shape), before))
  if (order?.within !== undefined && place !== undefined) await closeGaps(db, shape)
  return row
}

/** Actor of a change, and number of changes before it. */
export type Cause = Pick<Effect, 'platform' | 'db' | 'user' | 'mutation' | 'depth'>

/**
 * Changes columns of a record because of a change of another, in its transaction: with version, history and reactions, regardless of
 * visibility. Does nothing if it is gone.
 */
export async function changeBecause(shape: Shape, cause: Cause, id: number, values: Readonly<Record<string, unknown>>): Promise<void> {
  const { platform, db, user, mutation = null, depth = 0 } = cause
  const stored = await lockStored(db, shape, { key: '', where: undefined }, id)
  const [before] = await rowsOnWire(db, shape, stored ? [stored] : [])
  if (!before) return
  const after = await writeColumns(shape, cause, id, values, before)
  await publishChange(shape, [{ platform, db, user, mutation, before, after, input: values, depth: depth + 1 }])
}

/** Columns written by each update. */
export function stamp(shape: Shape, user: CurrentUser): Record<string, unknown> {
  return { ...nextVersion(shape), updated_by: user.name }
}
