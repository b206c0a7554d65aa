import { beforeAll, describe, expect, it } from 'vitest'
import { exampleRecord } from '#contract/examples.ts'
import { isTextual, type Kind } from '#contract/kit/field/kind.ts'
import { formatFilters } from '#contract/kit/field/list-query.ts'
import { maxSize } from '#contract/kit/field/paging.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCalls } from '#contract/kit/section/section-calls.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { login, me } from '#contract/session.ts'
import { example, sourceOf } from '#tests/support/example.ts'
import { harmIn, markupAttacks, slugAttacks } from '#tests/support/markup-attacks.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { allSections } from '#tests/support/sections.ts'
import { send, signIn } from './caller.ts'
import { unfitProblem } from './fits.ts'
import { callOf, makeWorld, paramsOf, rowsOf, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  return () => world.close()
})

/** Ids that are invalid or of no record. */
const badIds = [
  'abc',
  '0',
  '-1',
  '1.5',
  '99999999999999999999',
  '9007199254740993',
  "1' or '1'='1",
  '\u0000',
  'a'.repeat(3_000),
  '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e10',
]
const badQueries: Record<string, string>[] = [
  { page: '-1' },
  { page: '0' },
  { page: '1000000000' },
  { page: 'satu' },
  { size: '0' },
  { size: String(maxSize + 1) },
  { sort: 'nothing asc' },
  { sort: 'constructor asc' },
  { sort: 'id; drop table users' },
  { sort: 'id sideways' },
  { query: 'nothing:1' },
  { query: 'constructor:1' },
  { query: 'password:a' },
  { query: 'no colon' },
  { query: 'search:a\u0000b' },
]
/** Valid but odd: accepted, and nothing executed. */
const oddSearches = ["'; drop table banks; --", '%', '_', '\\', '<script>alert(1)</script>', '😀', 'a'.repeat(300)]

describe.each(allSections.map((section) => [section.name, section] as const))('%s', (_, section) => {
  const calls = sectionCalls(section)

  it('answers a bad id with a clear problem', async () => {
    const wrong: string[] = []
    for (const call of calls.filter((one) => one.path.includes('{id}') && !one.removal))
      for (const id of badIds) {
        const body = call.body && example(call.body, 1, { ...world.ids, '': [id] })
        const response = await send(world.app, call, { params: paramsOf(call, id), body, token: world.root })
        wrong.push(...(await unfitProblem(response, [400, 404, 410, 414, 422])).map((what) => `${call.name} ${id.slice(0, 20)}: ${what}`))
      }
    expect(wrong).toEqual([])
  })

  it('answers a removal of nothing or nonsense without removing', async () => {
    const remove = callOf(section, 'remove')
    if (!remove) return
    const before = await rowsOf(world.app, world.root, section, { size: '3' })
    for (const id of badIds) {
      const response = await send(world.app, remove, { ids: [id], token: world.root })
      const body: { success_entities?: unknown[] } = await response.json()
      expect(response.status, id).toBeLessThan(500)
      expect(body.success_entities ?? [], id).toEqual([])
    }
    if (remove.removal?.by !== 'path') {
      const several = await send(world.app, remove, { ids: [999_999_998, 999_999_999], token: world.root })
      expect(several.status, 'several that are not there').toBe(404)
      const many = await send(world.app, remove, { ids: Array.from({ length: 10_001 }, (_one, index) => index + 1), token: world.root })
      expect([many.status, await many.text()]).toEqual([422, expect.stringContaining('Choose at most 10000')])
    }
    expect((await rowsOf(world.app, world.root, section, { size: '3' })).map((row) => row.ref)).toEqual(before.map((row) => row.ref))
  })

  const list = callOf(section, 'list')
  it.runIf(list)('answers a bad list query with a clear problem', async () => {
    if (!list) return
    const wrong: string[] = []
    for (const query of badQueries) {
      const response = await send(world.app, list, { query, token: world.root })
      wrong.push(...(await unfitProblem(response, [400, 422])).map((what) => `${JSON.stringify(query)}: ${what}`))
    }
    expect(wrong).toEqual([])
    for (const search of oddSearches) {
      const response = await send(world.app, list, { query: { query: formatFilters([], search) }, token: world.root })
      expect(response.status, search).toBe(200)
    }
  })

  const titled = section.fields[section.title]
  if (!section.actions.includes('create') || !titled || titled.readOnly || !isTextual(titled.kind)) return

  it('treats SQL and HTML as text', async () => {
    const create = callOf(section, 'create')
    if (!create) throw new Error('no create')
    const sql = `Robert'); drop table users; -- "x"`
    const response = await send(world.app, create, {
      params: paramsOf(create),
      body: { ...exampleRecord(section, 5_001, sourceOf(world.ids)), [section.title]: sql.slice(0, 40) },
      token: world.root,
    })
    const stored: { data?: Record<string, unknown> } = await response.json()
    if (response.status === 201) expect(stored.data?.[section.title]).toBe(sql.slice(0, 40))
    else expect(response.status).toBe(422)
    expect((await signIn(world.app, 'root')).user.email).toBe('root@lapangan.test')
  })
})

const fieldsOf = (section: Section, kind: Kind) =>
  Object.entries(section.fields).filter(([, field]) => field.kind === kind && !field.readOnly)
const creatable = allSections.filter((section) => callOf(section, 'create'))
const having = (kind: Kind) =>
  creatable.flatMap((section) => fieldsOf(section, kind).map(([name, field]) => [`${section.name}.${name}`, section, name, field] as const))

/** Numbers of examples that no other test uses. */
let numbers = 6_000

/** Sends a valid record with these values like a form. */
function sendNew(section: Section, values: Readonly<Record<string, unknown>>): Promise<Response> {
  const create = callOf(section, 'create')
  if (!create) throw new Error(`${section.name} cannot be added to`)
  numbers += 1
  const right = exampleRecord(section, numbers, sourceOf(world.ids))
  return send(world.app, create, { params: paramsOf(create), body: { ...right, ...values }, token: world.root })
}

describe.each(having('richText'))('markup in %s', (_, section, name) => {
  it.each(markupAttacks)('does no harm: %s', async (_what, html) => {
    const made = await sendNew(section, { [name]: `<p>Halo</p>${html}` })
    expect(made.status, await made.clone().text()).toBe(201)
    const { data }: { data: AnyRow } = await made.json()
    expect(harmIn(String(data[name]))).toEqual([])
    const one = callOf(section, 'one')
    if (!one) return
    const read: { data: AnyRow } = await (await send(world.app, one, { params: paramsOf(one, data.id), token: world.root })).json()
    expect(read.data[name]).toBe(data[name])
  })
})

describe.each(having('slug'))('%s', (_, section, name) => {
  it.each(slugAttacks)('is no %j', async (slug) => {
    const made = await sendNew(section, { [name]: slug })
    const answer: { fields?: Record<string, unknown> } = await made.json()
    expect([made.status, answer.fields]).toEqual([422, { [name]: expect.anything() }])
  })
})

describe.each(having('image'))('the picture of %s', (_, section, name, { maxWidth = 10_000, maxHeight = 10_000 }) => {
  it.each([
    ['one pixel wider than it may be', maxWidth + 1, 1],
    ['one pixel higher than it may be', 1, maxHeight + 1],
    ['60,000 pixels wide', 60_000, 1],
    ['60,000 pixels high', 1, 60_000],
  ])('is not %s', async (_why, width, height) => {
    const made = await sendNew(section, { [name]: await pictureOf(width, height) })
    const answer: { fields?: Record<string, { code: string }> } = await made.json()
    expect([made.status, answer.fields?.[name]?.code]).toEqual([422, 'image_size'])
  })
})

describe('requests that are no requests', () => {
  const raw = (path: string, init: RequestInit) =>
    world.app.request(path, { ...init, headers: { authorization: `Bearer ${world.root}`, ...init.headers } })
  const json = { 'content-type': 'application/json' }

  it.each([
    ['broken JSON', () => raw(bank.path, { method: 'POST', headers: json, body: '{"bank_name":' }), [400]],
    ['JSON that is no record', () => raw(bank.path, { method: 'POST', headers: json, body: '[1,2]' }), [400, 422]],
    ['JSON null', () => raw(bank.path, { method: 'POST', headers: json, body: 'null' }), [400, 422]],
    ['no body', () => raw(bank.path, { method: 'POST', headers: json }), [400, 422]],
    ['another content type', () => raw(bank.path, { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'a,b' }), [415]],
    [
      'a broken form',
      () =>
        raw('/crm/in/v1/autotext', { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: 'nonsense' }),
      [400, 422],
    ],
    [
      'a form without a boundary',
      () => raw('/crm/in/v1/autotext', { method: 'POST', headers: { 'content-type': 'multipart/form-data' }, body: 'nonsense' }),
      [400, 415, 422],
    ],
    ['20 MB', () => raw(bank.path, { method: 'POST', headers: json, body: JSON.stringify({ bank_name: 'x'.repeat(20_000_000) }) }), [413]],
    ['an unknown path', () => raw('/crm/in/v1/nothing', {}), [404]],
    ['an unknown path under a section', () => raw(`${bank.path}/1/2/3`, {}), [404]],
    ['an unknown method', () => raw(bank.path, { method: 'PATCH' }), [404, 405]],
    ['a bad version', () => raw(`${bank.path}/1`, { method: 'PUT', headers: { ...json, 'if-match': 'new' }, body: '{}' }), [400, 422]],
    [
      'a mask of an unknown field',
      () => raw(`${bank.path}/1`, { method: 'PUT', headers: { ...json, 'update-mask': 'nothing' }, body: '{}' }),
      [400, 422],
    ],
    [
      'a mask of a field that is not written',
      () => raw(`${bank.path}/1`, { method: 'PUT', headers: { ...json, 'update-mask': 'id' }, body: '{"id":5}' }),
      [400, 422],
    ],
    [
      'a key that is no mutation id',
      () => raw(bank.path, { method: 'POST', headers: { ...json, 'idempotency-key': 'x'.repeat(500) }, body: '{}' }),
      [400, 422],
    ],
  ] as const)('%s', async (_, request, statuses) => expect(await unfitProblem(await request(), statuses)).toEqual([]))
})

describe('tokens', () => {
  const withToken = (token: string) => send(world.app, me, { token })

  it.each(['', 'x', 'a.b.c', 'null', '\u00e9'])('%j is nobody', async (token) => {
    expect(await unfitProblem(await withToken(token), [401])).toEqual([])
  })

  it('that were changed are nobody', async () => {
    const [head = '', body = '', signature = ''] = world.root.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const forged = (header: object, payload: object) =>
      [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    for (const token of [
      `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: 'x' })).toString('base64url')}.${signature}`,
      `${forged({ alg: 'none' }, claims)}.`,
      `${forged({ alg: 'HS512', typ: 'JWT' }, claims)}.${signature}`,
      `${head}.${body}.`,
      `${head}.${body}.${[...signature].reverse().join('')}`,
    ])
      expect(await unfitProblem(await withToken(token), [401]), token).toEqual([])
    expect((await withToken(world.root)).status).toBe(200)
  })

  it('are not given for a wrong password, unknown name or wrong client', async () => {
    const right = { username: 'admin@lapangan.test', password: 'lapangan-demo', client_id: 6, client_secret: 'lapangan-demo-client' }
    const seen: string[] = []
    for (const wrong of [
      { password: 'wrong-password' },
      { username: 'nobody-here@lapangan.test' },
      { client_id: 7 },
      { client_secret: 'x' },
      { username: "' or 1=1 --" },
    ]) {
      const response = await send(world.app, login, { body: { ...right, ...wrong } })
      seen.push((await response.clone().json()).message)
      expect(await unfitProblem(response, [400]), JSON.stringify(wrong)).toEqual([])
    }
    expect(seen[0], 'a wrong password and an unknown name read alike').toBe(seen[1])
  })
})
