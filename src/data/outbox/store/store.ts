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
import { silenceMs } from './silence.ts'

const window = 250

/** Notices stand in `meta` until a tab that is seen has shown them. */
export const noticeKey = 'notice-'

/**
 * Rows in order, a window at a time: a long queue is not read whole to find its head, and no transaction holds up a save for longer than one
 * window takes. Ends where `visit` says so.
 */
async function eachWindow(db: OwnerDatabase, visit: (rows: OutboxRow[]) => boolean | PromiseLike<boolean>): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await db.withConnection(() => db.outbox.where('seq').above(last).limit(window).toArray())
    const end = rows.at(-1)
    if ((rows.length && (await visit(rows))) || !end || rows.length < window) return
    last = end.seq
  }
}

const isSame = (a: OutboxRow | undefined, b: OutboxRow | undefined) => JSON.stringify(a) === JSON.stringify(b)

/** Gives out the next rows, marked. A tab that changed one of them meanwhile comes first. */
async function claim(db: OwnerDatabase, createTaker: () => Batch): Promise<OutboxRow[]> {
  for (;;) {
    const taker = createTaker()
    await eachWindow(db, (some) => some.some((row) => taker.offer(row) === 'full'))
    const { rows } = taker
    if (rows.length === 0) return []
    const taken = rows.map(claimed)
    let isTried = false
    const isTaken = await db.transaction('rw', db.outbox, async () => {
      const stored = await db.outbox.bulkGet(rows.map(({ seq }) => seq))
      // A try whose answer was lost has marked them already.
      if (isTried && stored.every((row, at) => isSame(row, taken[at]))) return true
      isTried = true
      if (!stored.every((row, at) => isSame(row, rows[at]))) return false
      await db.outbox.bulkPut(taken)
      return true
    })
    if (isTaken) return taken
  }
}

/** Changes those rows of which `change` makes others; each window is a transaction, and each row is changed as it stands then. */
async function changeEach(db: OwnerDatabase, change: (row: OutboxRow) => OutboxRow | null): Promise<void> {
  await eachWindow(db, async (rows) => {
    const seqs = rows.flatMap((row) => (change(row) ? [row.seq] : []))
    if (seqs.length)
      await db.transaction('rw', db.outbox, async () => {
        const stored = await db.outbox.bulkGet(seqs)
        await db.outbox.bulkPut(stored.flatMap((row) => (row && change(row)) ?? []))
      })
    return false
  })
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

/** Milliseconds that a slow phone may take for a megabyte of files without being silent. */
const msPerMegabyte = 1_000
const bytesPerMs = 1_000_000 / msPerMegabyte

/**
 * Adds rows with their files; resolves when the transaction is durable, and not before. `dependsOn` keeps only refs that are still to be
 * made. A row whose id is here already was kept by a try whose answer was lost: it counts as kept. Throws NotKeptError where the database does
 * not answer in time, or is lost.
 */
export async function addRows(db: OwnerDatabase, additions: readonly Addition[], alongside?: Alongside): Promise<void> {
  const bytes = additions.flatMap(({ blobs }) => blobs).reduce((sum, { blob }) => sum + blob.size, 0)
  const write = async () => {
    const here = await db.outbox
      .where('id')
      .anyOf(additions.map(({ row }) => row.id))
      .toArray()
    const known = new Map(here.map(({ id, seq }) => [id, seq]))
    for (const { row, blobs, replacesRefused } of additions) {
      const kept = known.get(row.id)
      const placed = kept === undefined && replacesRefused ? await takePlace(db, row) : null
      const seq = kept ?? (await db.outbox.add({ ...(placed ?? row), dependsOn: await waitingCreates(db, row.dependsOn) }))
      await db.files.bulkPut(blobs.map((blob) => ({ ...blob, seq })))
    }
    await alongside?.(db)
  }
  await db.writeInTime([db.outbox, db.files, ...(alongside ? [db.meta] : [])], write, silenceMs + bytes / bytesPerMs)
}

/** Changes a row that is still the one looked at; null from `change` removes it with its files. False when it is another by now. */
export async function replaceRow(db: OwnerDatabase, was: OutboxRow, change: (row: OutboxRow) => OutboxRow | null): Promise<boolean> {
  let next: OutboxRow | null | undefined
  return db.transaction('rw', [db.outbox, db.files], async () => {
    const row = await db.outbox.get(was.seq)
    // A try whose answer was lost has done it already.
    if (next !== undefined && isSame(row, next ?? undefined)) return true
    if (!isUnchangedSince(row, was)) return false
    next = change(row)
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
  const value = (await db.withConnection(() => db.meta.get(key)))?.value
  return typeof value === 'number' ? value : null
}

export function createQueue(db: OwnerDatabase): Queue {
  const caches = allCaches(db)
  return {
    claim: (now, capacity) => claim(db, () => createBatch(now, capacity)),
    requeue: () => changeEach(db, requeued),
    hasten: () => changeEach(db, withRetryNow),
    settle: async (sent, now, random) => {
      const fields = await fieldsOfAll(sent.map(({ row }) => row.section))
      let hasNotice = false
      return db.transaction('rw', [db.outbox, db.files, ...chatTables(db), ...caches.flatMap(rowTables)], async () => {
        const { put, remove, cached, notices, results } = settleAll(await concerned(db, sent), sent, fields, now, random)
        await db.outbox.bulkDelete(remove)
        await db.files.where('seq').anyOf(remove).delete()
        await db.outbox.bulkPut(put)
        for (const cache of caches) await applyToCache(cache, cached)
        await applyChat(db, cached)
        await db.meta.bulkPut(notices.map(({ id, notice }) => ({ key: noticeKey + id, value: notice })))
        // A try whose answer was lost may have left one.
        hasNotice ||= notices.length > 0
        return { rows: results, hasNotice }
      })
    },
    rows: async () => {
      const all: OutboxRow[] = []
      await eachWindow(db, (rows) => {
        all.push(...rows)
        return false
      })
      return all
    },
    files: async (row) => {
      const blobs = await db.withConnection(() => db.files.bulkGet(row.files.map((file) => file.key)))
      return row.files.flatMap((file, i) => {
        const stored = blobs[i]
        return stored ? [{ file, blob: stored.blob }] : []
      })
    },
    pausedEpoch: () => readNumber(db, 'pausedEpoch'),
    pause: async (epoch) => void (await db.withConnection(() => db.meta.put({ key: 'pausedEpoch', value: epoch }))),
    beat: async (now) => void (await db.withConnection(() => db.meta.put({ key: 'beat', value: now }))),
    lastBeat: async () => (await readNumber(db, 'beat')) ?? 0,
  }
}
