import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { memberAccess } from '#contract/commerce/member-access.ts'
import { firstPage, type ListQuery } from '#contract/kit/field/list-query.ts'
import { type AnyRow, isSortable, rowFields } from '#contract/kit/section/section.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { member } from '#contract/sections/member/member.ts'
import type { Changes } from '#contract/sync.ts'
import { compareRows, matches, sortOf } from '../outbox/overlay/list-evaluate.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'
import { cacheOf, countRows, rowTables, writeRows } from '../outbox/store/row-cache.ts'
import { areas } from './area.ts'
import { findPage } from './find.ts'
import { pull } from './pull.ts'
import { createRowIndex } from './row-index.ts'

const cities = ['Jakarta', 'Bandung', null]
const ends = ['2026-03-03', '2026-03-10', '2026-03-31', '2026-12-31']

/** As a feed brought it on the first of March. */
function memberOf(id: number): AnyRow {
  const accounts = [
    { product: 'EMT', type: 'Regular', expires_on: ends[id % 4] ?? '' },
    { product: 'WST', type: 'VIP', expires_on: ends[(id + 1) % 4] ?? '' },
  ].slice(0, id % 3)
  const leaves = id % 5 === 0 ? [{ product: 'EMT', start: '2026-03-05', end: '2026-03-20' }] : []
  return {
    id,
    ref: `ref-${id}`,
    version: 1,
    created_at: `2026-01-${10 + (id % 20)}T00:00:00Z`,
    created_by: 'Ani',
    updated_at: '2026-02-01T00:00:00Z',
    updated_by: null,
    name: ['Dewi Anggraini', 'Budi Siregar', 'Wahyu Nugroho'][id % 3] ?? '',
    phone: `62812${10_000_000 + id * 7_919}`,
    email: id % 2 ? `m${id}@contoh.test` : null,
    city: cities[id % 3],
    gender: ['male', 'female', null][id % 3],
    job: null,
    birth_date: id % 4 ? '1990-05-17' : null,
    joined_at: `2026-02-${10 + (id % 18)}`,
    company_code: id % 7 ? 'EMT' : 'ETF',
    sales_id: id % 4 ? 5 : 0,
    sales_name: id % 4 ? ['Sari', 'Adi'][id % 2] : null,
    tags: id % 6 ? [] : ['vip'],
    notes: null,
    product: accounts.map(({ product }) => product),
    leaves,
    ...memberAccess(accounts, leaves, '2026-03-01'),
  }
}
const rows = Array.from({ length: 240 }, (_, at) => memberOf(at + 1))

function device() {
  const db = new OwnerDatabase(uuidv7(), undefined, { bulk: true })
  const cache = cacheOf(db, 'member')
  const clock = { day: '2026-03-01' }
  const open = () => createRowIndex({ cache, exclusively: (work) => work(), today: () => clock.day })
  const run = (changes: Changes[]) =>
    pull({
      cache,
      fetchPage: async () => changes.shift() ?? { changes: [], cursor: 'end', more: false, resync: false, total: 0 },
      onProgress: () => undefined,
      signal: new AbortController().signal,
      now: () => 0,
      whenIdle: async () => undefined,
    })
  return { db, cache, clock, open, run }
}

const page = (all: AnyRow[]): Changes => ({
  changes: all.map((row) => ({ area: 'member', ref: row.ref, row })),
  cursor: 'filled',
  more: true,
  resync: false,
  total: all.length,
})

async function find(index: ReturnType<ReturnType<typeof device>['open']>, values: Partial<ListQuery>) {
  const seen = await index.look()
  if (!seen) throw new Error('nothing is cached')
  const query = { ...firstPage, size: 1_000, ...values }
  const { table, orders } = seen.index
  const { field } = sortOf(member, query)
  const found = findPage(table, query, orders.of(field) ?? (await index.orderByRows(seen.index, field)))
  return index.rowsOf(found.slots.map((slot) => table.refs[slot] ?? ''))
}

/** The members as they are on a day, by the plain evaluation of the grammar. */
function plain(day: string, values: Partial<ListQuery>): AnyRow[] {
  const query = { ...firstPage, size: 1_000, ...values }
  const onDay = rows.map((row) => {
    const accounts = (Array.isArray(row.products) ? row.products : []).map(({ product, type, expires_on }) => ({
      product,
      type,
      expires_on,
    }))
    return { ...row, ...memberAccess(accounts, Array.isArray(row.leaves) ? row.leaves : [], day) }
  })
  return onDay.filter((row) => matches(member, row, query)).sort(compareRows(member, sortOf(member, query)))
}

const filters: Readonly<Record<string, readonly string[]>> = {
  status: ['cuti'],
  access: ['vip'],
  product: ['WST'],
  remaining: ['3', '14'],
  sales_id: ['0'],
  tags: ['vip'],
  company_code: ['ETF'],
  gender: ['female'],
  job: ['student'],
  city: ['Bandung'],
  joined_at: ['2026-02-10..2026-02-14'],
  created_at: ['2026-01-12..2026-01-20'],
  updated_at: ['2026-03-01..'],
}

test('every filter and sort that the section has answers as the plain evaluation does, today and on later days', async () => {
  expect(Object.keys(filters).sort()).toEqual([...new Set([...member.list.filters, ...member.list.dates])].sort())
  const { clock, open, run } = device()
  await run([page(rows)])
  const index = open()
  for (const day of ['2026-03-01', '2026-03-10', '2026-04-01']) {
    clock.day = day
    for (const [field, values] of Object.entries(filters)) {
      const query = { filters: [{ field, values: [...values] }] }
      expect(await find(index, query), `${field} on ${day}`).toEqual(plain(day, query))
    }
    const sortable = Object.keys(rowFields(member)).filter((name) => isSortable(member, name) && name !== 'ref')
    for (const field of sortable) {
      const query = { sort: { field, direction: 'desc' as const } }
      const ids = (of: readonly AnyRow[]) => of.map(({ id }) => id)
      expect(ids(await find(index, query)), `by ${field} on ${day}`).toEqual(ids(plain(day, query)))
    }
  }
})

test('a member is found by name, address and any spelling of the phone', async () => {
  const { open, run } = device()
  await run([page(rows)])
  const index = open()
  const [wanted] = rows.filter(({ id }) => id === 41)
  const phone = String(wanted?.phone)
  for (const search of [phone, `0${phone.slice(2)}`, `+62 ${phone.slice(2, 5)}-${phone.slice(5, 9)}-${phone.slice(9)}`, 'M41@contoh'])
    expect(
      (await find(index, { search })).map(({ id }) => id),
      search,
    ).toContain(41)
  expect((await find(index, { search: 'anggraeni' })).map(({ name }) => name)).toContain('Dewi Anggraini')
})

test('what has changed or left is found so, beside leads that nobody touched', async () => {
  const { db, cache, open, run } = device()
  await run([page(rows)])
  const index = open()
  expect(await find(index, {})).toHaveLength(240)
  const paid = { ...memberOf(3), products: [{ product: 'EMT', type: 'Regular', expires_on: '2027-01-31', remaining: 336 }] }
  await run([
    {
      ...page([paid]),
      total: 0,
      changes: [
        { area: 'member', ref: 'ref-3', row: paid },
        { area: 'member', ref: 'ref-4', row: null },
      ],
    },
  ])
  expect(await find(index, { filters: [{ field: 'id', values: ['3', '4'] }] })).toMatchObject([
    { status: 'active', products: [{ remaining: 336 }] },
  ])
  await db.transaction('rw', rowTables(cache), async () => writeRows(cache, [{ ...memberOf(5), version: 2, name: 'Baru' }]))
  expect(await find(index, { search: 'baru' })).toMatchObject([{ id: 5, name: 'Baru' }])
  expect([await countRows(cache), await countRows(cacheOf(db, 'leads'))]).toEqual([239, 0])
  expect((await db.meta.toArray()).map(({ key }) => key).filter((key) => key.startsWith('leads') || key === 'cursor')).toEqual([])
})

test('a new day is shown without a row written, also by an index that was open', async () => {
  const { clock, open, run } = device()
  await run([page(rows)])
  const index = open()
  const soon = { filters: [{ field: 'remaining', values: ['3'] }] }
  const before = (await find(index, soon)).length
  clock.day = '2026-03-20'
  const after = await find(index, soon)
  expect([before, after.length]).toEqual([plain('2026-03-01', soon).length, plain('2026-03-20', soon).length])
  expect(before).not.toBe(after.length)
})

test('an index with other columns than the section has now is made anew', async () => {
  const { cache, open, run } = device()
  await run([page(rows)])
  const key = Number(await cache.parts.toCollection().firstKey())
  const part = await cache.parts.get(key)
  if (!part) throw new Error('no part')
  const { city: _, ...coded } = part.coded
  await cache.parts.put({ ...part, coded })
  expect(await find(open(), { filters: [{ field: 'city', values: ['Bandung'] }] })).toHaveLength(80)
  expect(Object.keys((await cache.parts.toCollection().first())?.coded ?? {}).sort()).toEqual([...areas.member.columns.coded].sort())
})
