/** The outbox in Dexie. Transactions are strict where the browser offers it (rule 1). */
import type { AnyRow } from '#contract/kit/section/section.ts'
import { type Batch, createBatch } from '../row/batch.ts'
import { fieldsOfAll } from '../row/calls.ts'
import { claimed, type Queue, requeued, type Sent, withRetryNow } from '../row/queue.ts'
import { inPlaceOf, isUnchangedSince, orphans, refusedTries } from '../row/revise.ts'
import { type Settlements, settleAll } from '../row/settle-all.ts'
import type { NewRow, OutboxRow } from '../row/types.ts'
import { chatTables, isMessage, patchRooms, putMessages } from './chat-cache.ts'
import type { OwnerDatabase } from './database.ts'
import { allCaches, type RowCache, readRows, rowTables, writeRows } from './row-cache.ts'

const window = 250

/** Notices stand in `meta` until a tab that is seen has shown them. */
export const noticeKey = 'notice-'

/** Rows in order, a window at a time: a long queue is not read whole to find its head. */
async function take(db: OwnerDatabase, taker: Batch): Promise<OutboxRow[]> {
  for (let last = 0; ; ) {
    const rows = await db.outbox.where('seq').above(last).limit(window).toArray()
    const end = rows.at(-1)
    if (rows.some((row) => taker.offer(row) === 'full') || !end || rows.length < window) return taker.rows.map(claimed)
    last = end.seq
  }
}

/** The rows that were sent as they stand now, and every one that shares a record with them. */
async function concerned(db: OwnerDatabase, sent: readonly Sent[]): Promise<OutboxRow[]> {
  const own = await db.outbox.bulkGet(sent.map(({ row }) => row.seq))
  const refs = new Set(own.flatMap((row) => row?.touches ?? []))
  const sharing = await db.outbox
    .where('touches')
    .anyOf([...refs])
    .distinct()
    .toArray()
  return [...new Map([...own, ...sharing].flatMap((row) => (row ? [[row.seq, row] as const] : []))).values()]
}

/** Applies verdicts to the cached rows of an area, in their order; each record is written once. */
async function applyToCache(cache: RowCache, all: Settlements['cached']): Promise<void> {
  const changes = all.filter(({ section }) => section === cache.area)
  if (changes.length === 0) return
  const cached = await readRows(cache, [...new Set(changes.flatMap(({ changed }) => changed))])
  const now = new Map<string, AnyRow | null>()
  for (const { row, changed, patch, removed } of changes) {
    for (const ref of removed) now.set(ref, null)
    for (const ref of changed) {
      const known = now.has(ref) ? now.get(ref) : cached.get(ref)
      if (known) now.set(ref, { ...known, ...patch })
    }
    if (row) now.set(row.ref, row)
  }
  const rows = [...now.values()].flatMap((row) => row ?? [])
  const removed = [...now].flatMap(([ref, row]) => (row ? [] : [ref]))
  await writeRows(cache, rows, removed)
}

/** The same for rooms and messages; a room's own event may have come before, and is newer. */
async function applyChat(db: OwnerDatabase, all: Settlements['cached']): Promise<void> {
  for (const { section, row, changed, patch, versions } of all) {
    if (section === 'chat-platform') await patchRooms(db, changed, patch, versions)
    if (section === 'chat-messages' && isMessage(row)) await putMessages(db, [row])
  }
}

/** Refs that a create still waiting here will make; a row that names one waits for it. */
async function waitingCreates(db: OwnerDatabase, refs: readonly string[]): Promise<string[]> {
  if (refs.length === 0) return []
  const found = await db.outbox.where('touches').anyOf(refs).toArray()
  return refs.filter((ref) => found.some((row) => row.action === 'create' && row.touches[0] === ref))
}

export interface Addition {
  row: NewRow
  blobs: readonly { key: string; blob: Blob }[]
  /** It takes the place of refused tries of the same call on the same records (docs/offline.md#a-second-try). */
  replacesRefused?: boolean
}

/** Takes refused tries away, and returns the row in the place of the only one; null where it goes to the end. */
async function takePlace(db: OwnerDatabase, row: NewRow): Promise<OutboxRow | null> {
  const waiting = await db.outbox
    .where('touches')
    .anyOf([...row.touches])
    .distinct()
    .toArray()
  const refused = refusedTries(row, waiting)
  const [only] = refused
  const placed = only && refused.length === 1 && only.touches.length === row.touches.length ? inPlaceOf(only, row) : null
  const kept = new Set(placed?.files.map(({ key }) => key))
  const seqs = refused.map(({ seq }) => seq)
  await db.outbox.bulkDelete(seqs)
  await db.files
    .where('seq')
    .anyOf(seqs)
    .filter(({ key }) => !kept.has(key))
    .delete()
  return placed
}

/** What else changes in `meta` in the transaction that keeps rows: it happens with them, or not at all. */
export type Alongside = (db: OwnerDatabase) => Promise<void>

/** Adds rows with their files; resolves when the transaction is durable. `dependsOn` keeps only refs that are still to be made. */
export async function addRows(db: OwnerDatabase, additions: readonly Addition[], alongside?: Alongside): Promise<void> {
  await db.transaction('rw', [db.outbox, db.files, ...(alongside ? [db.meta] : [])], async () => {
    for (const { row, blobs, replacesRefused } of additions) {
      const placed = replacesRefused ? await takePlace(db, row) : null
      const seq = await db.outbox.add({ ...(placed ?? row), dependsOn: await waitingCreates(db, row.dependsOn) })
      await db.files.bulkPut(blobs.map((blob) => ({ ...blob, seq })))
    }
    await alongside?.(db)
  })
}

/** Changes a row that is still the one looked at; null from `change` removes it with its files. False when it is another by now. */
export async function replaceRow(db: OwnerDatabase, was: OutboxRow, change: (row: OutboxRow) => OutboxRow | null): Promise<boolean> {
  return db.transaction('rw', [db.outbox, db.files], async () => {
    const row = await db.outbox.get(was.seq)
    if (!isUnchangedSince(row, was)) return false
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
  const caches = allCaches(db)
  return {
    claim: (now, capacity) =>
      db.transaction('rw', db.outbox, async () => {
        const taken = await take(db, createBatch(now, capacity))
        await db.outbox.bulkPut(taken)
        return taken
      }),
    requeue: () =>
      db.transaction('rw', db.outbox, async () => {
        await db.outbox.bulkPut((await db.outbox.toArray()).flatMap((row) => requeued(row) ?? []))
      }),
    hasten: () =>
      db.transaction('rw', db.outbox, async () => {
        await db.outbox.bulkPut((await db.outbox.toArray()).flatMap((row) => withRetryNow(row) ?? []))
      }),
    settle: async (sent, now, random) => {
      const fields = await fieldsOfAll(sent.map(({ row }) => row.section))
      return db.transaction('rw', [db.outbox, db.files, ...chatTables(db), ...caches.flatMap(rowTables)], async () => {
        const { put, remove, cached, notices, results } = settleAll(await concerned(db, sent), sent, fields, now, random)
        await db.outbox.bulkDelete(remove)
        await db.files.where('seq').anyOf(remove).delete()
        await db.outbox.bulkPut(put)
        for (const cache of caches) await applyToCache(cache, cached)
        await applyChat(db, cached)
        await db.meta.bulkPut(notices.map(({ id, notice }) => ({ key: noticeKey + id, value: notice })))
        return { rows: results, hasNotice: notices.length > 0 }
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
