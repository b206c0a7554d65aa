import { beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '#contract/kit/call.ts'
import type { Field } from '#contract/kit/field.ts'
import { formatFilters } from '#contract/kit/list-query.ts'
import { type AnyRow, rowFields } from '#contract/kit/section.ts'
import { sectionCalls } from '#contract/kit/section-calls.ts'
import { syncHeaders } from '#contract/sync.ts'
import { example, showing, type Values, wrongValues } from '#tests/support/example.ts'
import { allSections } from '#tests/support/sections.ts'
import { send } from './caller.ts'
import { unfitReply, unfitRow } from './fits.ts'
import { kept } from './kept.ts'
import { callOf, makeWorld, rowsOf, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  return () => world.close()
})

const record = async (response: Response): Promise<AnyRow> => {
  const body: { data: AnyRow } = await response.json()
  return body.data
}

describe.each(allSections.map((section) => [section.name, section] as const))('%s', (_, section) => {
  const create = callOf(section, 'create')
  const update = callOf(section, 'update')
  const remove = callOf(section, 'remove')
  const make = (n: number): Values => example(section.fields, n, world.ids)

  async function read(id: number | string): Promise<AnyRow | undefined> {
    const one = callOf(section, 'one')
    if (!one) return (await rowsOf(world.app, world.root, section, { size: '1000' })).find((row) => row.id === id || row.ref === id)
    const response = await send(world.app, one, { params: { id }, token: world.root })
    expect([200, 404]).toContain(response.status)
    return response.status === 200 ? record(response) : undefined
  }

  async function created(n: number): Promise<AnyRow> {
    if (!create) throw new Error(`${section.name} cannot be created`)
    const response = await send(world.app, create, { body: make(n), token: world.root })
    expect(response.status, await response.clone().text()).toBe(201)
    return record(response)
  }

  it('lists rows that fit, page by page', async () => {
    const list = callOf(section, 'list')
    if (!list) throw new Error('no list')
    const first = await send(world.app, list, { token: world.root })
    expect(first.status).toBe(200)
    const body: { data: AnyRow[]; total_record: number } = await first.json()
    expect(unfitReply(list.reply, body)).toEqual([])
    expect(body).toMatchObject({ current_page: 1, page_size: 10 })
    expect(body.data.length).toBe(Math.min(10, body.total_record))
    const second = await rowsOf(world.app, world.root, section, { page: '2', size: '3' })
    const all = await rowsOf(world.app, world.root, section, { size: '6' })
    expect(second.map((row) => row.ref)).toEqual(all.slice(3).map((row) => row.ref))
  })

  // Rooms are made by customers, and changed by calls of their own (calls.test.ts).
  if (!section.actions.includes('create')) return

  it('creates, reads, changes and removes its example', async () => {
    if (!update || !remove) throw new Error('an action is missing')
    const row = await created(4_001)
    expect(unfitRow(rowFields(section), row, 'data')).toEqual([])
    expect(row.version).toBe(1)
    expect(kept(section.fields, make(4_001), await read(row.ref))).toEqual([])

    const changed = await send(world.app, update, { params: { id: row.id }, body: make(4_102), token: world.root })
    expect(changed.status, await changed.clone().text()).toBe(200)
    expect(unfitReply(update.reply, await changed.json())).toEqual([])
    const after = await read(row.id)
    expect(kept(section.fields, make(4_102), after)).toEqual([])
    expect(after).toMatchObject({ id: row.id, ref: row.ref, version: 2 })

    const stale = await send(world.app, update, {
      params: { id: row.ref },
      body: make(4_203),
      token: world.root,
      headers: { [syncHeaders.ifMatch]: '"1"' },
    })
    expect(stale.status).toBe(412)
    expect(await stale.json()).toMatchObject({ code: 'stale', current: { ref: row.ref, version: 2 } })

    const removed = await send(world.app, remove, { ids: [row.id], token: world.root })
    expect(removed.status, await removed.clone().text()).toBe(200)
    const verdict: unknown = await removed.json()
    expect(unfitReply(remove.reply, verdict)).toEqual([])
    expect(verdict).toMatchObject({ success_entities: [{ id: row.id, ref: row.ref }], failed_entities: [] })
    expect(await read(row.ref)).toBeUndefined()
  })

  it('changes only what a mask names', async () => {
    if (!update) throw new Error('no update')
    const row = await created(4_304)
    const name = section.title
    const wanted = make(4_405)
    const response = await send(world.app, update, {
      params: { id: row.ref },
      body: { [name]: wanted[name] },
      token: world.root,
      headers: { [syncHeaders.mask]: name, [syncHeaders.ifMatch]: '"1"' },
    })
    expect(response.status, await response.clone().text()).toBe(200)
    expect(kept(section.fields, { ...make(4_304), [name]: wanted[name] }, await read(row.ref))).toEqual([])
  })

  it('names every wrong field, and stores nothing', async () => {
    if (!create || !update) throw new Error('an action is missing')
    const row = await created(4_506)
    const right = make(4_607)
    const count = async () => {
      const list = callOf(section, 'list')
      const page: { total_record: number } = await (await send(world.app, list ?? create, { token: world.root })).json()
      return page.total_record
    }
    const before = await count()
    const wrong: string[] = []
    const attempt = async (call: Call, why: string, name: string, body: Values) => {
      const response = await send(world.app, call, { params: { id: row.id }, body, token: world.root })
      const text = await response.text()
      const named = response.status === 422 && Object.keys(JSON.parse(text).fields ?? {}).some((path) => path.split('.')[0] === name)
      if (!named) wrong.push(`${call.name} with ${name} ${why}: ${response.status} ${text.slice(0, 200)}`)
    }
    const fields = Object.entries(section.fields).filter(([, field]) => !field.readOnly)
    const missing = fields.filter(([, field]) => field.required || field.requiredWhen)
    for (const call of [create, update]) {
      for (const [name, field] of missing) {
        const { [name]: _, ...rest } = showing(field, right)
        await attempt(call, 'missing', name, rest)
      }
      for (const [name, field] of fields)
        for (const [why, value] of wrongValues(field, section.encoding))
          await attempt(call, why, name, { ...showing(field, right), [name]: value })
    }
    expect(wrong).toEqual([])
    expect(await count()).toBe(before)
    expect(kept(section.fields, make(4_506), await read(row.id))).toEqual([])
  })

  it('finds its example by search, filter and sort', async () => {
    const row = await created(4_708)
    const found = (query: Record<string, string>) =>
      rowsOf(world.app, world.root, section, { size: '1000', ...query }).then((rows) => rows.some((one) => one.ref === row.ref))
    const title = String(row[section.title])
    expect(await found({ query: formatFilters([], title) })).toBe(true)
    expect(await found({ query: formatFilters([], `${title} zzz`) })).toBe(false)
    for (const name of section.list.filters) {
      const value = [row[name]].flat()[0]
      if (value !== null && value !== undefined)
        expect(await found({ query: formatFilters([{ field: name, values: [String(value)] }]) }), name).toBe(true)
    }
    const sortable = section.list.columns.map((name) => name.replace(/^-/, ''))
    for (const name of sortable.filter((one) => isPlain(rowFields(section)[one]))) {
      const up = await rowsOf(world.app, world.root, section, { size: '50', sort: `${name} asc` })
      const down = await rowsOf(world.app, world.root, section, { size: '50', sort: `${name} desc` })
      const order = (rows: AnyRow[]) =>
        rows
          .map((one) => one[name])
          .filter((value): value is string | number => value !== null && value !== rowFields(section)[name]?.emptyDate)
      const sorted = (values: (string | number)[]) => values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      expect(order(up), name).toEqual(sorted(order(up)))
      expect(order(down), name).toEqual(sorted(order(down)).toReversed())
    }
  })
})

const isPlain = (field: Field | undefined) => field !== undefined && ['number', 'money', 'date', 'dateTime'].includes(field.kind)

it('has calls for every section', () => {
  expect(allSections.flatMap(sectionCalls).length).toBeGreaterThan(allSections.length * 4)
})
