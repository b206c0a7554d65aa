/** The outbox in Dexie. Transactions are strict where the browser offers it (rule 1). */

import { fieldsOf } from './calls.ts'
import type { OwnerDatabase } from './database.ts'
import { leadTables, writeLeads } from './held-leads.ts'
import { isDue, laneKeeper } from './lanes.ts'
import { claimed, hastened, type Queue, requeued } from './queue.ts'
import { isStill, orphans } from './revise.ts'
import { type Settlement, settle } from './settle.ts'
import type { NewRow, OutboxRow } from './types.ts'
import { uuidv7 } from './uuid.ts'

const window = 100

/** Notices stand in `meta` until a tab that is seen has shown them. */
export const noticeKey = 'notice-'

/** Rows in order, a window at a time: a long queue is not read whole to find its head. */
async function firstFree(db: OwnerDatabase, now: number): Promise<OutboxRow | null> {
  const isFree = laneKeeper()
  for (let last = 0; ; ) {
    const rows = await db.outbox.where('seq').above(last).limit(window).toArray()
    const found = rows.find((row) => isFree(row) && isDue(row, now))
    if (found) return found
    const end = rows.at(-1)
    if (!end || rows.length < window) return null
    last = end.seq
  }
}

async function applyHeld(db: OwnerDatabase, held: NonNullable<Settlement['held']>): Promise<void> {
  if (held.section !== 'leads') return
  const before = await db.leads.bulkGet([...held.changed])
  const rows = before.flatMap((record) => (record ? [{ ...record.row, ...held.patch }] : []))
  if (held.row) rows.push(held.row)
  await writeLeads(db, rows, held.gone)
}

/** Refs that a create still waiting here will make; a row that names one waits for it. */
async function waitingCreates(db: OwnerDatabase, refs: readonly string[]): Promise<string[]> {
  if (refs.length === 0) return []
  const found = await db.outbox.where('touches').anyOf(refs).toArray()
  return refs.filter((ref) => found.some((row) => row.action === 'create' && row.touches.includes(ref)))
}

export interface Addition {
  row: NewRow
  blobs: readonly { key: string; blob: Blob }[]
}

/** Adds rows with their files; resolves when the transaction is durable. `dependsOn` keeps only refs that are still to be made. */
export async function addRows(db: OwnerDatabase, additions: readonly Addition[]): Promise<void> {
  await db.transaction('rw', [db.outbox, db.files], async () => {
    for (const { row, blobs } of additions) {
      const seq = await db.outbox.add({ ...row, dependsOn: await waitingCreates(db, row.dependsOn) })
      await db.files.bulkPut(blobs.map((blob) => ({ ...blob, seq })))
    }
  })
}

/** Changes a row that is still the one looked at; null from `change` removes it with its files. False when it is another by now. */
export async function replaceRow(db: OwnerDatabase, was: OutboxRow, change: (row: OutboxRow) => OutboxRow | null): Promise<boolean> {
  return db.transaction('rw', [db.outbox, db.files], async () => {
    const row = await db.outbox.get(was.seq)
    if (!isStill(row, was)) return false
    const next = change(row)
    if (next) {
      await db.outbox.put(next)
      return true
    }
    await db.outbox.delete(row.seq)
    await db.files.where('seq').equals(row.seq).delete()
    await db.outbox.bulkPut(orphans(row, await db.outbox.where('seq').above(row.seq).toArray()))
    return true
  })
}

async function readNumber(db: OwnerDatabase, key: string): Promise<number | null> {
  const value = (await db.meta.get(key))?.value
  return typeof value === 'number' ? value : null
}

export function createQueue(db: OwnerDatabase): Queue {
  return {
    claim: (now) =>
      db.transaction('rw', db.outbox, async () => {
        const row = await firstFree(db, now)
        if (!row) return null
        const taken = claimed(row)
        await db.outbox.put(taken)
        return taken
      }),
    requeue: () =>
      db.transaction('rw', db.outbox, async () => {
        await db.outbox.bulkPut((await db.outbox.toArray()).flatMap((row) => requeued(row) ?? []))
      }),
    hasten: () =>
      db.transaction('rw', db.outbox, async () => {
        await db.outbox.bulkPut((await db.outbox.toArray()).flatMap((row) => hastened(row) ?? []))
      }),
    settle: async (sent, verdict, now, random) => {
      const fields = await fieldsOf(sent.section)
      await db.transaction('rw', [db.outbox, db.files, db.meta, ...leadTables(db)], async () => {
        const row = await db.outbox.get(sent.seq)
        if (!row || row.id !== sent.id) return
        const later = await db.outbox
          .where('touches')
          .anyOf([...row.touches])
          .distinct()
          .filter((entry) => entry.seq > row.seq)
          .toArray()
        const { put, remove, held, notice } = settle({ row, verdict, later, fields, now, random, newId: uuidv7 })
        await db.outbox.bulkDelete(remove)
        await db.files.where('seq').anyOf(remove).delete()
        await db.outbox.bulkPut(put)
        if (held) await applyHeld(db, held)
        if (notice) await db.meta.put({ key: noticeKey + row.id, value: notice })
      })
    },
    rows: () => db.outbox.orderBy('seq').toArray(),
    files: async (row) => {
      const blobs = await db.files.bulkGet(row.files.map((file) => file.key))
      return row.files.flatMap((file, i) => {
        const stored = blobs[i]
        return stored ? [{ file, blob: stored.blob }] : []
      })
    },
    pausedEpoch: () => readNumber(db, 'pausedEpoch'),
    pause: async (epoch) => void (await db.meta.put({ key: 'pausedEpoch', value: epoch })),
    beat: async (now) => void (await db.meta.put({ key: 'beat', value: now })),
    lastBeat: async () => (await readNumber(db, 'beat')) ?? 0,
  }
}
