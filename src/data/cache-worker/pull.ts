/**
 * Fills the device with what this person may see, and keeps it so
 * (docs/offline.md#what-the-device-has-cached). The outbox is never touched.
 */
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Changes } from '#contract/sync.ts'
import { clearRows, countRows, fillRows, generationKey, type RowCache, readRows, rowTables, writeRows } from '../outbox/store/row-cache.ts'
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

/**
 * One page and its cursor in one transaction, so that a pull cut anywhere goes on where it was. Pages of a first sync become
 * parts of the index, changes go to the log.
 */
async function keep(cache: RowCache, from: string, { changes, cursor, total }: Changes, holding: unknown): Promise<void> {
  const { meta, log, parts, keys } = cache
  const rows = new Map<string, AnyRow | null>()
  for (const { area, ref, row } of changes) if (area === cache.area) rows.set(ref, row)
  const removed = [...rows].flatMap(([ref, row]) => (row ? [] : [ref]))
  const isFill = total > 0
  await cache.db.transaction('rw', [...rowTables(cache), parts], async () => {
    const [stood, stands] = await meta.bulkGet([keys.cursor, generationKey(cache.area)])
    if (textOf(stood?.value) !== from || stands?.value !== holding) throw new PullError('the rows were let go of')
    // In a first sync only verdicts have written what a page brings, and they are in the log.
    const logged = isFill ? new Set((await log.toArray()).map(({ ref }) => ref)) : null
    const maybe = logged ? [...rows.keys()].filter((ref) => logged.has(ref)) : [...rows.keys()]
    const cached = await readRows(cache, maybe)
    // A verdict may have brought a newer row than this page does.
    const upserts = [...rows.values()].flatMap((row) => (row && row.version >= (cached.get(row.ref)?.version ?? 0) ? [row] : []))
    if (isFill) {
      const last = Number((await parts.toCollection().lastKey()) ?? 0)
      if (upserts.length) await parts.add(toPart(areas[cache.area], upserts, last + 1))
      const [again, fresh] = [upserts.filter(({ ref }) => cached.has(ref)), upserts.filter(({ ref }) => !cached.has(ref))]
      await fillRows(cache, fresh)
      await writeRows(cache, again)
      await meta.put({ key: keys.total, value: total })
    } else {
      await writeRows(cache, upserts, removed)
    }
    await meta.put({ key: keys.cursor, value: cursor })
  })
}

/** Pulls until nothing more is there; the next page is on its way while one is stored. Resolves to the number of changes. */
export async function pull({ cache, fetchPage, onProgress, signal, now, whenIdle }: PullParts): Promise<number> {
  const { meta, keys } = cache
  const generation = generationKey(cache.area)
  const [cached, stood, kept] = await meta.bulkGet([keys.cached, keys.cursor, keys.total])
  const isFirst = !cached?.value
  let holding = (await meta.get(generation))?.value
  const pageSize = createPageSize(now)
  let cursor = textOf(stood?.value)
  let done = isFirst ? await countRows(cache) : 0
  async function ask(from: string): Promise<Changes> {
    // The first page is soon there, and is all that most people have: whoever loses the connection right away has that.
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
    await keep(cache, cursor, page, holding)
    cursor = page.cursor
    changed += page.changes.length
    done += page.changes.length
    total = Math.max(total, page.total)
    onProgress({ isFirst: isFirst || resyncs > 0, done, total })
    if (!page.more) break
  }
  await meta.bulkPut([
    { key: keys.cached, value: true },
    { key: keys.syncedAt, value: Date.now() },
  ])
  return changed
}
