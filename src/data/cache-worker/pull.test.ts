import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import type { Changes } from '#contract/sync.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'
import { cacheKeys, cacheOf, clearRows, countRows, rowTables, scanRows, writeRows } from '../outbox/store/row-cache.ts'
import { createPageSize, PullError, pull } from './pull.ts'
import { createRowIndex } from './row-index.ts'

const leadKeys = cacheKeys('leads')

function lead(id: number, version = 1, name = `Lead ${id}`): AnyRow {
  const record = { id, ref: `ref-${id}`, version, created_at: '2026-01-01T00:00:00Z', created_by: null, updated_at: '', updated_by: null }
  return { ...record, name, phone: '62812', status: 'new', tags: [] }
}

/** A server with a feed: rows by id first, then what changed. The cursor is a place in either. */
function feed(rows: AnyRow[]) {
  const log: AnyRow[] = []
  const asked = { requests: 0, rows: 0 }
  const fetchPage = async (cursor: string, limit: number): Promise<Changes> => {
    asked.requests += 1
    const [part = 'rows', at = '0'] = cursor ? cursor.split(' ') : []
    const from = Number(at)
    const list = part === 'rows' ? rows : log
    const page = list.slice(from, from + limit)
    asked.rows += page.length
    const isOver = from + page.length >= list.length
    return {
      changes: page.map((row) => ({ area: 'leads', ref: row.ref, row })),
      cursor: part === 'rows' && isOver ? 'log 0' : `${part} ${from + page.length}`,
      more: part === 'rows' || !isOver,
      resync: false,
      total: part === 'rows' ? rows.length : 0,
    }
  }
  return { log, asked, fetchPage }
}

function device() {
  const db = new OwnerDatabase(uuidv7(), undefined, { bulk: true })
  const cache = cacheOf(db, 'leads')
  const leadIndex = createRowIndex({ cache, exclusively: (work) => work() })
  const run = (server: Pick<ReturnType<typeof feed>, 'fetchPage'>, signal = new AbortController().signal) =>
    pull({ cache, fetchPage: server.fetchPage, onProgress: () => undefined, signal, now: () => 0, whenIdle: async () => undefined })
  return { db, cache, leadIndex, run }
}

test('a first sync that was cut goes on from the last page that was stored', async () => {
  const server = feed(Array.from({ length: 9_000 }, (_, at) => lead(at + 1)))
  const { db, cache, leadIndex, run } = device()
  const cut = {
    fetchPage: (cursor: string, limit: number) =>
      cursor === 'rows 3000' ? Promise.reject(new Error('cut')) : server.fetchPage(cursor, limit),
  }
  await expect(run(cut)).rejects.toThrow('cut')
  expect(await countRows(cache)).toBe(3_000)
  expect(await leadIndex.look()).toBeNull()
  server.asked.rows = 0
  await run(server)
  expect(server.asked.rows).toBe(6_000)
  expect((await leadIndex.look())?.index.table.count).toBe(9_000)
  // Another start reads the parts, not the rows.
  const [rows, sheets] = [vi.spyOn(db.leads, 'where'), vi.spyOn(db.leadSheets, 'where')]
  expect((await createRowIndex({ cache, exclusively: (work) => work() }).look())?.index.table.count).toBe(9_000)
  expect(rows).not.toHaveBeenCalled()
  expect(sheets).not.toHaveBeenCalled()
})

test('a first sync asks for and stores each page but the very first only when the person rests; a catch-up asks nobody', async () => {
  const server = feed(Array.from({ length: 4_000 }, (_, at) => lead(at + 1)))
  const { cache, run } = device()
  const order: string[] = []
  const parts = {
    cache,
    signal: new AbortController().signal,
    now: () => 0,
    onProgress: () => undefined,
    fetchPage: (cursor: string, limit: number) => {
      order.push(`asks ${cursor || 'first'}`)
      return server.fetchPage(cursor, limit)
    },
    whenIdle: async () => void order.push('rested'),
  }
  await expect(
    pull({
      ...parts,
      fetchPage: (cursor, limit) => (cursor === 'rows 1000' ? Promise.reject(new Error('cut')) : parts.fetchPage(cursor, limit)),
    }),
  ).rejects.toThrow('cut')
  expect(order).toEqual(['asks first', 'rested'])
  order.length = 0
  await pull(parts)
  // Another visit in the middle of it begins by resting.
  expect(order[0]).toBe('rested')
  for (const [at, what] of order.entries()) if (what.startsWith('asks')) expect(order.slice(0, at), what).toContain('rested')
  expect(order.filter((what) => what === 'rested').length).toBeGreaterThanOrEqual(order.filter((what) => what !== 'rested').length)
  order.length = 0
  server.log.push(lead(5_000))
  await run(server)
  expect(order).toEqual([])
})

test('a catch-up costs what changed', async () => {
  const server = feed(Array.from({ length: 4_000 }, (_, at) => lead(at + 1)))
  const { leadIndex, run } = device()
  await run(server)
  const first = (await leadIndex.look())?.index.table
  Object.assign(server.asked, { requests: 0, rows: 0 })
  server.log.push(...Array.from({ length: 300 }, (_, at) => lead(at * 3 + 1, 2, 'New')), lead(5_000))
  expect(await run(server)).toBe(301)
  expect(server.asked).toEqual({ requests: 1, rows: 301 })
  const seen = await leadIndex.look()
  expect(seen).toMatchObject({ changed: true, index: { table: { count: 4_001, size: 4_301 } } })
  expect(seen?.index.table).toBe(first)
  expect((await leadIndex.look())?.changed).toBe(false)
})

test('what a verdict brought is not put back by an older page, and a removal is followed', async () => {
  const server = feed([lead(1), lead(2)])
  const { db, cache, leadIndex, run } = device()
  await db.transaction('rw', rowTables(cache), async () => writeRows(cache, [lead(1, 7, 'Newer')]))
  await run(server)
  expect((await db.leads.get('ref-1'))?.row.name).toBe('Newer')
  expect((await leadIndex.look())?.index.table.count).toBe(2)
  await db.transaction('rw', rowTables(cache), async () => writeRows(cache, [], ['ref-2']))
  const table = (await leadIndex.look())?.index.table
  expect([table?.count, table?.slotOf('ref-2')]).toEqual([1, undefined])
})

test('leads that were let go of while a page came are not half filled', async () => {
  const server = feed([lead(1)])
  const { cache, leadIndex, run } = device()
  await run(server)
  await leadIndex.look()
  server.log.push(lead(1, 2))
  const evicting = {
    fetchPage: async (cursor: string, limit: number) => {
      await clearRows(cache)
      return server.fetchPage(cursor, limit)
    },
  }
  await expect(run(evicting)).rejects.toBeInstanceOf(PullError)
  expect(await countRows(cache)).toBe(0)
  expect(await leadIndex.look()).toBeNull()
})

test('a lead that is written again leaves the sheet it came on, and stands in one place', async () => {
  const server = feed(Array.from({ length: 45 }, (_, at) => lead(at + 1)))
  const { db, cache, leadIndex, run } = device()
  await run(server)
  const sheets = async () => (await db.leadSheets.toArray()).map(({ refs, rows }) => [refs.length, rows.length])
  expect(await sheets()).toEqual([
    [20, 20],
    [20, 20],
    [5, 5],
  ])
  await db.transaction('rw', rowTables(cache), async () => writeRows(cache, [lead(3, 2, 'Changed'), lead(99)], ['ref-1', 'ref-2']))
  await db.transaction('rw', rowTables(cache), async () =>
    writeRows(
      cache,
      [],
      Array.from({ length: 5 }, (_, at) => `ref-${at + 41}`),
    ),
  )
  expect(await sheets()).toEqual([
    [17, 17],
    [20, 20],
  ])
  expect(await countRows(cache)).toBe(39)
  const found = await leadIndex.rowsOf(['ref-3', 'ref-99', 'ref-4', 'ref-1', 'ref-45', 'ref-40'])
  expect(found.map(({ ref, name }) => [ref, name])).toEqual([
    ['ref-3', 'Changed'],
    ['ref-99', 'Lead 99'],
    ['ref-4', 'Lead 4'],
    ['ref-40', 'Lead 40'],
  ])
  const seen: number[] = []
  await scanRows(cache, 10, (rows) => void seen.push(...rows.map(({ id }) => id)))
  expect(seen.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 38 }, (_, at) => at + 3), 99])
  await db.transaction('rw', rowTables(cache), async () => writeRows(cache, [lead(4, 2, 'Later')]))
  const index = (await leadIndex.look())?.index
  expect([index?.table.count, (await leadIndex.rowsOf(['ref-4', 'ref-3'])).map(({ name }) => name)]).toEqual([39, ['Later', 'Changed']])
})

test('an index of another format, or a lost one, is made anew from the rows', async () => {
  const server = feed(Array.from({ length: 3 }, (_, at) => lead(at + 1)))
  const { db, cache, run } = device()
  await run(server)
  await db.leadIndex.clear()
  const again = createRowIndex({ cache, exclusively: (work) => work() })
  expect((await again.look())?.index.table.count).toBe(3)
  expect(await db.leadIndex.count()).toBe(1)
})

test('a long log becomes parts, and an index that was behind it is read again', async () => {
  const server = feed([lead(1)])
  const { db, cache, leadIndex, run } = device()
  await run(server)
  const behind = createRowIndex({ cache, exclusively: (work) => work() })
  await behind.look()
  server.log.push(...Array.from({ length: 5_001 }, (_, at) => lead(at + 2)))
  await run(server)
  await leadIndex.look()
  await leadIndex.tidy()
  expect(await db.leadLog.count()).toBe(0)
  expect((await db.meta.get(leadKeys.folded))?.value).toBe(5_001)
  expect((await behind.look())?.index.table.count).toBe(5_002)
})

test('pages grow on a fast network and shrink on a slow or broken one', async () => {
  let clock = 0
  const sizes: number[] = []
  const pace = createPageSize(() => clock)
  const take = (ms: number, ends: 'well' | 'badly' = 'well') =>
    pace(async (limit) => {
      sizes.push(limit)
      clock += ms
      if (ends === 'badly') throw new Error('cut')
    }).catch(() => undefined)
  for (const ms of [100, 100, 100, 1_000, 5_000]) await take(ms)
  await take(100, 'badly')
  await take(1_000)
  expect(sizes).toEqual([1_000, 2_000, 4_000, 5_000, 5_000, 2_500, 1_250])
})
