/** What a person can do with a change that waits: retry, edit, discard, export (rule 4). */
import { cancelMutation } from '#contract/sync.ts'
import { ownerDatabase } from '../db.ts'
import { request } from '../request.ts'
import { isRecord } from '../storage.ts'
import type { OwnerDatabase } from './database.ts'
import { wakeOutbox } from './start.ts'
import type { Base, OutboxRow } from './types.ts'
import { uuidv7 } from './uuid.ts'

/** 'sent': the server had done it already, so there is nothing left to change here. 'missing': it is no longer there. */
export type ActionResult = 'ok' | 'sent' | 'missing'

const fresh = { state: 'queued', reason: null, attempts: 0, nextAttemptAt: 0, lastError: null } as const

/** A row with a verdict goes on under a new id, in its old place; one without keeps its id. */
const renewed = (row: OutboxRow): OutboxRow => ({
  ...row,
  ...fresh,
  ...(row.decided && { id: uuidv7(), decided: false, attempted: false }),
})

function database(): OwnerDatabase {
  const db = ownerDatabase()
  if (!db) throw new Error('nobody is signed in')
  return db
}

/** Changes the row in one transaction; null from `change` removes it with its files. False when it is another row by now. */
async function replace(db: OwnerDatabase, was: OutboxRow, change: (row: OutboxRow) => OutboxRow | null): Promise<boolean> {
  return db.transaction('rw', [db.outbox, db.files], async () => {
    const row = await db.outbox.get(was.seq)
    if (row?.id !== was.id || row.attempted !== was.attempted) return false
    const next = change(row)
    if (next) {
      await db.outbox.put(next)
      return true
    }
    await db.outbox.delete(row.seq)
    await db.files.where('seq').equals(row.seq).delete()
    if (row.action === 'create') await parkDependents(db, row)
    return true
  })
}

/** The record they speak of will never be made. */
async function parkDependents(db: OwnerDatabase, gone: OutboxRow): Promise<void> {
  const rows = await db.outbox.where('seq').above(gone.seq).toArray()
  const lastError = { status: 0, code: 'dependency', message: '' }
  const dependents = rows.filter((row) => gone.touches.some((ref) => row.touches.includes(ref) || row.dependsOn.includes(ref)))
  await db.outbox.bulkPut(dependents.map((row) => ({ ...row, state: 'parked' as const, reason: 'dependency' as const, lastError })))
}

/** Sends it again: at once when it waited, under a new id when the server had refused it. */
export async function retry(seq: number): Promise<ActionResult> {
  const db = database()
  const row = await db.outbox.get(seq)
  if (!row || row.state === 'sending') return row ? 'ok' : 'missing'
  const current = row.reason === 'conflict' ? row.lastError?.current : undefined
  const base = current ? { version: current.version, values: current } : row.base
  const done = await replace(db, row, (entry) => ({ ...renewed(entry), base }))
  wakeOutbox()
  return done ? 'ok' : 'missing'
}

/** Asks the server for a verdict on a row that may have reached it. True when it had taken effect. */
async function tookEffect(row: OutboxRow): Promise<boolean> {
  if (!row.attempted || row.decided) return false
  const answer = await request<unknown>(cancelMutation, { params: { id: row.id } })
  const status = isRecord(answer) ? Number(answer.status) : 0
  return status >= 200 && status < 300
}

/** Forgets a change. Throws ApiError without a line when the server has to be asked first. */
export async function discard(seq: number): Promise<ActionResult> {
  const db = database()
  const row = await db.outbox.get(seq)
  if (!row) return 'missing'
  if (await tookEffect(row)) {
    wakeOutbox()
    return 'sent'
  }
  const done = await replace(db, row, () => null)
  wakeOutbox()
  return done ? 'ok' : 'missing'
}

export interface Edit {
  /** The whole patch as it is to be sent; fields with files that wait stay as they are unless named. */
  patch: Readonly<Record<string, unknown>>
  /** After a conflict: the version and values the person decided on. */
  base?: Base
}

/** Changes what waits. 'sent' means it is too late: the change is an ordinary edit of the record now. */
export async function edit(seq: number, { patch, base }: Edit): Promise<ActionResult> {
  const db = database()
  const row = await db.outbox.get(seq)
  if (!row) return 'missing'
  if (await tookEffect(row)) {
    wakeOutbox()
    return 'sent'
  }
  // A row the server has just cancelled has a verdict, too.
  const done = await replace(db, row, (entry) => ({
    ...renewed({ ...entry, decided: entry.decided || entry.attempted }),
    patch: entry.action === 'create' ? { ...patch, ref: entry.touches[0] ?? '' } : patch,
    base: base ?? entry.base,
  }))
  wakeOutbox()
  return done ? 'ok' : 'missing'
}

/** A change as a text file, for the person to keep or send to support. */
export function exportRow(row: OutboxRow): { name: string; text: string } {
  const { owner: _owner, dependsOn: _dependsOn, ...rest } = row
  return { name: `${row.call}-${row.id}.json`, text: JSON.stringify(rest, null, 2) }
}
