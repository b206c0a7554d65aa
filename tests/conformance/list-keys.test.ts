/** Every list accepts the keys of other clients, or refuses each by name: none is ignored. */
import { beforeAll, describe, expect, it } from 'vitest'
import { exampleRequest } from '#contract/examples.ts'
import { readWorkbook } from '#contract/import/workbook.ts'
import { type Call, pathParams } from '#contract/kit/section/call.ts'
import { filteredField } from '#contract/kit/section/filtered-field.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { everyCall } from '#tests/support/contract-calls.ts'
import { allSections } from '#tests/support/sections.ts'
import { send } from './caller.ts'
import { callOf, makeWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  return () => world.close()
})

const byGrammar = everyCall.filter(({ method, query }) => method === 'GET' && query === 'list')
const lists = byGrammar.filter(({ reply }) => reply.of !== 'blob')

it('every list takes the list grammar', () => {
  const others = everyCall.filter(({ method, reply, query }) => method === 'GET' && reply.of === 'list' && query !== 'list')
  expect(others.map(({ name }) => name)).toEqual([])
})

/** A valid value of the field. */
const filterValue = (key: string) =>
  /^(published|created|updated)_|_date$/.test(key) ? '2026-01-01..2026-12-31' : /^is_/.test(key) ? 'true' : '1'
const filterKeys = [
  ...['name', 'type', 'status', 'category', 'stock_code', 'tag[0]', 'segmentation', 'payment_status', 'member_type', 'member_status'],
  ...['is_breakout', 'is_free', 'article_type', 'published_on', 'published_at', 'created_at', 'updated_at', 'order', 'domain'],
  ...['reference', 'reference_id', 'is_dashboard', 'show_in_dashboard', 'total_record', 'status_campaign', 'is_member', 'start_date'],
  ...['end_date', 'date_start', 'date_end', 'filter_from_date', 'filter_to_date', 'active', 'start_created', 'end_created'],
]

/** Seconds of a ticker, which change between two requests. */
const counting = new Set(['run_time', 'seconds'])

async function ask(call: Call, query: Record<string, string>) {
  const example = exampleRequest(call)
  const given = Object.fromEntries(Object.entries(example.query).map(([key, value]) => [key, String(value)]))
  const both = given.query && query.query ? { query: `${given.query},${query.query}` } : {}
  const response = await send(world.app, call, { token: world.root, params: example.params, query: { ...given, ...query, ...both } })
  const body = JSON.parse(await response.text(), (key, value) => (counting.has(key) ? null : value))
  return { status: response.status, body }
}

type Answer = Awaited<ReturnType<typeof ask>>
const isRefusedBy = (name: string, { status, body }: Answer) =>
  status === 422 && (String(body.message).includes(`'${name}'`) || Object.hasOwn(body.fields, name))

describe.each(lists.map((call) => [call.name, call] as const))('%s', (_, call) => {
  it('takes a page and a size by either name, as a parameter and in the query', async () => {
    for (const query of [{ page: '1', size: '1' }, { page_size: '1' }, { query: 'page_size:1' }] as Record<string, string>[]) {
      const { status, body } = await ask(call, query)
      expect([status, body], JSON.stringify(query)).toEqual([200, expect.anything()])
      if (call.reply.of === 'list') {
        expect(body).toMatchObject({ current_page: 1, page_size: 1 })
        expect(body.data.length).toBeLessThan(2)
      }
    }
    if (call.reply.of === 'list') expect((await ask(call, { page: '7', size: '1' })).body.current_page).toBe(7)
  })

  it('sorts by what it can be sorted by, and refuses the rest', async () => {
    for (const sort of ['id desc', 'created_at desc', 'created_at asc', 'nonsense asc']) {
      const answer = await ask(call, { sort })
      const [name = ''] = sort.split(' ')
      if (!isRefusedBy(name, answer))
        expect([sort, answer.status, name], JSON.stringify(answer.body)).toEqual([sort, 200, expect.not.stringMatching('nonsense')])
    }
  })

  it('filters by a key in its query as by a parameter of that name, or refuses it', async () => {
    for (const key of ['search', ...filterKeys, 'nonsense']) {
      const value = key === 'search' ? 'a' : filterValue(key)
      const name = key.replace('[0]', '')
      const asked = await ask(call, { [key]: value })
      const inQuery = await ask(call, { query: `${key}:${value}` })
      expect([key, asked.status], JSON.stringify(asked.body)).toEqual([key, isRefusedBy(name, asked) ? 422 : 200])
      expect([key, inQuery.status]).toEqual([key, asked.status])
      if (asked.status === 200) expect([key, inQuery.body]).toEqual([key, asked.body])
      if (key === 'nonsense') expect(asked.status).toBe(422)
    }
  })
})

/** Lists that have a file of their rows, by their paths. */
const exports = everyCall
  .filter(({ method, path, reply }) => method === 'GET' && reply.of === 'blob' && /[/-]export$/.test(path))
  .map((call) => ({
    call,
    list: lists.find(
      ({ path }) => path === call.path.replace(/(\/\{id\})?[/-]export$/, '') || path === call.path.replace(/[/-]export$/, ''),
    ),
  }))

it('every export is of a list, and takes the list grammar', () => {
  expect(exports.length).toBeGreaterThan(15)
  expect(exports.filter(({ call, list }) => call.query !== 'list' || !list).map(({ call }) => call.name)).toEqual([])
})

/** The example asks for days of which the demo has records. */
const exportKeys = ['search', 'status', 'payment_status', 'category', 'nonsense']

describe.each(exports.map(({ call, list }) => [call.name, call, list] as const))('%s', (_, call, list) => {
  it('has the rows that its list has for the same keys, and refuses what that refuses', async () => {
    if (!list) throw new Error('no list')
    const { params, query: shown } = exampleRequest(call)
    const { format: _format, columns: _columns, ...asked } = shown
    // The rows of an event's file are those of the list with that event.
    const parent = pathParams(list.path).length < pathParams(call.path).length && { event_id: params.id }
    const answer = (of: Call, query: Record<string, unknown>) => {
      const given = Object.entries(query).map(([key, value]) => [key, String(value)])
      return send(world.app, of, { token: world.root, params, query: Object.fromEntries(given) })
    }
    for (const key of exportKeys) {
      const value = key === 'search' ? 'a' : filterValue(key)
      for (const query of [{ [key]: value }, { query: [asked.query, `${key}:${value}`].filter(Boolean).join() }]) {
        const of = await answer(list, { ...asked, ...parent, page_size: '100000', ...query })
        const file = await answer(call, { ...asked, ...query })
        expect([key, file.status], file.ok ? '' : await file.text()).toEqual([key, of.status])
        if (!of.ok) continue
        const { data }: { data: unknown[] } = await of.json()
        const { records } = await readWorkbook(new Uint8Array(await file.arrayBuffer()))
        expect([key, records.length - 1]).toEqual([key, data.length])
      }
    }
  })
})

const twoMonths = ['2026-10-01..2026-10-31', '2026-11-01..2026-11-30'] as const
const [october, november] = twoMonths

it.each([
  ['in the query', [['query', `order_date:${october},order_date:${november}`]]],
  ['as a parameter', twoMonths.map((month) => ['order_date', month])],
  ['in brackets', twoMonths.map((month, at) => [`order_date[${at}]`, month])],
  [
    'as a parameter and in the query',
    [
      ['order_date', october],
      ['query', `order_date:${november}`],
    ],
  ],
  ['in two queries', twoMonths.map((month) => ['query', `order_date:${month}`])],
])('a field that is given twice means either value: %s', async (_, pairs) => {
  const at = async (path: string, query: string[][]) =>
    world.app.request(`${path}?${new URLSearchParams(query)}`, { headers: { authorization: `Bearer ${world.root}` } })
  const total = async (query: string[][]) => (await (await at(transaction.path, query)).json()).total_record
  const [first, second] = await Promise.all(twoMonths.map((month) => total([['order_date', month]])))
  expect(Math.min(first, second)).toBeGreaterThan(0)
  expect(await total(pairs)).toBe(first + second)
  expect((await (await at(`${transaction.path}/export`, pairs)).json()).message).toMatch(/limited to 30 days\. You entered 61/)
})

/** Sections with a filterable field of that name, and a list. */
const withField = (key: string) => allSections.filter((section) => filteredField(section, key) && callOf(section, 'list'))

const cases = ['status', 'category', 'stock_code', 'created_at', 'updated_at'].flatMap((key) =>
  withField(key).map((section): [string, string, Section] => [section.name, key, section]),
)

it.each(cases)('the section %s is filtered by its %s', async (_, key, section) => {
  const list = callOf(section, 'list')
  if (!list) throw new Error('no list')
  const field = filteredField(section, key) ?? ''
  const all = await ask(list, { size: '1000' })
  const [first] = all.body.data.map((row: Record<string, unknown>) => row[field]).filter((value: unknown) => value !== null)
  if (first === undefined || list.reply.of !== 'list') return
  const { status, body } = await ask(list, { size: '1000', [key]: String(first) })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data.length).toBeGreaterThan(0)
  expect(new Set(body.data.map((row: Record<string, unknown>) => row[field]))).toEqual(new Set([first]))
})
