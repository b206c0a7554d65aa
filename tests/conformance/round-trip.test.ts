/** An exported section can be imported again with equal records: all sections with imports, and one with every kind of field. */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SheetImport } from '#contract/import/import-calls.ts'
import { importFields } from '#contract/import/sheet-columns.ts'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import { formatFilters } from '#contract/kit/field/list-query.ts'
import { optionQuery, parseTarget } from '#contract/kit/section/options.ts'
import { type AnyRow, columnNames, type Section } from '#contract/kit/section/section.ts'
import { exportFormats, hasCell } from '#contract/kit/section/sheet.ts'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { member } from '#contract/sections/member/member.ts'
import { accountEnds } from '#contract/sections/member/retention-fields.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import { selectRows } from '#server/crud/query/rows.ts'
import { type Shape, targetOf } from '#server/crud/query/shape.ts'
import { labelColumn } from '#server/crud/sheets/labels.ts'
import { members } from '#server/db/tables/members.ts'
import { users } from '#server/db/tables/people.ts'
import { eraseOne } from '#server/sections/member/erasure/erase.ts'
import { makePerson, type Person } from '#tests/support/api.ts'
import { fieldValue, word } from '#tests/support/field-values.ts'
import { formOf } from '#tests/support/form.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { allSections } from '#tests/support/sections.ts'
import { makeThings, thing, thingApi } from '#tests/support/things.ts'
import { type DemoApp, makeDemoApp, rowsOf } from './world.ts'

const takers = allSections.filter((section) => section.export && section.import)
/** A row of these files has no column for each field: they have tests of their own, members below, stocks in import-stocks.test.ts. */
const ownRows = takers.filter((section) => section.import?.fields)
const taking: readonly Section[] = [...takers.filter((section) => !section.import?.fields), thing]
const today = wibDay(new Date())

let world: DemoApp
let app: Hono
let root: Person
let ask: TestRequest

beforeAll(async () => {
  world = await makeDemoApp()
  await makeThings(world.platform.database.db)
  app = new Hono()
  thingApi.mount(app, world.platform)
  app.route('/', world.app)
  root = await makePerson(world.platform, [], 'Root', true)
  ask = requestAs(app, root)
})
afterAll(() => world.close())

function shapeOf({ name }: Section): Shape {
  const shape = name === thing.name ? thingApi.shape : targetOf(name)
  if (!shape) throw new Error(`${name} is not served`)
  return shape
}

/** Records that a field may refer to, with unique names. */
async function nameable({ to = '', query: own = '' }: Field): Promise<number[]> {
  const section = allSections.find(({ name }) => name === parseTarget(to).section)
  const target = labelColumn(to)
  if (!section || !target) throw new Error(`${to} has no names`)
  const query = [formatFilters(optionQuery(section, to)?.filters ?? []), own].filter(Boolean).join()
  const offered = await rowsOf(app, root.token, section, { size: '50', ...(query && { query }) })
  const all = await world.platform.database.db.select({ label: target.column }).from(target.table)
  const keyOf = (label: unknown) => String(label).toLowerCase()
  const times = (name: string) => all.filter(({ label }) => keyOf(label) === name).length
  const named = offered.filter((row) => times(keyOf(row[section.title])) === 1 && !keyOf(row[section.title]).includes(','))
  return named.map(({ id }) => id).slice(0, 6)
}

/** Resolves to the finished import. */
const ended = (path: string): Promise<SheetImport> =>
  vi.waitFor(
    async () => {
      const { data } = (await ask('GET', path)).body
      if (data.state === 'running') throw new Error('the import is not done')
      return data
    },
    { timeout: 30_000, interval: 50 },
  )

/** Nested rows have no cell, but a lead's source has: its campaign's. */
const sourced = (record: Record<string, unknown>, source: string): Record<string, unknown> =>
  record.campaign_id ? { ...record, lead_sources: [{ campaign_id: record.campaign_id, source }] } : record

async function recordOf(section: Section): Promise<fc.Arbitrary<Record<string, unknown>>> {
  const values: Record<string, fc.Arbitrary<unknown>> = {}
  for (const [name, field] of Object.entries(importFields(section))) {
    const value = fieldValue(field, field.to ? await nameable(field) : [])
    if (value && name !== 'published_at') values[name] = value
  }
  // A row that bears a name which others refer to makes that name mean two.
  const isNamed = Object.values(importFields(section)).some(({ to }) => to && parseTarget(to).section === section.name)
  const keyOf = (row: Record<string, unknown>) => String(row[section.title]).trim().toLowerCase()
  const taken = new Set(isNamed ? (await rowsOf(app, root.token, section, { size: '1000' })).map(keyOf) : [])
  const records = fc.record(values).filter((record) => !taken.has(keyOf(record)))
  return section.fields.lead_sources ? fc.tuple(records, word).map(([record, source]) => sourced(record, source)) : records
}

/** Values of a record in a file. */
function plain(fields: Fields, row: AnyRow): Record<string, unknown> {
  const sources = recordsOf(row.lead_sources).map(({ campaign_id, source }) => ({ campaign_id, source }))
  return { ...Object.fromEntries(Object.keys(fields).map((name) => [name, row[name]])), sources }
}

/** The list as a file. */
async function exportOf(section: Section, format: string): Promise<File> {
  const query = new URLSearchParams({ format, ...(section.export?.dateRule && { query: `created_at:${today}..${today}` }) })
  const headers = { authorization: `Bearer ${root.token}` }
  const file = await app.request(`${section.path}${section.export?.path}?${query}`, { headers })
  expect(file.status).toBe(200)
  return new File([await file.arrayBuffer()], `${section.name}.${format}`)
}

/** Imports a file as it is; resolves to the ended import. */
async function importOf(section: Section, file: File): Promise<SheetImport> {
  const form = new FormData()
  form.append('file', file)
  const begun = await ask('POST', `${section.path}${section.import?.path}`, form)
  expect(begun.status, JSON.stringify(begun.body)).toBe(200)
  return ended(`${section.path}${section.import?.path}/${begun.body.data.ref}`)
}

const exporting = allSections.filter((section) => section.export)

it.each(exporting.map((section) => [section.name, section] as const))(
  '%s exports each column once, and those that its list shows',
  async (_, section) => {
    const head = async (columns: string) => {
      const query = new URLSearchParams({
        format: 'csv',
        columns,
        ...(section.export?.dateRule && { query: `created_at:${today}..${today}` }),
      })
      const response = await app.request(`${section.path}${section.export?.path}?${query}`, {
        headers: { authorization: `Bearer ${root.token}` },
      })
      expect(response.status, columns).toBe(200)
      return (await response.text()).split('\r\n')[0]?.split(',') ?? []
    }
    const all = await head('')
    expect(new Set(all).size).toBe(all.length)
    const listed = columnNames(section).flatMap(({ name }) => (hasCell(section, name) ? [name] : []))
    expect((await head(listed.join())).length).toBeGreaterThanOrEqual(listed.length)
  },
)

describe.each(taking.map((section) => [section.name, section] as const))('%s', (_, section) => {
  const keyName = section.import?.key ?? ''

  it.each(exportFormats)('exports %s that it imports again', async (format) => {
    const { db } = world.platform.database
    const shape = shapeOf(section)
    const fields = importFields(section)
    const keyColumn = shape.columns[keyName]
    if (!keyColumn) throw new Error(`${section.name} has no column ${keyName}`)
    const stored = (keys: readonly unknown[]) => selectRows(db, shape, { where: inArray(keyColumn, [...keys]) })
    const key = { selector: (record: Record<string, unknown>) => String(record[keyName]).toLowerCase() }
    const lists = fc.uniqueArray(await recordOf(section), { minLength: 40, maxLength: 60, ...key })
    await fc.assert(
      fc.asyncProperty(lists, async (list) => {
        const keys: unknown[] = []
        for (const record of list) {
          const made = await ask('POST', section.path, section.encoding === 'multipart' ? formOf(section.fields, record) : record)
          expect(made.status, JSON.stringify([record, made.body])).toBe(201)
          keys.push(toRecord(made.body.data)[keyName])
        }
        // A form cannot publish in the past.
        if (shape.columns.published_at && shape.columns.status)
          await db
            .update(shape.table)
            .set({ published_at: '2026-01-31T08:30:00+07:00' })
            .where(and(inArray(keyColumn, keys), eq(shape.columns.status, 'publish')))
        const before = await stored(keys)
        expect(before).toHaveLength(list.length)
        const file = await exportOf(section, format)
        const ids = before.map(({ id }) => id)
        await db.delete(shape.table).where(inArray(shape.table.id, ids))
        expect(await importOf(section, file)).toMatchObject({ state: 'done', created: list.length, failures: [] })
        const after = await stored(keys)
        const byKey = (rows: readonly AnyRow[]) => new Map(rows.map((row) => [row[keyName], plain(fields, row)]))
        expect(byKey(after)).toEqual(byKey(before))
        await db.delete(shape.table).where(
          inArray(
            shape.table.id,
            after.map(({ id }) => id),
          ),
        )
      }),
      // Each run starts a thread, which takes longer than its rows.
      { numRuns: 1, endOnFailure: true },
    )
  })
})

describe('member', () => {
  it.each(exportFormats)('exports %s with the ends of access that it imports again', async (format) => {
    expect(ownRows.map(({ name }) => name)).toEqual(['stock', 'member'])
    const { db } = world.platform.database
    const salespeople = await nameable(member.fields.sales_id)
    const names = (await db.select({ name: users.name }).from(users)).map(({ name }) => name)
    const isUnique = (name: string | null) => names.indexOf(name ?? '') === names.lastIndexOf(name ?? '')
    const record = fc.record({
      // A number of six digits and zeros is refused in a file: its others may be lost there.
      phone: fc
        .integer({ min: 1_000_000, max: 9_999_999 })
        .filter((digits) => digits % 100_000 !== 0)
        .map((digits) => `${format === 'csv' ? '62819' : '62818'}${digits}`),
      name: word,
      sales_id: fc.constantFrom(0, ...salespeople),
      ends: fc.uniqueArray(fc.tuple(fc.constantFrom(...accountEnds), fc.integer({ min: -20, max: 20 })), {
        maxLength: accountEnds.length,
        selector: ([{ column }]) => column,
      }),
    })
    const lists = fc.uniqueArray(record, { minLength: 10, maxLength: 15, selector: ({ phone }) => phone })
    const stored = async (phones: readonly string[]) => {
      const found = await selectRows(db, shapeOf(member), { where: and(inArray(members.phone, [...phones]), isNull(members.deleted_at)) })
      return new Map(found.map(({ phone, name, sales_id, products }) => [phone, { name, sales_id, products }]))
    }
    await fc.assert(
      fc.asyncProperty(lists, async (list) => {
        const ids: number[] = []
        for (const { ends, ...values } of list) {
          const made = await ask('POST', member.path, values)
          expect(made.status, JSON.stringify([values, made.body])).toBe(201)
          const { id } = made.body.data
          ids.push(id)
          for (const [{ product, type }, days] of ends) {
            const body = { product, type, expires_on: addDays(today, days), reason: 'Pindahan' }
            expect((await ask('PUT', `${member.path}/${id}/memberships`, body)).status).toBe(200)
          }
        }
        const phones = list.map(({ phone }) => phone)
        const before = await stored(phones)
        expect(before.size).toBe(list.length)
        const file = await exportOf(member, format)
        // The whole list as it stands, where its salesperson is the only one of that name, is as it was.
        const again = await importOf(member, file)
        expect(again).toMatchObject({ state: 'done', created: 0, updated: 0 })
        expect(again.failures.filter(({ field, value }) => field !== 'sales' || isUnique(value))).toEqual([])
        expect((await ask('DELETE', member.path, { ids })).status).toBe(200)
        for (const id of ids) await eraseOne(db, id)
        expect(await stored(phones)).toEqual(new Map())
        expect(await importOf(member, file)).toMatchObject({ state: 'done', created: list.length, updated: 0 })
        expect(await stored(phones)).toEqual(before)
      }),
      { numRuns: 1, endOnFailure: true },
    )
  })
})
