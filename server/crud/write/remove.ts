/** Deletes records in the section's format, with a result for each. */
import { inArray } from 'drizzle-orm'
import type { Reason } from '#contract/kit/field/errors.ts'
import type { Removal, RemovalEntry } from '#contract/kit/field/removal.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Db } from '#server/db/database.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError, toApiError } from '#server/platform/core/problem.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { findRows, seenBy } from '../query/read.ts'
import type { Key } from '../query/rows.ts'
import type { Shape } from '../query/shape.ts'
import { inUse } from '../query/uses.ts'
import { closeGaps, lockOrder } from './order.ts'
import { describeActor, publishChange } from './publish-change.ts'

const missing = 'not found'

/** Returns entries for keys without a visible record. */
export function missingEntries(keys: readonly Key[], rows: readonly AnyRow[]): RemovalEntry[] {
  const known = new Set(rows.flatMap(({ id, ref }) => [String(id), ref]))
  return keys
    .filter((key) => !known.has(String(key).toLowerCase()))
    .map((key) =>
      /^\d+$/.test(String(key)) ? { id: Number(key), ref: null, message: missing } : { id: null, ref: String(key), message: missing },
    )
}

export function entry({ id, ref }: AnyRow, message: string, reason?: Reason): RemovalEntry {
  return { id, ref, message, ...(reason && { reason }) }
}

/** A message, or a reason that the console translates. */
type Refused = Pick<RemovalEntry, 'message' | 'reason'>

/** Deletes in a savepoint; if one is in use, each on its own. Returns those in use. */
async function erase(db: Db, shape: Shape, rows: readonly AnyRow[]): Promise<Map<number, Refused>> {
  const drop = (ids: number[]) => db.transaction((tx) => tx.delete(shape.table).where(inArray(shape.table.id, ids)))
  const refusals = new Map<number, Refused>()
  if (!rows.length) return refusals
  try {
    await drop(rows.map(({ id }) => id))
  } catch (error) {
    if (toApiError(error)?.code !== 'in_use') throw error
    for (const { id } of rows) {
      try {
        await drop([id])
      } catch (single) {
        const refusal = toApiError(single)
        if (refusal?.code !== 'in_use') throw single
        refusals.set(id, { message: refusal.message })
      }
    }
  }
  return refusals
}

/** Returns records whose version is not that of If-Match. */
function staleOf(rows: readonly AnyRow[], named: readonly Key[], versions: readonly (number | null)[]): AnyRow[] {
  const wanted = new Map(
    named.flatMap((key, at): [string, number][] => (versions[at] == null ? [] : [[String(key).toLowerCase(), versions[at]]])),
  )
  return rows.filter(({ id, ref, version }) => (wanted.get(ref) ?? wanted.get(String(id)) ?? version) !== version)
}

interface Removing {
  /** Moves records to the trash instead of deleting them. */
  softDelete?: (ids: readonly number[]) => Promise<void>
  /** They were trashed before, so only their history changes. */
  wasGone?: boolean
}

/**
 * Deletes the named records, each with an entry in the response. 404 where none of them is there. A single record has a status as in other
 * calls: 412 when its version differs from If-Match, 422 when it is in use or refused.
 */
export async function removeRows(
  platform: Platform,
  shape: Shape,
  request: CallRequest,
  named: readonly Key[],
  { softDelete: putAway, wasGone = false }: Removing = {},
): Promise<Removal> {
  const { db, user, versions } = request
  const keys = [...new Set(named)]
  if (shape.section.order) await lockOrder(db, shape)
  await shape.hooks.lockFirst?.(db, keys)
  // A trashed row stays: references to it need not wait.
  const rows = await findRows(db, shape, user, keys, { lock: putAway ? 'no key update' : true })
  const unknown = missingEntries(keys, rows)
  if (!rows.length) throw new ApiError('not_found', undefined, { refused: unknown })
  const stale = new Map(
    staleOf(rows, named, versions).map((row) => [row.id, new ApiError('stale', undefined, { current: seenBy(shape, user, row) })]),
  )
  const refused = new Map<number, Refused>(await shape.hooks.refuseRemove?.(db, rows, user))
  for (const [id, { message }] of stale) refused.set(id, { message })
  const free = rows.filter(({ id }) => !refused.has(id))
  // A trashed record keeps its name in references.
  if (!putAway) for (const [id, why] of await inUse(db, shape, free)) refused.set(id, why)
  const going = rows.filter(({ id }) => !refused.has(id))
  if (putAway) await putAway(going.map(({ id }) => id))
  else {
    const drop = () => erase(db, shape, going)
    const ids = going.map(({ id }) => id)
    for (const [id, why] of await (shape.hooks.people?.remove(db, ids, drop) ?? drop())) refused.set(id, why)
  }
  const deleted = rows.filter(({ id }) => !refused.has(id))
  const refusal = (row: AnyRow): RemovalEntry => {
    const current = stale.get(row.id)?.extra.current
    const { message = '', reason } = refused.get(row.id) ?? {}
    return { ...entry(row, message, reason), ...(current !== undefined && { current }) }
  }
  const failed = [...rows.filter((row) => refused.has(row.id)).map(refusal), ...unknown]
  const [first] = failed
  if (keys.length === 1 && first) {
    const { message, reason, current } = first
    const extra = { ...(reason && { reason }), ...(current !== undefined && { current }), refused: failed }
    throw new ApiError(stale.size ? 'stale' : 'in_use', message, extra)
  }
  if (deleted.length && shape.section.order) await closeGaps(db, shape)
  const as = putAway ? 'trash' : wasGone ? 'erase' : null
  await publishChange(
    shape,
    deleted.map((before) => ({ ...describeActor(platform, request), before, after: null, input: {}, ...(as && { as }) })),
  )
  return {
    message: (!deleted.length && first?.message) || shape.section.wire.removed,
    success_entities: deleted.map((row) => entry(row, shape.hooks.removed?.(row) ?? shape.section.wire.removed)),
    failed_entities: failed,
  }
}
