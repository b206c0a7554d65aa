/** Undoes an import in parts, newest first: deletes created records, restores changed ones, keeps those changed since. */

import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Db } from '#server/db/database.ts'
import { importRows } from '#server/db/tables/imports.ts'
import { toApiError } from '#server/platform/core/problem.ts'
import { findRows } from '../query/read.ts'
import { asInput } from '../query/rows.ts'
import { removeRows } from '../write/remove.ts'
import { updateRow } from '../write/write.ts'
import { rowRequest } from './request.ts'
import { type StoredImport, setImport } from './state.ts'
import type { Storing } from './store.ts'

type Entry = typeof importRows.$inferSelect
type Outcome = NonNullable<Entry['outcome']>

/** Runs in a savepoint; null if section or permissions refuse. */
export async function tried<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T | null> {
  try {
    return await db.transaction(work)
  } catch (error) {
    const refusal = toApiError(error)
    if (refusal && refusal.status < 500) return null
    throw error
  }
}

/** Deletes the import's records, which needs no other permission. Returns the deleted ones. */
async function removeCreated({ platform, db, user, shape, after }: Storing, rows: readonly AnyRow[]): Promise<ReadonlySet<number>> {
  if (!rows.length) return new Set()
  const ids = rows.map(({ id }) => id)
  const removal = await tried(db, (tx) => removeRows(platform, shape, rowRequest(user, tx, after), ids))
  return new Set(removal?.success_entities.flatMap(({ id }) => id ?? []))
}

/** Restores a changed record. False if its former values are no longer valid or permitted. */
export async function putBack({ platform, db, user, shape, after }: Storing, { id }: AnyRow, before: AnyRow): Promise<boolean> {
  const { permission, fields } = shape.section
  if (!user.permissions.has(`update ${permission}`)) return false
  const body = asInput(fields, before)
  const more = { body, raw: body, params: { id: String(id) } }
  return (await tried(db, (tx) => updateRow(platform, shape, rowRequest(user, tx, after, more)))) !== null
}

/** Returns the titles of kept records. */
async function judge(db: Db, entries: readonly Entry[], outcomes: ReadonlyMap<number, Outcome>, names: ReadonlyMap<number, string>) {
  for (const outcome of ['undone', 'kept', 'gone'] as const) {
    const ids = entries.filter((entry) => outcomes.get(entry.id) === outcome).map(({ id }) => id)
    if (ids.length) await db.update(importRows).set({ outcome }).where(inArray(importRows.id, ids))
  }
  for (const { id, record } of entries) {
    const name = outcomes.get(id) === 'undone' ? undefined : names.get(record)
    if (name !== undefined) await db.update(importRows).set({ name }).where(eq(importRows.id, id))
  }
}

/** A record that an import made or changed, and its state now. */
export interface Undoing {
  entry: Entry
  row: AnyRow
}
/** By id of the entry: whether the import's effect is fully undone. */
export type UndoRecords = (storing: Storing, records: readonly Undoing[]) => Promise<ReadonlyMap<number, boolean>>

/** Deletes created records, restores changed ones, and keeps those changed since. */
export const undoRecords: UndoRecords = async (storing, records) => {
  const isUndone = new Map<number, boolean>()
  const untouched = records.filter(({ entry, row }) => row.version === entry.version)
  for (const { entry, row } of untouched) if (entry.before) isUndone.set(entry.id, await putBack(storing, row, entry.before))
  const created = untouched.filter(({ entry }) => !entry.before)
  const removed = await removeCreated(
    storing,
    created.map(({ row }) => row),
  )
  for (const { entry, row } of created) isUndone.set(entry.id, removed.has(row.id))
  return isUndone
}

/** Runs one part of an undo of a locked import; the state is 'undone' at the end. */
export async function undoPart(storing: Storing, atOnce: number, undo: UndoRecords = undoRecords): Promise<StoredImport> {
  const { db, user, shape, stored } = storing
  const { table, section } = shape
  const open = and(eq(importRows.import_id, stored.id), isNull(importRows.outcome))
  const entries = await db.select().from(importRows).where(open).orderBy(desc(importRows.id)).limit(atOnce)
  const ids = entries.map(({ record }) => record)
  // Always locked, so that nobody changes their visibility to this person meanwhile.
  const strength = section.trash ? 'no key update' : 'update'
  const there = ids.length
    ? await db.select({ id: table.id }).from(table).where(inArray(table.id, ids)).orderBy(table.id).for(strength)
    : []
  const exists = new Set(there.map(({ id }) => Number(id)))
  const found = ids.length ? await findRows(db, shape, user, ids) : []
  const rows = new Map(found.map((row) => [row.id, row]))
  const nameOf = (row: AnyRow) => toText(row[section.title])
  const names = new Map(entries.flatMap(({ record, before }) => (before && !exists.has(record) ? [[record, nameOf(before)] as const] : [])))
  for (const row of found) names.set(row.id, nameOf(row))
  const seen = entries.flatMap((entry) => {
    const row = rows.get(entry.record)
    return row ? [{ entry, row }] : []
  })
  const isUndone = await undo(storing, seen)
  const outcomes = new Map(
    entries.map(({ id, record }): [number, Outcome] => {
      if (rows.has(record)) return [id, isUndone.get(id) ? 'undone' : 'kept']
      return [id, exists.has(record) ? 'kept' : 'gone']
    }),
  )
  await judge(db, entries, outcomes, names)
  const undone = [...outcomes.values()].filter((outcome) => outcome === 'undone').length
  const [rest] = await db.select({ count: sql<number>`count(*)::int` }).from(importRows).where(open)
  return setImport(db, stored.id, {
    state: rest?.count ? 'undoing' : 'undone',
    undone: stored.undone + undone,
    kept: stored.kept + outcomes.size - undone,
  })
}
