/**
 * Fills the device with what this person may see, and keeps it so
 * (docs/offline.md#what-the-device-has-cached). The outbox is never touched.
 */
import type { AnyRow } from '#contract/kit/section/section.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import type { Changes } from '#contract/sync.ts'
import { clearRows, countRows, generationKey, planWrites, type RowCache, readRows, rowTables } from '../outbox/store/row-cache.ts'
import { areas } from './area.ts'
import { toPart } from './part.ts'

export interface PullParts {
  cache: RowCache
  /** One page of the feed. Rejects without an answer. */
  fetchPage: (cursor: string, limit: number) => Promise<Changes>
  onProgress: (progress: { isFirst: boolean; done: number; total: number }) => void
  signal: AbortSignal
  now: () => number
  /** Awaited before every page of a first sync but the very first is asked for, and before it is stored. */
  whenIdle: (signal: AbortSignal) => Promise<void>
}

/** The feed asked for what it may not, or the rows were let go of while a page was on its way. */
export class PullError extends Error {
  override name = 'PullError'
}

const minPageSize = 250
const maxPageSize = 5_000
const quickMs = 700
const slowMs = 3_000

/** Pages grow on a fast network, so that few requests are needed, and shrink on a slow one, so that little is repeated. */
export function createPageSize(now: () => number) {
  let size = 1_000
  return async <T>(fetch: (limit: number) => Promise<T>): Promise<T> => {
    const began = now()
    try {
      const page = await fetch(size)
      const took = now() - began
      if (took < quickMs) size = Math.min(maxPageSize, size * 2)
      if (took > slowMs) size = Math.max(minPageSize, size / 2)
      return page
    } catch (error) {
      size = Math.max(minPageSize, size / 2)
      throw error
    }
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const [minBatch, firstBatch, maxBatch] = [20, 200, 1_000]
const [quickBatchMs, slowBatchMs] = [15, 35]
/** Rows of a part of the index: many small ones would take longer to read at a start. */
const partSize = 2_000

/** So many rows that nobody waits long for a transaction that stores them, on this device. */
export function createBatchSize(now: () => number) {
  let size = firstBatch
  return async (store: (size: number) => Promise<number>): Promise<number> => {
    const began = now()
    const stored = await store(size)
    const took = now() - began
    if (took > slowBatchMs) size = Math.max(minBatch, Math.floor(size / 2))
    else if (took < quickBatchMs && stored === size) size = Math.min(maxBatch, size * 2)
    return stored
  }
}

interface Keeping {
  cache: RowCache
  /** Names this pull, so that one that was thought dead does not go on with a page that another has begun. */
  own: string
  holding: unknown
  signal: AbortSignal
  inBatches: ReturnType<typeof createBatchSize>
}

/**
 * Stores a page in batches, each a transaction of its own, and the cursor with the last: a pull cut anywhere goes on where it was, and
 * what it had stored of a page is known by its refs. Pages of a first sync become parts of the index, changes go to the log.
 */
async function keep({ cache, own, holding, signal, inBatches }: Keeping, from: string, { changes, cursor, total }: Changes): Promise<void> {
  const { meta, log, parts, keys } = cache
  const tables = [...rowTables(cache), parts]
  const rows = new Map<string, AnyRow | null>()
  for (const { area, ref, row } of changes) if (area === cache.area) rows.set(ref, row)
  const list = [...rows]
  const isFill = total > 0
  let isResumed = false

  /** Reads first, inside the transaction, whether this pull still stands where it stood. */
  async function assertOwn(isBegin: boolean): Promise<void> {
    const [stood, stands, filling] = await meta.bulkGet([keys.cursor, generationKey(cache.area), keys.filling])
    const isOther = !isBegin && filling?.value !== own
    if (textOf(stood?.value) !== from || stands?.value !== holding || isOther) throw new PullError('the rows were let go of')
    isResumed ||= isBegin && filling !== undefined
  }

  async function storeRows(some: readonly (readonly [string, AnyRow | null])[], isBegin: boolean): Promise<void> {
    await cache.db.transaction('rw', tables, async () => {
      await assertOwn(isBegin)
      // In a first sync only verdicts have written what a page brings, and they are in the log.
      const logged = isFill ? new Set((await log.toArray()).map(({ ref }) => ref)) : null
      const maybe = some.flatMap(([ref]) => (!logged || isResumed || logged.has(ref) ? [ref] : []))
      const cached = maybe.length ? await readRows(cache, maybe) : new Map<string, AnyRow>()
      const isKept = (row: AnyRow) => isResumed && !logged?.has(row.ref) && cached.get(row.ref)?.version === row.version
      // A verdict may have brought a newer row than this page does.
      const upserts = some.flatMap(([, row]) => (row && row.version >= (cached.get(row.ref)?.version ?? 0) && !isKept(row) ? [row] : []))
      const isNew = (row: AnyRow) => isFill && !cached.has(row.ref)
      const write = await planWrites(cache, {
        added: upserts.filter(isNew),
        written: upserts.filter((row) => !isNew(row)),
        removed: isFill ? [] : some.flatMap(([ref, row]) => (row ? [] : [ref])),
      })
      const writes = [write(), meta.put({ key: keys.filling, value: own })]
      await Promise.all(writes)
    })
  }

  async function storePart(some: readonly AnyRow[]): Promise<void> {
    const part = toPart(areas[cache.area], some)
    await cache.db.transaction('rw', tables, async () => {
      await assertOwn(false)
      const last = Number((await parts.toCollection().lastKey()) ?? 0)
      const added = parts.add({ ...part, part: last + 1 })
      await added
    })
  }

  async function storeCursor(isBegin: boolean): Promise<void> {
    await cache.db.transaction('rw', meta, async () => {
      await assertOwn(isBegin)
      const totals = isFill ? [{ key: keys.total, value: total }] : []
      const writes = [meta.bulkPut([{ key: keys.cursor, value: cursor }, ...totals]), meta.delete(keys.filling)]
      await Promise.all(writes)
    })
  }

  for (let at = 0; at < list.length; ) {
    const begin = at
    at += await inBatches(async (size) => {
      const some = list.slice(begin, begin + size)
      await storeRows(some, begin === 0)
      return some.length
    })
    signal.throwIfAborted()
  }
  const kept = isFill ? list.flatMap(([, row]) => row ?? []) : []
  for (let at = 0; at < kept.length; at += partSize) {
    await storePart(kept.slice(at, at + partSize))
    signal.throwIfAborted()
  }
  await storeCursor(list.length === 0)
}

/** Pulls until nothing more is there; the next page is on its way while one is stored. Resolves to the number of changes. */
export async function pull({ cache, fetchPage, onProgress, signal, now, whenIdle }: PullParts): Promise<number> {
  const { meta, keys } = cache
  const generation = generationKey(cache.area)
  const [cached, stood, kept] = await meta.bulkGet([keys.cached, keys.cursor, keys.total])
  const isFirst = !cached?.value
  let holding = (await meta.get(generation))?.value
  const pageSize = createPageSize(now)
  const keeping = { cache, own: uuidv7(), signal, inBatches: createBatchSize(now) }
  let cursor = textOf(stood?.value)
  let done = isFirst ? await countRows(cache) : 0
  async function ask(from: string): Promise<Changes> {
    // The first page is soon there, and is all that most people have: a device that loses the connection right away has that.
    if (isFirst && from !== '') await whenIdle(signal)
    signal.throwIfAborted()
    return pageSize((limit) => fetchPage(from, limit))
  }
  const fetch = (from: string) => {
    const page = ask(from)
    page.catch(() => undefined)
    return page
  }
  let total = isFirst && typeof kept?.value === 'number' ? kept.value : 0
  let resyncs = 0
  let changed = 0
  onProgress({ isFirst, done, total })
  for (let next = fetch(cursor); ; ) {
    const page = await next
    if (isFirst && done > 0) await whenIdle(signal)
    signal.throwIfAborted()
    if (page.resync) {
      if (++resyncs > 1) throw new PullError('the changes feed asks for a resync twice')
      await clearRows(cache)
      holding = (await meta.get(generation))?.value
      cursor = ''
      done = 0
      next = fetch(cursor)
      continue
    }
    if (page.more) next = fetch(page.cursor)
    await keep({ ...keeping, holding }, cursor, page)
    cursor = page.cursor
    changed += page.changes.length
    done += page.changes.length
    total = Math.max(total, page.total)
    onProgress({ isFirst: isFirst || resyncs > 0, done, total })
    if (!page.more) break
  }
  await cache.db.meta.bulkPut([
    { key: keys.cached, value: true },
    { key: keys.syncedAt, value: Date.now() },
  ])
  return changed
}
