import { beforeAll, describe, expect, it } from 'vitest'
import { exampleRecord } from '#contract/examples.ts'
import { met } from '#contract/kit/field/condition.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { isFile, isMany, isTextual } from '#contract/kit/field/kind.ts'
import { formatFilters } from '#contract/kit/field/list-query.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { type AnyRow, rowFields } from '#contract/kit/section/section.ts'
import { sectionCalls, writeCall } from '#contract/kit/section/section-calls.ts'
import { syncHeaders } from '#contract/sync.ts'
import { changing, showing, sourceOf, type Values, wrongValues } from '#tests/support/example.ts'
import { findLostValues } from '#tests/support/find-lost-values.ts'
import { allSections } from '#tests/support/sections.ts'
import { send } from './caller.ts'
import { unfitReply, unfitRow } from './fits.ts'
import { callOf, makeWorld, paramsOf, rowsOf, type World } from './world.ts'

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
  const [create, update, remove] = [callOf(section, 'create'), callOf(section, 'update'), callOf(section, 'remove')]
  const make = (n: number): Values => exampleRecord(section, n, sourceOf(world.ids))
  const ask = (call: Call, id: number | string, sent: Parameters<typeof send>[2]) =>
    send(world.app, call, { params: paramsOf(call, id), token: world.root, ...sent })

  async function read(id: number | string): Promise<AnyRow | undefined> {
    const one = callOf(section, 'one')
    if (!one) return (await rowsOf(world.app, world.root, section, { size: '1000' })).find((row) => row.id === id || row.ref === id)
    const response = await ask(one, id, {})
    expect([200, 404]).toContain(response.status)
    return response.status === 200 ? record(response) : undefined
  }

  async function created(n: number, over: Values = {}): Promise<AnyRow> {
    if (!create) throw new Error(`${section.name} cannot be created`)
    const response = await ask(create, 1, { body: { ...make(n), ...over } })
    expect(response.status, await response.clone().text()).toBe(201)
    return record(response)
  }

  /** A record to change: a new one, or one of the demo where none can be made. */
  async function some(n: number): Promise<AnyRow> {
    if (create) return created(n)
    const [row] = await rowsOf(world.app, world.root, section, { size: '1' })
    if (!row) throw new Error(`the demo has no ${section.name}`)
    return row
  }

  const list = callOf(section, 'list')
  it.runIf(list)('lists rows that fit, page by page', async () => {
    if (!list) return
    const first = await send(world.app, list, { token: world.root })
    expect(first.status).toBe(200)
    const body: { data: AnyRow[]; total_record?: number } = await first.json()
    expect(unfitReply(list.reply, body)).toEqual([])
    expect(body).toMatchObject({ current_page: 1, page_size: 10 })
    if (section.wire.omitTotal) expect(body).not.toHaveProperty('total_record')
    else expect(body.data.length).toBe(Math.min(10, body.total_record ?? Number.NaN))
    const second = await rowsOf(world.app, world.root, section, { page: '2', size: '3' })
    const all = await rowsOf(world.app, world.root, section, { size: '6' })
    expect(second.map((row) => row.ref)).toEqual(all.slice(3).map((row) => row.ref))
  })

  if (create)
    it('creates and reads its example', async () => {
      const row = await created(4_001)
      expect(unfitRow(rowFields(section), row, 'data')).toEqual([])
      expect(row.version).toBe(1)
      expect(findLostValues(section.fields, make(4_001), await read(row.ref))).toEqual([])
    })

  if (update)
    it('changes a record as a whole, unless somebody did since', async () => {
      const row = await some(4_002)
      const changed = await ask(update, row.id, { body: make(4_102) })
      expect(changed.status, await changed.clone().text()).toBe(200)
      expect(unfitReply(update.reply, await changed.json())).toEqual([])
      const after = await read(row.id)
      expect(findLostValues(section.fields, make(4_102), after)).toEqual([])
      expect(after).toMatchObject({ id: row.id, ref: row.ref, version: row.version + 1 })

      const stale = await ask(update, row.ref, { body: make(4_203), headers: { [syncHeaders.ifMatch]: `"${row.version}"` } })
      expect(stale.status).toBe(412)
      expect(await stale.json()).toMatchObject({ code: 'stale', current: { ref: row.ref, version: row.version + 1 } })
    })

  if (create && remove)
    it('removes its example', async () => {
      const row = await created(4_003)
      const removed = await send(world.app, remove, { ids: [row.id], token: world.root })
      expect(removed.status, await removed.clone().text()).toBe(200)
      const verdict: unknown = await removed.json()
      expect(unfitReply(remove.reply, verdict)).toEqual([])
      expect(verdict).toMatchObject({ success_entities: [{ id: row.id, ref: row.ref }], failed_entities: [] })
      expect(await read(row.ref)).toBeUndefined()
    })

  if (create && update)
    it('changes only what a mask names', async () => {
      const row = await created(4_304)
      const wanted = make(4_405)
      const name = changing(section, make(4_304), wanted)
      const response = await ask(update, row.ref, {
        body: { [name]: wanted[name] },
        headers: { [syncHeaders.mask]: name, [syncHeaders.ifMatch]: '"1"' },
      })
      expect(response.status, await response.clone().text()).toBe(200)
      expect(findLostValues(section.fields, { ...make(4_304), [name]: wanted[name] }, await read(row.ref))).toEqual([])
    })

  const switches = Object.entries(section.switches).filter(([, { by }]) => by !== 'put')
  if (switches.length)
    it('turns its switches by their calls, there and back', async () => {
      for (const [name, { key = name, when }] of switches) {
        const call = sectionCalls(section).find((one) => one.name === `${section.name}.switch.${name}`)
        if (!call) throw new Error(`${name} has no call`)
        const row = (await rowsOf(world.app, world.root, section, { size: '1000' })).find((one) => met(when, one))
        if (!row) throw new Error(`the demo has no ${section.name} whose ${name} can be turned`)
        for (const on of [row[name] !== true, row[name] === true]) {
          const response = await ask(call, row.id, { body: call.body && { id: row.id, [key]: on } })
          expect(response.status, await response.clone().text()).toBe(200)
          expect(unfitReply(call.reply, await response.json())).toEqual([])
          expect(await read(row.id), name).toMatchObject({ [name]: on })
        }
      }
    })

  if (section.order)
    it('moves a record to the place of another', async () => {
      const swap = callOf(section, 'swap')
      if (!swap || !section.order) throw new Error('no order')
      const { field, within } = section.order
      const first = await created(4_811)
      const second = await created(4_812, within ? { [within]: make(4_811)[within] } : {})
      const response = await ask(swap, 1, { body: { from: second.ref, to: first.id } })
      expect(response.status, await response.clone().text()).toBe(200)
      expect([(await read(second.id))?.[field], (await read(first.id))?.[field]]).toEqual([first[field], second[field]])
      const unknown = await ask(swap, 1, { body: { from: second.ref, to: 999_999 } })
      expect(unknown.status).toBe(422)
    })

  if (create ?? update)
    it('names every wrong field, and stores nothing', async () => {
      const row = await some(4_506)
      const right = make(4_607)
      const rows = async () => (await rowsOf(world.app, world.root, section, { size: '100000' })).length
      const [count, before] = [await rows(), await read(row.id)]
      const wrong: string[] = []
      const attempt = async (call: Call, why: string, name: string, body: Values) => {
        const response = await ask(call, row.id, { body })
        const text = await response.text()
        const named = response.status === 422 && Object.keys(JSON.parse(text).fields ?? {}).some((path) => path.split('.')[0] === name)
        if (!named) wrong.push(`${call.name} with ${name} ${why}: ${response.status} ${text.slice(0, 200)}`)
      }
      // Values in the path are not in the form.
      const fields = Object.entries(section.fields).filter(([name, field]) => !field.readOnly && !(create?.fixed && name in create.fixed))
      // What has an initial value needs none of other clients, and lists and switches that are not named stay (base-contract.test.ts).
      const missing = fields.filter(([, field]) => (field.required || field.requiredWhen) && field.initial === undefined)
      for (const action of ['create', 'update'] as const) {
        if (!callOf(section, action)) continue
        // Without a file an edit keeps the stored one.
        for (const [name, field] of missing.filter(
          ([, { kind }]) => action === 'create' || !(isFile(kind) || isMany(kind) || kind === 'flag'),
        )) {
          const { [name]: _dropped, ...rest } = showing(field, right)
          await attempt(writeCall(section, action, rest), 'missing', name, rest)
        }
        for (const [name, field] of fields) {
          const shown = showing(field, right)
          for (const [why, value] of wrongValues(field, section.encoding))
            await attempt(writeCall(section, action, shown), why, name, { ...shown, [name]: value })
        }
      }
      expect(wrong).toEqual([])
      expect(await rows()).toBe(count)
      expect(await read(row.id)).toEqual(before)
    })

  it.runIf(list)('finds a record by search, filter and sort', async () => {
    const rows = (query: Record<string, string>) => rowsOf(world.app, world.root, section, query)
    const row = create ? await created(4_708) : (await rows({ size: '1' }))[0]
    if (!row) return
    const found = async (query: Record<string, string>) => (await rows({ size: '100000', ...query })).some((one) => one.ref === row.ref)
    const titled = section.fields[section.title]
    const title = row[section.title]
    if (titled && isTextual(titled.kind) && section.list.search.includes(section.title) && typeof title === 'string') {
      expect(await found({ query: formatFilters([], title) })).toBe(true)
      expect(await found({ query: formatFilters([], `${title} zzz`) })).toBe(false)
    }
    for (const name of section.list.filters) {
      const value = [row[name]].flat()[0]
      if (value !== null && value !== undefined)
        expect(await found({ query: formatFilters([{ field: name, values: [String(value)] }]) }), name).toBe(true)
    }
    const sortable = section.list.columns.map((name) => name.replace(/^[-~]/, ''))
    for (const name of sortable.filter((one) => isPlain(rowFields(section)[one]))) {
      const up = await rows({ size: '50', sort: `${name} asc` })
      const down = await rows({ size: '50', sort: `${name} desc` })
      const order = (page: AnyRow[]) =>
        page
          .map((one) => one[name])
          .filter((value): value is string | number => value !== null && value !== rowFields(section)[name]?.emptyDate)
      const sorted = (values: (string | number)[]) => values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      expect(order(up), name).toEqual(sorted(order(up)))
      expect(order(down), name).toEqual(sorted(order(down)).toReversed())
    }
  })
})

const isPlain = (field: Field | undefined) => field !== undefined && ['number', 'money', 'date', 'dateTime'].includes(field.kind)
