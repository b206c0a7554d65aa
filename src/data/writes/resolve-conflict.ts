/** Applies a person's decision about a conflict in one transaction, and sends it. */

import { uuidv7 } from '#contract/lib/uuid.ts'
import { ownerDatabase } from '../cache/db.ts'
import { isConflict, type Resolution } from '../outbox/row/resolve.ts'
import { isUnchangedSince } from '../outbox/row/revise.ts'
import type { OutboxRow } from '../outbox/row/types.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import { orAfterSilence } from '../outbox/store/silence.ts'
import { OutboxError } from './outbox-error.ts'
import { wakeOutbox } from './start.ts'

export type Decide = (decided: { row: OutboxRow; later: readonly OutboxRow[]; newId: () => string }) => Resolution

async function laterThan(db: OwnerDatabase, row: OutboxRow): Promise<OutboxRow[]> {
  const found = await db.outbox
    .where('touches')
    .anyOf([...row.touches])
    .distinct()
    .filter((entry) => entry.seq > row.seq)
    .toArray()
  return found.sort((a, b) => a.seq - b.seq)
}

/** False when the conflict is another by now, or none: somebody decided in another tab, or the server has news. */
export async function resolveConflict(was: OutboxRow, decide: Decide): Promise<boolean> {
  const db = ownerDatabase()
  if (!db) return false
  let decided: Resolution | null = null
  const done = await db.transaction('rw', [db.outbox, db.files], async () => {
    const row = await db.outbox.get(was.seq)
    // A try whose answer was lost has done it already.
    if (decided && row?.id !== was.id && decided.put.some(({ id }) => id === row?.id)) return true
    if (!isUnchangedSince(row, was) || !isConflict(row)) return decided !== null && row === undefined
    decided = decide({ row, later: await laterThan(db, row), newId: uuidv7 })
    const { put, remove } = decided
    await db.outbox.bulkDelete([...remove])
    await db.outbox.bulkPut([...put])
    const kept = put.flatMap((entry) => entry.files.map((file) => ({ key: file.key, seq: entry.seq })))
    for (const { key, seq } of kept) await db.files.update(key, { seq })
    const keys = new Set(kept.map(({ key }) => key))
    await db.files
      .where('seq')
      .anyOf([row.seq, ...remove])
      .filter(({ key }) => !keys.has(key))
      .delete()
    return true
  })
  wakeOutbox()
  return done
}

/** A file that waits on this device, to be looked at; null when it is no longer here. Throws OutboxError where the database does not answer. */
export async function waitingBlob(key: string): Promise<Blob | null> {
  const db = ownerDatabase()
  const stored = db?.withConnection(() => db.files.get(key))
  return (stored && (await orAfterSilence(stored, () => Promise.reject(new OutboxError('silent')))))?.blob ?? null
}
