/** A client that knows the base contract alone: its bodies lack our additions, its ids are texts, and it is told the contract's words. */
import { beforeAll, describe, expect, it } from 'vitest'
import { exampleRecord, ownExample } from '#contract/examples.ts'
import { type Field, type Fields, isEmpty } from '#contract/kit/field/field.ts'
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { exampleRequest } from '#contract/kit/section/example.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCalls } from '#contract/kit/section/section-calls.ts'
import { onlineClass } from '#contract/sections/product/online-class.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { clientId, demoClientSecret } from '#contract/session.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import { accounts, password } from '#tests/support/accounts.ts'
import { everyCall } from '#tests/support/contract-calls.ts'
import { fileNames, sourceOf, type Values, withoutFiles } from '#tests/support/example.ts'
import { findLostValues } from '#tests/support/find-lost-values.ts'
import { allSections } from '#tests/support/sections.ts'
import { send } from './caller.ts'
import { callOf, makeWorld, rowsOf, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  return () => world.close()
})

type Sent = Parameters<typeof send>[2]
const ask = (call: Call, sent: Sent) => send(world.app, call, { token: world.root, ...sent })
const made = async (response: Response): Promise<AnyRow> => {
  const body: { data: AnyRow } = await response.json()
  return body.data
}
const sectionOf = (name: string): Section => {
  const section = allSections.find((each) => each.name === name)
  if (!section) throw new Error(`there is no section ${name}`)
  return section
}
const named = (name: string): Call => {
  const call = everyCall.find((each) => each.name === name)
  if (!call) throw new Error(`there is no call ${name}`)
  return call
}

const creates = allSections.flatMap((section) =>
  sectionCalls(section).flatMap((call) => (call.action === 'create' ? [[call.name, section, call] as const] : [])),
)
const bodyOf = (section: Section, call: Call, n: number): Values =>
  call.fixed ? toRecord(exampleRequest(call, sourceOf(world.ids), ownExample(call)).body) : exampleRecord(section, n, sourceOf(world.ids))

const lists = everyCall.flatMap((call) =>
  call.method === 'GET' && call.query === 'list' && call.reply.of === 'list' ? [[call.name, call] as const] : [],
)

/** What a new record cannot do without. */
const isAsked = ({ required, initial }: Field) => required && initial === undefined

/** Ids and numbers as texts, at any depth. */
function asTexts(fields: Fields, values: Values): Values {
  const text = (field: Field | undefined, value: unknown): unknown => {
    if (!field || typeof value === 'boolean') return value
    if (typeof value === 'number') return String(value)
    if (Array.isArray(value))
      return value.map((entry: unknown) => (field.fields ? text({ ...field, kind: 'object' }, entry) : text(field, entry)))
    return isRecord(value) && field.fields ? asTexts(field.fields, value) : value
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(fields[name], value)]))
}

/** One of two that a record cannot do without. */
const either: Readonly<Record<string, string>> = { 'transaction.create': 'member_id', 'reward.create': 'prize' }

/** Lists that a select gives as texts, as clients with JSON send them. */
const pureJson = (values: Values): Values => toRecord(JSON.parse(JSON.stringify(values)))

describe.each(creates)('%s', (_, section, call) => {
  const { fields } = section
  const written = Object.entries(fields).filter(([, { readOnly }]) => !readOnly)
  const isPossible = fileNames(fields).every((name) => !fields[name]?.required)

  it('needs no value that has an initial one, nor does its update', async () => {
    const whole = bodyOf(section, call, 8_101)
    const isNeeded = (name: string, field: Field) => isAsked(field) || field.requiredWhen || either[call.name] === name
    const names = Object.entries(call.body ?? {}).flatMap(([name, field]) => (isNeeded(name, field) && !isEmpty(whole[name]) ? [name] : []))
    const body = Object.fromEntries(names.map((name) => [name, whole[name]]))
    const response = await ask(call, { body })
    expect(response.status, await response.clone().text()).toBe(201)
    const row = await made(response)
    const update = call.fixed ? undefined : callOf(section, 'update')
    const again = update && (await ask(update, { params: { id: row.id }, body }))
    if (!again) return
    expect(again.status, await again.clone().text()).toBe(200)
    const initial = written.flatMap(([name, field]) => (field.required && field.initial !== undefined ? [name] : []))
    const after = await made(again)
    for (const name of initial) expect(after[name], name).toEqual(row[name])
  })

  if (isPossible)
    it('takes ids and numbers as texts in JSON', async () => {
      const body = withoutFiles(fields, bodyOf(section, call, 8_203))
      const response = await ask({ ...call, encoding: 'json' }, { body: pureJson(asTexts(fields, body)) })
      expect(response.status, await response.clone().text()).toBe(201)
      expect(findLostValues(fields, pureJson(body), await made(response))).toEqual([])
    })

  it('takes 0 as nobody where nobody is needed', async () => {
    const nobody = written.flatMap(([name, field]) =>
      field.kind === 'reference' && !field.required && !field.requiredWhen && !field.made && either[call.name] !== name ? [name] : [],
    )
    for (const zero of nobody.length ? [0, '0'] : []) {
      const body = { ...bodyOf(section, call, zero === 0 ? 8_303 : 8_304), ...Object.fromEntries(nobody.map((name) => [name, zero])) }
      const response = await ask(call, { body })
      expect(response.status, await response.clone().text()).toBe(201)
      const row = await made(response)
      // An order without a salesperson is that of its member's.
      for (const name of nobody) if (call.name !== 'transaction.create') expect(row[name] ?? 0, name).toBe(0)
    }
  })
})

describe('requests as the base contract writes them', () => {
  const json = async (name: string, body: Values, sent: Sent = {}) => {
    const response = await ask({ ...named(name), encoding: 'json' }, { body, ...sent })
    return { status: response.status, body: await response.json() }
  }

  it('a login has its client as a number or a text', async () => {
    for (const client_id of [clientId, String(clientId)]) {
      const body = { username: accounts.root, password, client_id, client_secret: demoClientSecret }
      expect((await json('session.login', body)).status).toBe(200)
    }
  })

  it.each([
    ['event', 'event_ids'],
    ['faq', 'faq_ids'],
  ] as const)('highlights of %s are added and removed by %s', async (name, key) => {
    const section = sectionOf(name)
    const rows = await rowsOf(world.app, world.root, section, { size: '100' })
    const id = rows.find(({ highlight }) => highlight === null)?.id ?? 0
    expect(await json(`${name}.highlight`, { [key]: [String(id)] })).toMatchObject({ status: 200 })
    expect(await json(`${name}.unhighlight`, { [key]: [id] })).toMatchObject({ status: 200 })
  })

  it('leads are imported as JSON rows, alone or beside the rest of the form', async () => {
    const rows = (n: number) => [{ name: 'Sari Dewi', phone: `08129876${n}` }]
    for (const body of [rows(1_001), { rows: rows(1_002), dry_run: true }]) {
      const response = await world.app.request(named('leads.import').path, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.root}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(response.status, await response.clone().text()).toBe(200)
    }
  })

  it('a lead is assigned by the call of chats, by its ref; rooms beside it as ever', async () => {
    const [lead] = await rowsOf(world.app, world.root, leads, { size: '1' })
    const [room] = await rowsOf(world.app, world.root, chatPlatform, { size: '1' })
    const [sales = 0] = world.ids['user/sales'] ?? []
    const answers = [
      await json('chat-platform.assign-chat', { ids: [lead?.ref], assignee_sales: String(sales) }),
      await json('chat-platform.assign-chat', { ref: lead?.ref, sales: 0 }),
      await json('chat-platform.assign-chat', { ids: [lead?.ref, room?.id], assignee_sales: sales }),
      await json('chat-platform.assign-chat', { id: room?.id, assignee_sales: sales }),
    ]
    expect(answers.map(({ status, body }) => [status, body.success_entities?.length])).toEqual(
      [200, 200, 200, 200].map((status, at) => [status, at === 2 ? 2 : 1]),
    )
    expect((await rowsOf(world.app, world.root, leads, { query: `id:${lead?.id}` }))[0]).toMatchObject({ sales })
  })

  it('a class is `onlineClassDetail` beside a video, which goes to the first lesson without one', async () => {
    const [category] = world.ids.category ?? []
    const detail = (sections: unknown) => ({
      title: 'Kelas dari luar',
      category: String(bodyOf(onlineClass, named('online-class.create'), 1).category ?? category),
      ...(sections ? { sections } : {}),
    })
    const film = () =>
      new File([Buffer.concat([Buffer.from('\0\0\0\x1cftypisom\0\0\0\0'), Buffer.alloc(2_000, 1)])], 'kelas.mp4', { type: 'video/mp4' })
    const post = async (sections: unknown, path = onlineClass.path, method = 'POST') => {
      const form = new FormData()
      form.append('onlineClassDetail', new Blob([JSON.stringify(detail(sections))], { type: 'application/json' }))
      form.append('video', film())
      const response = await world.app.request(path, { method, body: form, headers: { authorization: `Bearer ${world.root}` } })
      expect(response.status, await response.clone().text()).toBe(method === 'POST' ? 201 : 200)
      return made(response)
    }
    const videos = (row: AnyRow) =>
      recordsOf(row.sections).flatMap(({ lessons }) => recordsOf(lessons).map(({ title, video }) => [title, toRecord(video).name ?? null]))
    expect(videos(await post(undefined))).toEqual([['Kelas dari luar', 'kelas.mp4']])
    const two = await post([{ title: 'Bab', lessons: [{ title: 'Satu' }, { title: 'Dua' }] }])
    expect(videos(two)).toEqual([
      ['Satu', 'kelas.mp4'],
      ['Dua', null],
    ])
    expect(videos(await post(undefined, `${onlineClass.path}/${two.id}`, 'PUT'))).toEqual([
      ['Satu', 'kelas.mp4'],
      ['Dua', 'kelas.mp4'],
    ])
  })
})

/** Words of the base contract, and the request that is answered by them; fields stand beside, never before them. */
describe('the words of the base contract', () => {
  const period = (from: string, to: string) => ({ query: `created_at:${from}..${to}` })
  const tooLong = (entered: number) =>
    `Data export is limited to 31 days. You entered ${entered}. Please select the period that corresponds to the number of days in the destination month`
  const dated = allSections.flatMap(({ name, export: own }) => (own?.dateRule ? [`${name}.export`] : []))
  const film = (name: string, content: string) => ({ [name]: new File([content], 'a.mp4', { type: 'video/mp4' }) })
  const firstOf = async (name: string) => (await rowsOf(world.app, world.root, sectionOf(name), { size: '1' }))[0]?.id ?? 0
  const created = async (name: string) => {
    const call = named(`${name}.create`)
    return (await made(await ask(call, { body: bodyOf(sectionOf(name), call, 8_404) }))).id
  }
  const remove = (name: string) => async () => ask(named(`${name}.remove`), { ids: [await created(name)] })

  const table: [words: string, from: string, request: () => Response | Promise<Response>][] = [
    ['Invalid access_token', 'any call', () => send(world.app, named('bank.list'), {})],
    ...[...dated, 'export-chat'].flatMap((name): typeof table => {
      const query = (asked: Record<string, string>): Sent => (name === 'export-chat' ? { body: asked } : { query: asked })
      return [
        ['Filter date must not be empty', name, () => ask(named(name), query({}))],
        ['Filter date must not be empty', name, () => ask(named(name), query({ query: 'created_at:kemarin' }))],
        [tooLong(61), name, () => ask(named(name), query(period('2026-07-02', '2026-08-31')))],
      ]
    }),
    ['File video tidak ditemukan', 'videos.convert', () => ask(named('videos.convert'), { body: {} })],
    ['File video tidak ditemukan', 'videos.convert', () => ask(named('videos.convert'), { body: film('video', 'halo') })],
    [
      'File video tidak ditemukan',
      'online-class.create',
      () =>
        ask(named('online-class.create'), {
          body: { ...bodyOf(onlineClass, named('online-class.create'), 8_505), ...film('video', 'halo') },
        }),
    ],
    ...[
      {},
      { customer_id: 0, product_id: [1], type: 'membership' },
      { customer_id: 1, product_id: [], type: 'membership' },
      { customer_id: 1, product_id: [1] },
    ].map((body): (typeof table)[number] => [
      'Requires member data, product category data, and product data to check promo codes',
      'promotion-code.apply',
      () => ask(named('promotion-code.apply'), { body }),
    ]),
    [
      'Success Generate Post',
      'analysis.generatePost',
      async () => ask(named('analysis.generatePost'), { params: { id: await firstOf('analysis') } }),
    ],
    ['Success delete data', 'auto-text.remove', remove('auto-text')],
    ['Success delete', 'short-link.remove', remove('short-link')],
    ['Success delete', 'slider.remove', remove('slider')],
    ['Status updated successfully', 'sales-shift.update', () => ask(named('sales-shift.update'), { body: { is_active: true } })],
  ]

  it.each(table)('%s comes from %s', async (words, _, request) => {
    const answer = await (await request()).json()
    expect(answer.message).toBe(words)
  })
})

describe.each(lists)('%s', (_, call) => {
  it('is the same with keys that only come along', async () => {
    const { params, query } = exampleRequest(call, sourceOf(world.ids), ownExample(call))
    const asked = { ...Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])), size: '3' }
    const plain = await (await ask(call, { params, query: asked })).json()
    const beside = await ask(call, { params, query: { ...asked, total_record: '120', order: 'desc' } })
    expect(beside.status).toBe(200)
    expect(Object.keys(await beside.json())).toEqual(Object.keys(plain))
  })
})
