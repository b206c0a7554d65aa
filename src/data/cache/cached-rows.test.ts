import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { leadStatuses } from '#contract/choices/options.ts'
import { formatRange, type ListQuery } from '#contract/kit/field/list-query.ts'
import { type AnyRow, isSortable, rowFields } from '#contract/kit/section/section.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { openBrowser } from '#tests/support/test-browser.ts'
import { startTestWorker } from '#tests/support/test-worker.ts'
import { sessionStore } from '../api/session.ts'
import { compareRows, matches, sortOf } from '../outbox/overlay/list-evaluate.ts'
import { cacheKeys, cacheOf, rowTables, writeRows } from '../outbox/store/row-cache.ts'
import { isCached, markCached } from './cached.ts'
import { queryCached, readCached } from './cached-rows.ts'
import { ownerDatabase } from './db.ts'

const user = { id: 1, ref: uuidv7(), name: 'Sari', email: 'sari@lapangan.test' }
const cities = ['Jakarta', 'jakarta', 'Bandung', 'Łódź', 'ｆｕｌｌ', '😀 city']
const days = ['2026-01-01', '2026-01-31', '2026-02-01', '2026-11-20']
const times = days.flatMap((day) => [`${day}T00:00:00+07:00`, `${day}T23:59:59+07:00`, `${day}T17:00:00Z`])
const tagNames = ['vip', 'cold', 'a:b', 'x,y']

const orNull = <T>(values: readonly T[]) => fc.constantFrom(...values, null)
const lead = fc.record({
  name: fc.constantFrom('Budi', 'budi', 'Ani', 'Ñusa', '😀', '\uffee', 'Zaki'),
  phone: fc.constantFrom('6281234567', '6289876543'),
  email: orNull(['a@b.id', 'c@d.id']),
  city: orNull(cities),
  status: fc.constantFrom(...leadStatuses),
  campaign_id: orNull([1, 2, 30]),
  campaign_name: orNull(['Ads', 'Event']),
  sales: orNull([0, 5, 40]),
  sales_name: orNull(['Sari', 'Adi']),
  tags: fc.subarray(tagNames),
  notes: orNull(['Call back', 'call BACK']),
  created_at: fc.constantFrom(...times),
  updated_at: fc.constantFrom(...times),
  last_follow_up: orNull(times),
  next_follow_up: orNull(times),
})

const sortable = Object.keys(rowFields(leads)).filter((name) => isSortable(leads, name) && name !== 'ref' && name !== 'version')
const filter = fc.oneof(
  fc.record({ field: fc.constant('status'), values: fc.subarray([...leadStatuses], { minLength: 1 }) }),
  fc.record({ field: fc.constant('sales'), values: fc.subarray(['0', '5', '99'], { minLength: 1 }) }),
  fc.record({ field: fc.constant('campaign_id'), values: fc.constantFrom(['1'], ['2', '30'], [uuidv7()]) }),
  fc.record({ field: fc.constant('tags'), values: fc.subarray(tagNames, { minLength: 1 }) }),
  fc.record({ field: fc.constant('city'), values: fc.subarray([...cities, ''], { minLength: 1 }) }),
  fc.record({
    field: fc.constantFrom('created_at', 'next_follow_up'),
    values: fc
      .tuple(fc.constantFrom(...days, ...times, undefined), fc.constantFrom(...days, ...times, undefined))
      .map(([from, to]) => [formatRange(from, to)]),
  }),
)
const query: fc.Arbitrary<ListQuery> = fc.record({
  page: fc.integer({ min: 1, max: 4 }),
  size: fc.integer({ min: 1, max: 20 }),
  sort: fc.option(fc.record({ field: fc.constantFrom(...sortable), direction: fc.constantFrom('asc' as const, 'desc' as const) })),
  search: fc.constantFrom('', '', 'BUDI', 'call b', '628', '😀', 'ñ'),
  filters: fc.uniqueArray(filter, { maxLength: 3, selector: (entry) => entry.field }),
})

let rows: AnyRow[] = []

beforeAll(async () => {
  openBrowser()
  startTestWorker()
  const session = { token: 't', roles: [], permissions: [], roleRead: [], user }
  sessionStore.set({ status: 'signed-in', session, notice: null, ended: null })
  rows = fc
    .sample(lead, { numRuns: 300, seed: 7 })
    .map((values, i) => ({ ...values, id: i + 1, ref: uuidv7(), version: 1, created_by: null, updated_by: null, lead_sources: null }))
  const db = ownerDatabase()
  if (!db) throw new Error('nobody is signed in')
  await db.transaction('rw', rowTables(cacheOf(db, 'leads')), async () => writeRows(cacheOf(db, 'leads'), rows))
  await db.meta.put({ key: cacheKeys('leads').cached, value: true })
})

afterEach(() => vi.unstubAllGlobals())

/** Reference: filters, sorts and cuts the whole list. */
function plain(list: ListQuery): { rows: AnyRow[]; total: number } {
  const found = rows.filter((row) => matches(leads, row, list)).sort(compareRows(leads, sortOf(leads, list)))
  return { rows: found.slice((list.page - 1) * list.size, list.page * list.size), total: found.length }
}

test('every filter, sort and search answers as the plain evaluation does', async () => {
  await fc.assert(
    fc.asyncProperty(query, async (list) => {
      const got = await queryCached('leads', list)
      const wanted = plain(list)
      expect((got?.total ?? 0) - (got?.fuzzy ?? 0)).toBe(wanted.total)
      const ids = got?.rows.map((row) => row.id) ?? []
      expect(ids.slice(0, wanted.rows.length)).toEqual(wanted.rows.map((row) => row.id))
      if (!got?.fuzzy) expect(ids).toHaveLength(wanted.rows.length)
    }),
    { numRuns: 60 },
  )
})

test('texts are ordered by code point, as COLLATE "C" does', () => {
  const order = ['\uffee', '😀', 'Zaki', 'budi', 'Ñusa'].map((name, id) => ({ id, name }))
  const sorted = order.sort(compareRows(leads, { field: 'name', direction: 'asc' })).map((row) => row.name)
  expect(sorted).toEqual(['Zaki', 'budi', 'Ñusa', '\uffee', '😀'])
})

test('queryCached leaves a filter that is no field to the API, and refuses fields that cannot be sorted by', async () => {
  const moved = [{ field: 'moved', values: ['2026-05-01..2026-05-31/3'] }]
  const list: ListQuery = { page: 1, size: 10, sort: null, search: '', filters: moved }
  expect(await queryCached('leads', list)).toBeNull()
  expect((await queryCached('leads', { ...list, filters: [] }))?.total).toBe(rows.length)
  await expect(queryCached('leads', { ...list, filters: [], sort: { field: 'tags', direction: 'asc' } })).rejects.toMatchObject({
    parameter: 'sort',
  })
})

test('one lead is found by ref and by number', async () => {
  const first = rows[0]
  expect(await readCached('leads', first?.ref ?? '')).toEqual(first)
  expect(await readCached('leads', '1')).toEqual(first)
  expect(await readCached('leads', '0')).toBeNull()
})

test('queryCached returns null when the browser evicted the database but kept the flag', async () => {
  const db = ownerDatabase()
  await db?.meta.delete(cacheKeys('leads').cached)
  markCached('leads', user.ref)
  expect(await queryCached('leads', { page: 1, size: 10, sort: null, search: '', filters: [] })).toBeNull()
  expect(isCached('leads')).toBe(false)
  await db?.meta.put({ key: cacheKeys('leads').cached, value: true })
})
