import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { testLead } from '#tests/support/test-lead.ts'
import { OwnerDatabase } from './database.ts'
import {
  allCaches,
  cacheOf,
  clearRows,
  countRows,
  generationKey,
  planWrites,
  type RowCache,
  readRows,
  rowTables,
  scanRows,
  writeRows,
} from './row-cache.ts'

const opened: OwnerDatabase[] = []
const fill = async (cache: RowCache, added: readonly AnyRow[]) => (await planWrites(cache, { added }))()
afterEach(async () => {
  for (const db of opened.splice(0)) await db.delete()
})

/** A device on which a first sync brought so many rows. */
async function open(count: number): Promise<RowCache> {
  const db = new OwnerDatabase(uuidv7())
  opened.push(db)
  const cache = cacheOf(db, 'leads')
  await inside(cache, () =>
    fill(
      cache,
      Array.from({ length: count }, (_, at) => testLead(`r${at}`, 1)),
    ),
  )
  return cache
}
const inside = <T>(cache: RowCache, work: () => Promise<T>) => cache.db.transaction('rw', rowTables(cache), async () => work())
const read = (cache: RowCache, ...refs: string[]) => inside(cache, () => readRows(cache, refs))
const write = (cache: RowCache, rows: readonly AnyRow[], removed?: readonly string[]) =>
  inside(cache, () => writeRows(cache, rows, removed))
const scan = async (cache: RowCache, chunk: number) => {
  const parts: string[][] = []
  await scanRows(cache, chunk, (rows) => void parts.push(rows.map(({ ref }) => ref)))
  return parts
}

test('rows of a first sync are found by their ref, and counted', async () => {
  const cache = await open(45)
  expect([...(await read(cache, 'r0', 'r44', 'r20', 'nobody')).keys()].sort()).toEqual(['r0', 'r20', 'r44'])
  expect(await read(cache)).toEqual(new Map())
  expect([await countRows(cache), await cache.sheets.count(), await cache.log.count()]).toEqual([45, 3, 0])
  expect(await countRows(await open(0))).toBe(0)
})

test('a row that is written again stands in one place, is counted once, and is named in the log', async () => {
  const cache = await open(25)
  await write(cache, [testLead('r3', 2), testLead('new', 1)])
  await write(cache, [testLead('r3', 3)])
  expect(await countRows(cache)).toBe(26)
  const rows = await read(cache, 'r3', 'r4', 'new')
  expect([rows.get('r3')?.version, rows.get('r4')?.version, rows.get('new')?.version]).toEqual([3, 1, 1])
  expect((await cache.sheets.toArray()).flatMap(({ refs }) => refs)).not.toContain('r3')
  expect((await cache.log.toArray()).map(({ ref }) => ref)).toEqual(['r3', 'new', 'r3'])
  expect((await scan(cache, 100)).flat().filter((ref) => ref === 'r3')).toHaveLength(1)
})

test('rows that are removed are gone from wherever they stood, and a sheet that is empty with them', async () => {
  const cache = await open(22)
  await write(cache, [testLead('own', 1)])
  await write(cache, [testLead('other', 1)], ['own', 'r20', 'r21', 'r0'])
  expect(await read(cache, 'own', 'r20', 'r21', 'r0')).toEqual(new Map())
  expect([await countRows(cache), await cache.sheets.count()]).toEqual([20, 1])
})

test('all rows are visited once, some at a time', async () => {
  const cache = await open(65)
  await write(
    cache,
    Array.from({ length: 5 }, (_, at) => testLead(`w${at}`, 1)),
  )
  const parts = await scan(cache, 40)
  expect(parts.map(({ length }) => length).filter(Boolean)).toEqual([40, 25, 5])
  expect(new Set(parts.flat()).size).toBe(70)
  expect((await scan(cache, 2)).flat()).toHaveLength(70)
  expect((await scan(await open(40), 40)).flat()).toHaveLength(40)
})

test('an area that is cleared begins anew, and the other stays', async () => {
  const cache = await open(25)
  const members = cacheOf(cache.db, 'member')
  await inside(members, () => fill(members, [testLead('m1', 1)]))
  await cache.db.meta.bulkPut([
    { key: cache.keys.cursor, value: 'c' },
    { key: cache.keys.cached, value: true },
    { key: 'draft', value: 1 },
  ])
  await clearRows(cache)
  expect([await countRows(cache), await countRows(members), await read(cache, 'r1')]).toEqual([0, 1, new Map()])
  expect((await cache.db.meta.toArray()).map(({ key, value }) => [key, value])).toEqual([
    ['draft', 1],
    [generationKey('leads'), 1],
    [members.keys.onSheets, 1],
  ])
  await clearRows(cache)
  expect((await cache.db.meta.get(generationKey('leads')))?.value).toBe(2)
  expect(allCaches(cache.db).map(({ area }) => area)).toEqual(['leads', 'member'])
})
