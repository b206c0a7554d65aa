/** The list grammar has two evaluators, SQL and plain rows on the device: they select and order the same rows. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareRows, matches, sortOf } from '#console/data/outbox/overlay/list-evaluate.ts'
import { leadStatuses } from '#contract/choices/options.ts'
import { isNumeric } from '#contract/kit/field/kind.ts'
import { type Filter, formatListQuery, type ListQuery } from '#contract/kit/field/list-query.ts'
import { filteredField } from '#contract/kit/section/filtered-field.ts'
import { isSortable, type Section } from '#contract/kit/section/section.ts'
import { createApp } from '#server/app.ts'
import { campaigns, leads as leadTable } from '#server/db/tables/crm.ts'
import { startDemo } from '#server/demo/start.ts'
import { searchText } from '#server/leads/api.ts'
import { makePerson, type TestPlatform } from '#tests/support/api.ts'
import { demoPlatform } from '#tests/support/demo.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { allSections } from '#tests/support/sections.ts'

let test: TestPlatform
let ask: TestRequest
let rows: Record<string, Readonly<Record<string, unknown>>[]>
/** Sections whose rows may wait on a device, shown among the others. */
const sections = allSections.filter(({ offline, actions }) => offline === 'queue' && actions.includes('create'))

/** Texts that break naive SQL, LIKE and the grammar's marks. */
const odd = ["O'Brien, 50%: ya", 'a_b', 'back\\slash', 'Ünal', 'سارة', '\u{1f600} senyum', 'z', 'Z', 'aa', 'AA', '100%', 'a,b', 'x..y']

async function fillOdd() {
  const { db } = test.platform.database
  const [first] = await db.select().from(campaigns).limit(1)
  const values = odd.map((name, at) => ({
    name,
    phone: `62812${String(at).padStart(8, '0')}`,
    city: odd[(at * 3) % odd.length] ?? null,
    notes: at % 3 ? null : odd[(at * 5) % odd.length],
    status: leadStatuses[at % leadStatuses.length] ?? 'new',
    tags: at % 2 ? [odd[(at * 7) % odd.length] ?? 'x', 'hot'] : [],
    campaign_id: at % 2 ? first?.id : null,
    next_follow_up: at % 4 ? `2026-03-0${(at % 9) + 1}T${at % 2 ? '16:59:59.999' : '17:00:00'}Z` : null,
  }))
  await db.insert(leadTable).values(values.map((value) => ({ ...value, search_text: searchText(value) })))
}

beforeAll(async () => {
  test = await demoPlatform()
  await startDemo(test.platform)
  await fillOdd()
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, [], 'Root', true))
  const all = sections.map(async ({ name, path, list }) => {
    const { data } = (await ask('GET', `${path}?size=100000`)).body
    // A search may include a text omitted from the list.
    const isWhole = !list.omit.some((field) => list.search.includes(field))
    const whole = async ({ id }: { id: number }) => (await ask('GET', `${path}/${id}`)).body.data
    return [name, isWhole ? data : await Promise.all(data.map(whole))] as const
  })
  rows = Object.fromEntries(await Promise.all(all))
})
afterAll(() => test.close())

const days = fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-08', '2026-06-15', '2026-09-01', '2026-11-20')
const ranges = fc.tuple(fc.option(days), fc.option(days)).map(([from, to]) => `${from ?? ''}..${to ?? ''}`)

const amounts = fc.constantFrom('0', '5000000', '12500000', '40000000', '-1', '0.5')
const amountRanges = fc.tuple(fc.option(amounts), fc.option(amounts)).map(([from, to]) => `${from ?? ''}..${to ?? ''}`)

/** A value of some row as a filter, or a range for a date or number. */
function filterValue(section: Section, key: string): fc.Arbitrary<string> {
  const name = filteredField(section, key) ?? ''
  const kind = section.fields[name]?.kind ?? 'dateTime'
  if (kind === 'dateTime' || kind === 'date') return fc.oneof(ranges, days)
  if (isNumeric(kind)) return fc.oneof(amountRanges, amounts)
  return fc.nat().map((n) => {
    const list = rows[section.name] ?? []
    const value = list[n % list.length]?.[name]
    const one = Array.isArray(value) ? value[n % Math.max(1, value.length)] : value
    return one == null ? 'nothing' : String(one)
  })
}

function filterOf(section: Section): fc.Arbitrary<Filter> {
  const others = ['name', 'type', 'status', 'category', 'stock_code', 'updated_at'].filter((key) => filteredField(section, key))
  const names = [...new Set([...section.list.filters, ...section.list.dates, ...others])]
  return fc
    .constantFrom(...names)
    .chain((field) =>
      fc.record({ field: fc.constant(field), values: fc.uniqueArray(filterValue(section, field), { minLength: 1, maxLength: 3 }) }),
    )
}

const sortable = (section: Section) =>
  ['id', ...section.list.columns.map((name) => name.replace(/^[-~]/, ''))].filter((name) => isSortable(section, name))

function queryOf(section: Section): fc.Arbitrary<ListQuery> {
  return fc.record({
    page: fc.integer({ min: 1, max: 3 }),
    size: fc.constantFrom(1, 7, 10, 100_000),
    sort: fc.option(fc.record({ field: fc.constantFrom(...sortable(section)), direction: fc.constantFrom<'asc' | 'desc'>('asc', 'desc') })),
    search: fc.oneof(
      { weight: 2, arbitrary: fc.constant('') },
      fc.constantFrom(
        'a',
        'BUDI',
        'sar',
        'san',
        '628',
        '0812',
        '+62 812-000',
        'hot',
        'webinar',
        ...odd.filter((text) => !/[Ü]/.test(text)),
      ),
    ),
    filters: fc.uniqueArray(filterOf(section), { maxLength: 3, selector: ({ field }) => field }),
  })
}

it.each(sections.map((section) => [section.name, section] as const))('SQL and plain rows agree for %s', async (name, section) => {
  await fc.assert(
    fc.asyncProperty(queryOf(section), async (query) => {
      const wire = Object.entries(formatListQuery(query)).map(([key, value]) => [key, String(value)])
      const response = await ask('GET', `${section.path}?${new URLSearchParams(wire)}`)
      expect(response.status).toBe(200)
      const expected = (rows[name] ?? []).filter((row) => matches(section, row, query)).sort(compareRows(section, sortOf(section, query)))
      const start = (query.page - 1) * query.size
      if (!section.wire.omitTotal) expect(response.body.total_record).toBe(expected.length)
      expect(response.body.data.map((row: { id: number }) => row.id)).toEqual(
        expected.slice(start, start + query.size).map((row) => row.id),
      )
    }),
    { numRuns: 40 },
  )
})
