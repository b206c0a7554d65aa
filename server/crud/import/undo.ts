/** Takes an import back, newest first: created records go, changed ones are put back. What somebody changed since stays. */
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { AnyRow } from '#contract/kit/section.ts'
import type { Db } from '#server/db/database.ts'
import { toApiError } from '#server/platform/problem.ts'
import { findRows } from '../read.ts'
import { removeRows } from '../remove.ts'
import { asInput } from '../rows.ts'
import { updateRow } from '../write.ts'
import { rowRequest } from './request.ts'
import { setImport } from './state.ts'
import type { Storing } from './store.ts'
import { importRows } from './tables.ts'

const atOnce = 100

type Entry = typeof importRows.$inferSelect

/** In a savepoint; false where the section or the person's permissions refuse. */
async function tried(db: Db, work: (tx: Db) => Promise<unknown>): Promise<boolean> {
  try {
    await db.transaction(work)
    return true
  } catch (error) {
    const refusal = toApiError(error)
    if (refusal && refusal.status < 500) return false
    throw error
  }
}

function takeBack({ platform, db, user, shape, after }: Storing, { before, version }: Entry, row: AnyRow): Promise<boolean> {
  const { permission, fields } = shape.section
  if (row.version !== version || !user.permissions.has(`${before ? 'update' : 'delete'} ${permission}`)) return Promise.resolve(false)
  return tried(db, (tx) => {
    if (!before) return removeRows(platform, shape, rowRequest(user, tx, after), [row.id])
    const more = { body: asInput(fields, before), params: { id: String(row.id) } }
    return updateRow(platform, shape, rowRequest(user, tx, after, more))
  })
}

/** One part of an undo. True when nothing is left. */
export async function undoPart(storing: Storing): Promise<boolean> {
  const { db, user, shape, stored } = storing
  const entries = await db.select().from(importRows).where(eq(importRows.import_id, stored.id)).orderBy(desc(importRows.id)).limit(atOnce)
  const ids = entries.map(({ record }) => record)
  const rows = new Map((ids.length ? await findRows(db, shape, user, ids, { lock: true }) : []).map((row) => [row.id, row]))
  let undone = 0
  for (const entry of entries) {
    const row = rows.get(entry.record)
    if (row && (await takeBack(storing, entry, row))) undone += 1
  }
  const done = entries.map(({ id }) => id)
  if (done.length) await db.delete(importRows).where(and(eq(importRows.import_id, stored.id), inArray(importRows.id, done)))
  const isOver = entries.length < atOnce
  await setImport(db, stored.id, {
    state: isOver ? 'undone' : 'undoing',
    undone: stored.undone + undone,
    kept: stored.kept + entries.length - undone,
  })
  return isOver
}
