/** Takes an import back, a part at a time: created leads go, changed ones are put back. What somebody changed since stays. */
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AnyRow } from '#contract/kit/section.ts'
import { leads as section } from '#contract/sections/sales/leads.ts'
import { announce, doneBy } from '#server/crud/announce.ts'
import { scopeOf } from '#server/crud/read.ts'
import { removeRows } from '#server/crud/remove.ts'
import { asInput, selectRows, toColumns } from '#server/crud/rows.ts'
import { stamp } from '#server/crud/write.ts'
import { leads } from '#server/db/crm.ts'
import type { Db } from '#server/db/database.ts'
import type { Platform } from '#server/platform/context.ts'
import type { CallRequest } from '#server/platform/mount.ts'
import { ApiError, toApiError } from '#server/platform/problem.ts'
import { leadsApi, mayAssign, prepareLeads } from './api.ts'
import { findImport, mayUndo, type StoredImport, setImport } from './import-state.ts'
import { leadImportRows } from './import-tables.ts'

const { shape } = leadsApi
const atOnce = 500

type Entry = typeof leadImportRows.$inferSelect
type Outcome = NonNullable<Entry['outcome']>

/** Deletes created leads. Answers with those that are gone now. */
async function removeCreated(platform: Platform, request: CallRequest, rows: readonly AnyRow[]): Promise<Set<number>> {
  if (!rows.length) return new Set()
  try {
    const { success_entities } = await removeRows(
      platform,
      shape,
      request,
      rows.map(({ id }) => id),
    )
    return new Set(success_entities.flatMap(({ id }) => id ?? []))
  } catch (error) {
    // One lead alone answers as a call does: it is in use, or no longer this person's to see.
    if (toApiError(error)) return new Set()
    throw error
  }
}

/** Writes a changed lead as it was. False when what it was is no longer possible, or not this person's to give. */
async function putBack(platform: Platform, request: CallRequest, now: AnyRow, before: AnyRow): Promise<boolean> {
  const { db, user } = request
  const input = asInput(section.fields, before)
  const mayWrite = user.permissions.has('update crm') && mayAssign(user, Number(now.sales ?? 0), Number(input.sales ?? 0))
  if (!mayWrite) return false
  try {
    await db.transaction(async (tx: Db) => {
      const values = toColumns(shape, input)
      await prepareLeads([{ db: tx, input, values }])
      await tx
        .update(leads)
        .set({ ...values, ...stamp(shape, user) })
        .where(and(scopeOf(shape, user).where, eq(leads.id, now.id)))
      const [after] = await selectRows(tx, shape, { where: eq(leads.id, now.id) })
      await announce(shape, [{ ...doneBy(platform, request), db: tx, before: now, after: after ?? null, input }])
    })
    return true
  } catch (error) {
    if (toApiError(error)) return false
    throw error
  }
}

async function judge(db: Db, entries: readonly Entry[], outcomes: ReadonlyMap<number, Outcome>, names: ReadonlyMap<number, string>) {
  for (const outcome of ['undone', 'kept', 'gone'] as const) {
    const ids = entries.filter((entry) => outcomes.get(entry.id) === outcome).map(({ id }) => id)
    if (ids.length) await db.update(leadImportRows).set({ outcome }).where(inArray(leadImportRows.id, ids))
  }
  for (const entry of entries) {
    const name = outcomes.get(entry.id) === 'undone' ? undefined : (names.get(entry.lead_id) ?? entry.before?.name)
    if (name !== undefined)
      await db
        .update(leadImportRows)
        .set({ name: String(name) })
        .where(eq(leadImportRows.id, entry.id))
  }
}

/** One part of an undo; the state is 'undone' when nothing is left. Throws 410 after its day. */
export async function undoPart(platform: Platform, request: CallRequest): Promise<StoredImport> {
  const { db, user, params } = request
  const stored = await findImport(db, user, params.id ?? '', true)
  if (stored.state === 'undone') return stored
  if (!mayUndo(stored)) throw new ApiError('gone', 'This import can no longer be undone.')
  const open = and(eq(leadImportRows.import_id, stored.id), isNull(leadImportRows.outcome))
  const entries = await db.select().from(leadImportRows).where(open).orderBy(desc(leadImportRows.id)).limit(atOnce)
  const listed = inArray(
    leads.id,
    entries.map(({ lead_id }) => lead_id),
  )
  // Locked in any case, so that nobody takes one of them into or out of this person's sight meanwhile.
  const there = entries.length ? await db.select({ id: leads.id }).from(leads).where(listed).for('update') : []
  const exists = new Set(there.map(({ id }) => id))
  const found = entries.length ? await selectRows(db, shape, { where: and(scopeOf(shape, user).where, listed) }) : []
  const rows = new Map(found.map((row) => [row.id, row]))
  const outcomes = new Map<number, Outcome>()
  const created: { entry: Entry; row: AnyRow }[] = []
  for (const entry of entries) {
    const row = rows.get(entry.lead_id)
    if (!row) outcomes.set(entry.id, exists.has(entry.lead_id) ? 'kept' : 'gone')
    else if (row.version !== entry.version) outcomes.set(entry.id, 'kept')
    else if (entry.before) outcomes.set(entry.id, (await putBack(platform, request, row, entry.before)) ? 'undone' : 'kept')
    else created.push({ entry, row })
  }
  const removed = await removeCreated(
    platform,
    request,
    created.map(({ row }) => row),
  )
  for (const { entry, row } of created) outcomes.set(entry.id, removed.has(row.id) ? 'undone' : 'kept')
  await judge(db, entries, outcomes, new Map(found.map((row) => [row.id, String(row.name)])))
  const undone = [...outcomes.values()].filter((outcome) => outcome === 'undone').length
  const [rest] = await db.select({ count: sql<number>`count(*)::int` }).from(leadImportRows).where(open)
  return setImport(db, stored.id, {
    state: rest?.count ? 'undoing' : 'undone',
    undone: stored.undone + undone,
    kept: stored.kept + outcomes.size - undone,
  })
}
