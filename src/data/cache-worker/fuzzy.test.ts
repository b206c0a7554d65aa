import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstPage, type ListQuery } from '#contract/kit/field/list-query.ts'
import { type AnyRow, isSortable, rowFields } from '#contract/kit/section/section.ts'
import { prefixDistance } from '#contract/lib/search/edit-distance.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { compareRows, matches, sortOf } from '../outbox/overlay/list-evaluate.ts'
import { areas } from './area.ts'
import { findPage, findSuggestions } from './find.ts'
import { createOrders } from './order.ts'
import { toPart } from './part.ts'
import { RowTable } from './table.ts'

const names = [
  'Budi Siregar',
  'Dewi Anggraini',
  'Wahyu Nugroho',
  'Kartika Zulkarnain',
  'Ünal Öztürk',
  'Siti Rahma',
  'Made Wijaya',
  'Joko Widodo',
]

function leadOf(id: number, values: Record<string, unknown> = {}): AnyRow {
  const name = names[id % names.length] ?? ''
  const record = {
    id,
    ref: `ref-${id}`,
    version: 1,
    created_at: `2026-01-${10 + (id % 20)}T00:00:00Z`,
    created_by: null,
    updated_at: '',
    updated_by: null,
  }
  return {
    ...record,
    name,
    phone: `62812${String(id * 7_919 + 10_000_000)}`,
    email: null,
    city: null,
    notes: null,
    tags: [],
    status: 'new',
    ...values,
  }
}

function tableOf(leadRows: readonly AnyRow[]) {
  const table = new RowTable(areas.leads, '2026-01-01')
  table.change(toPart(areas.leads, leadRows))
  return { table, orders: createOrders(table) }
}

function find({ table, orders }: ReturnType<typeof tableOf>, search: string, values: Partial<ListQuery> = {}) {
  const query = { ...firstPage, search, ...values }
  const order = orders.of(sortOf(leads, query).field)
  if (!order) throw new Error('no order')
  const { slots, ...rest } = findPage(table, query, order)
  return { refs: slots.map((slot) => table.refs[slot] ?? ''), ...rest }
}

const rows = Array.from({ length: 80 }, (_, at) => leadOf(at + 1))
const leadTable = tableOf(rows)

/** One error of a hand: a letter left out, doubled, mistaken, or two swapped. */
const slip = (text: string) =>
  fc.tuple(fc.constantFrom('out', 'twice', 'other', 'swap'), fc.integer({ min: 1, max: text.length - 2 })).map(([kind, at]) => {
    const [before, letter, next, after] = [text.slice(0, at), text[at] ?? '', text[at + 1] ?? '', text.slice(at + 2)]
    if (kind === 'out') return before + next + after
    if (kind === 'twice') return before + letter + letter + next + after
    return kind === 'other' ? `${before}q${next}${after}` : before + next + letter + after
  })

test('a name is found in spite of any one slip', () => {
  const surname = fc.constantFrom(...names.map((name) => name.toLowerCase().split(' ')[1] ?? '')).filter((word) => word.length > 4)
  fc.assert(
    fc.property(
      surname.chain((word) => fc.tuple(fc.constant(word), slip(word))),
      ([word, typed]) => {
        const wanted = rows.filter((row) => String(row.name).toLowerCase().includes(word)).map(({ ref }) => ref)
        const { refs } = find(leadTable, typed, { size: 100 })
        expect(wanted.filter((ref) => !refs.includes(ref))).toEqual([])
      },
    ),
    { numRuns: 300 },
  )
})

test('words are found in any order, without accents, and the nearest come first', () => {
  expect(find(leadTable, 'siregar budi').refs).toContain('ref-8')
  expect(find(leadTable, 'unal ozturk').fuzzy).toBe(10)
  const close = tableOf([leadOf(1, { name: 'Rahmat' }), leadOf(2, { name: 'Rahmad' }), leadOf(3, { name: 'Rohmat' })])
  expect(find(close, 'rahmat')).toMatchObject({ total: 3, fuzzy: 2 })
  expect(find(close, 'rahmat').refs[0]).toBe('ref-1')
})

test('a number is found in any spelling, and in spite of one wrong digit', () => {
  const one = rows[20]
  const phone = String(one?.phone)
  const local = `0${phone.slice(2)}`
  const spellings = [
    phone,
    local,
    `+62 ${phone.slice(2, 5)}-${phone.slice(5, 9)}-${phone.slice(9)}`,
    `(0${phone.slice(2, 5)}) ${phone.slice(5)}`,
  ]
  for (const spelling of spellings) expect(find(leadTable, spelling)).toMatchObject({ refs: [one?.ref], total: 1, fuzzy: 0 })
  fc.assert(
    fc.property(fc.integer({ min: 3, max: local.length - 1 }), (at) => {
      const wrong = local.slice(0, at) + ((Number(local[at]) + 5) % 10) + local.slice(at + 1)
      expect(find(leadTable, wrong, { size: 100 }).refs).toContain(one?.ref)
    }),
  )
})

test('filters hold for what was nearly meant, pages go on, and enough matches need no help', () => {
  const some = tableOf(rows.map((row, at) => ({ ...row, status: at % 2 ? 'closing' : 'new' })))
  const all = find(some, 'siregra', { size: 100, filters: [{ field: 'status', values: ['closing'] }] })
  expect(all.refs.length).toBe(all.total)
  expect(all.refs.length).toBeGreaterThan(4)
  const pages = [1, 2, 3].flatMap(
    (page) => find(some, 'siregra', { page, size: 4, filters: [{ field: 'status', values: ['closing'] }] }).refs,
  )
  expect(pages).toEqual(all.refs.slice(0, 12))
  expect(find(leadTable, 'budi').fuzzy).toBe(0)
})

test('suggestions begin with what was typed', () => {
  const table = tableOf([
    leadOf(1, { name: 'Ahmad Budiman' }),
    leadOf(2, { name: 'Sari', email: 'budi@x.id' }),
    leadOf(3, { name: 'Budi' }),
  ])
  const order = table.orders.of('id')
  if (!order) throw new Error('no order')
  expect(findSuggestions(table.table, 'bud', 10, order).map((slot) => table.table.refs[slot])).toEqual(['ref-3', 'ref-1', 'ref-2'])
})

test('the distance to a beginning is symmetric in its errors and bounded', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), fc.integer({ min: 0, max: 2 }), (typed, rest, max) => {
      expect(prefixDistance(typed, typed + rest, max)).toBe(0)
      expect(prefixDistance(typed, rest, max)).toBeLessThanOrEqual(max + 1)
    }),
  )
})

test('after any changes orders and pages are those of the rows', () => {
  const sorts = Object.keys(rowFields(leads)).filter((name) => isSortable(leads, name) && leadTable.orders.of(name))
  expect(sorts.length).toBeGreaterThan(10)
  const change = fc.record({
    id: fc.integer({ min: 1, max: 30 }),
    gone: fc.boolean(),
    name: fc.constantFrom(...names),
    city: fc.option(fc.constantFrom('A', 'B', 'ｆ')),
  })
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 6 }), fc.constantFrom(...sorts), (steps, field) => {
      const now = new Map(rows.slice(0, 20).map((row) => [row.ref, row]))
      const index = tableOf([...now.values()])
      index.orders.of(field)
      for (const step of steps) {
        const upserts = new Map<string, AnyRow>()
        const gone = new Set<string>()
        for (const { id, gone: isGone, ...values } of step) {
          const row = leadOf(id, values)
          upserts.delete(row.ref)
          gone.delete(row.ref)
          if (isGone) gone.add(row.ref)
          else upserts.set(row.ref, row)
        }
        index.table.change(toPart(areas.leads, [...upserts.values()]), [...gone])
        for (const ref of gone) now.delete(ref)
        for (const [ref, row] of upserts) now.set(ref, row)
      }
      const query: ListQuery = { ...firstPage, size: 100, sort: { field, direction: 'desc' } }
      const wanted = [...now.values()].filter((row) => matches(leads, row, query)).sort(compareRows(leads, sortOf(leads, query)))
      expect(find(index, '', query).refs).toEqual(wanted.map(({ ref }) => ref))
      expect(index.table.count).toBe(now.size)
    }),
    { numRuns: 200 },
  )
})

test('every filter of the contract has a column', () => {
  const columns: readonly string[] = [...areas.leads.columns.coded, ...areas.leads.columns.times]
  expect([...leads.list.filters, ...leads.list.dates].filter((name) => !columns.includes(name))).toEqual([])
})
