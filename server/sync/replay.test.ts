import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { maxEntries, replay } from '#contract/replay.ts'
import { syncHeaders } from '#contract/sync.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import type { ReplayLine } from './replay.ts'

const path = '/crm/in/v1/lead'
let test: TestPlatform
let app: Hono
let root: Person
let ani: Person
let ask: TestRequest

beforeAll(async () => {
  test = await testPlatform({ DEMO: 'false' })
  app = createApp(test.platform)
  root = await makePerson(test.platform, [], 'Root', true)
  ani = await makePerson(test.platform, ['get crm', 'update crm'], 'Sales')
  ask = requestAs(app, root)
})
afterAll(() => test.close())

interface Given {
  id: string
  method: string
  path: string
  body?: string
  encoding?: string
  mask?: string
  if_match?: string
  follow?: string
  after?: string[]
}

const post = (entries: unknown, headers: Record<string, string> = {}, person = root) =>
  app.request(replay.path, {
    method: replay.method,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ entries }),
  })

const linesOf = (text: string): ReplayLine[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

interface ParsedLine extends Omit<ReplayLine, 'body'> {
  body: { code?: string; data?: Record<string, unknown>; fields?: Record<string, unknown> }
}

async function send(entries: readonly Given[], person = root): Promise<ParsedLine[]> {
  const response = await post(entries, {}, person)
  expect(response.status).toBe(200)
  return linesOf(await response.text()).map((line) => ({ ...line, body: JSON.parse(line.body) }))
}

let made = 0
function creation(): Given & { ref: string } {
  made += 1
  const ref = randomUUID()
  const body = JSON.stringify({ ref, name: `Lead ${made}`, phone: `62812000${String(made).padStart(5, '0')}`, status: 'new' })
  return { id: randomUUID(), method: 'POST', path, body, ref }
}
const edit = (ref: string, city: string, rest: Partial<Given> = {}): Given => ({
  id: randomUUID(),
  method: 'PUT',
  path: `${path}/${ref}`,
  body: JSON.stringify({ city }),
  mask: 'city',
  ...rest,
})

describe('a replay', () => {
  it('does its changes in order, each behind the version that the one before it told', async () => {
    const create = creation()
    const { ref, ...request } = create
    const first = edit(ref, 'Ubud', { follow: ref, after: [create.id] })
    const second = edit(ref, 'Kuta', { follow: ref, if_match: '"1"', after: [first.id] })
    const lines = await send([request, first, second])
    expect(lines.map(({ id, echo, status }) => [id, echo, status])).toEqual([
      [create.id, create.id, 201],
      [first.id, first.id, 200],
      [second.id, second.id, 200],
    ])
    expect(lines[2]?.body.data).toMatchObject({ ref, city: 'Kuta', version: 3 })
  })

  it('makes its changes while their flushes are held back', async () => {
    const { database } = test.platform
    const { hold, transaction } = database
    let depth = 0
    const depths: number[] = []
    const holding = vi.spyOn(database, 'hold').mockImplementation(async (work) => {
      depth += 1
      try {
        return await hold.call(database, work)
      } finally {
        depth -= 1
      }
    })
    const writing = vi.spyOn(database, 'transaction').mockImplementation((work) => {
      depths.push(depth)
      return transaction.call(database, work)
    })
    const lines = await send([creation(), creation()].map(({ ref: _, ...request }) => request))
    holding.mockRestore()
    writing.mockRestore()
    expect(lines.map(({ status }) => status)).toEqual([201, 201])
    expect([...new Set(depths)]).toEqual([1])
  })

  it('goes on from the version that a bulk call told, unless somebody else was in between', async () => {
    const [a, b] = [creation(), creation()]
    await send([a, b].map(({ ref: _, ...request }) => request))
    await ask('PUT', `${path}/${b.ref}`, { city: 'by another' }, { [syncHeaders.mask]: 'city' })
    const bulk = {
      id: randomUUID(),
      method: 'PUT',
      path: `${path}/status`,
      body: JSON.stringify({ ids: [a.ref, b.ref], status: 'closing' }),
    }
    const behind = [a, b].map(({ ref }) => edit(ref, 'Solo', { follow: ref, if_match: '"1"', after: [bulk.id] }))
    const lines = await send([bulk, ...behind])
    expect(lines.map(({ status }) => status)).toEqual([200, 200, 412])
  })

  it("does not take an edit for built on a change that was merged with somebody else's", async () => {
    const { ref, ...request } = creation()
    await send([request])
    await ask('PUT', `${path}/${ref}`, { notes: 'by another' }, { [syncHeaders.mask]: 'notes' })
    const merged = edit(ref, 'Ubud', { if_match: '"2"' })
    const behind = edit(ref, 'Solo', { follow: ref, if_match: '"1"', after: [merged.id] })
    const lines = await send([merged, behind])
    expect(lines.map(({ status }) => status)).toEqual([200, 412])
  })

  it('gives one verdict to one id, by whichever way it comes', async () => {
    const { ref, ...request } = creation()
    const change = edit(ref, 'Ubud', { if_match: '"1"' })
    const [, once] = await send([request, change])
    const [again] = await send([change])
    expect(again).toEqual(once)
    const alone = await ask('PUT', change.path, { city: 'Ubud' }, { [syncHeaders.mask]: 'city', [syncHeaders.key]: change.id })
    expect(alone).toMatchObject({ status: 200, body: once?.body })
    const single = randomUUID()
    await ask('PUT', change.path, { city: 'Kuta' }, { [syncHeaders.mask]: 'city', [syncHeaders.key]: single })
    const [repeated] = await send([edit(ref, 'Kuta', { id: single, if_match: '"1"' })])
    expect(repeated).toMatchObject({ status: 200, echo: single, body: { data: { city: 'Kuta', version: 3 } } })
    const [other] = await send([edit(ref, 'Solo', { id: single })])
    expect(other).toMatchObject({ status: 422, echo: null, body: { code: 'key_reused' } })
  })

  it('does not attempt what stands behind a change that was not made, and does everything else', async () => {
    const { ref, ...request } = creation()
    const other = creation()
    await send([request])
    const refused = edit(ref, 'x'.repeat(500))
    const behind = edit(ref, 'Ubud', { after: [refused.id] })
    const further = edit(ref, 'Kuta', { after: [behind.id] })
    const { ref: _, ...free } = other
    const lines = await send([refused, behind, further, free])
    expect(lines.map(({ status, echo }) => [status, echo])).toEqual([
      [422, refused.id],
      [424, null],
      [424, null],
      [201, free.id],
    ])
    expect(lines[0]?.body.fields).toHaveProperty('city')
    const [late] = await send([{ ...behind, after: [] }])
    expect(late, 'a later try is judged afresh').toMatchObject({ status: 200, body: { data: { version: 2 } } })
  })

  it('looks at permission, record and address of each', async () => {
    const { ref, ...request } = creation()
    await send([request])
    const created = creation()
    const { ref: _, ...forbidden } = created
    const signIn = { id: randomUUID(), method: 'POST', path: '/user-management/in/v1/user', body: '{}' }
    const nested = { id: randomUUID(), method: 'POST', path: replay.path, body: '{"entries":[]}' }
    const lines = await send([forbidden, edit(ref, 'Ubud'), edit(randomUUID(), 'Ubud'), signIn, nested], ani)
    expect(lines.map(({ status }) => status)).toEqual([403, 200, 404, 424, 424])
  })

  it('resolves the address first, and does nothing but what may be queued', async () => {
    const { ref } = (await ask('POST', path, JSON.parse(creation().body ?? '{}'))).body.data
    const banks = '/content/in/v1/bank'
    const nested = { id: randomUUID(), method: 'POST', body: JSON.stringify({ entries: [edit(ref, 'Dalam')] }) }
    const login = { id: randomUUID(), method: 'POST', body: '{}' }
    const entries: Given[] = [
      ...['\\..\\..\\..\\..', '/../../../..', '/%2e%2e/%2e%2e/%2e%2e/%2e%2e'].flatMap((up) => [
        { ...nested, path: `${path}/${ref}${up}${replay.path}` },
        { ...login, path: `${path}${up}/admin/public/v1/login` },
      ]),
      { ...nested, path: '/sync\\in/v1/mutations' },
      { ...nested, path: '/sync/in/v1/%6dutations' },
      { ...nested, path: `/${replay.path}` },
      { ...edit(ref, 'Lain'), path: `${path}/${ref}/.` },
      { ...edit(ref, 'Lain'), path: `${path}/%61ssign` },
      { ...edit(ref, 'Lain'), path: `${path}\\${ref}` },
      { ...edit(ref, 'Lain'), path: `${banks}/..${path}/${ref}` },
    ]
    const lines = await send(entries.map((entry) => ({ ...entry, id: randomUUID() })))
    expect(lines.map(({ status, body }) => `${status} ${body.code}`)).toEqual(entries.map(() => '424 not_attempted'))
    expect((await ask('GET', `${path}/${ref}`)).body.data).toMatchObject({ version: 1 })
    // A refusal does not block others.
    expect(await send([edit(ref, 'Ubud')])).toMatchObject([{ status: 200 }])
  })

  it('has a line for what no request can be made of, and goes on', async () => {
    const { ref } = (await ask('POST', path, JSON.parse(creation().body ?? '{}'))).body.data
    const odd = edit(ref, 'A', { mask: 'kota\u4e00' })
    const flood = edit(ref, 'B', { encoding: 'form', body: 'tags[]=a&'.repeat(30_000) })
    expect(await send([odd, flood, edit(ref, 'Ubud')])).toMatchObject([{ status: 400 }, { status: 413 }, { status: 200 }])
    expect(await send([edit(ref, 'Kuta')])).toMatchObject([{ status: 200 }])
  })

  it('takes forms as well', async () => {
    const ref = randomUUID()
    const form = (name: string) =>
      new URLSearchParams([
        ['ref', ref],
        ['shortcut', name],
        ['title', name],
        ['text', 'Selamat pagi & siang = 100%'],
      ]).toString()
    const entry = { method: 'POST', path: '/crm/in/v1/autotext', encoding: 'form' }
    const id = randomUUID()
    const lines = await send([
      { ...entry, id, body: form('Halo') },
      { ...entry, id: randomUUID(), body: form('\u0000') },
    ])
    expect(lines).toMatchObject([{ status: 201, echo: id, body: { data: { ref, title: 'Halo' } } }, { status: 422 }])
  })

  it('ends with the first 401', async () => {
    const person = await makePerson(test.platform, [], 'Root', true)
    const changes = Array.from({ length: 60 }, creation)
    const response = await post(
      changes.map(({ ref: _, ...request }) => request),
      {},
      person,
    )
    await requestAs(app, person)('POST', '/admin/in/v1/logout', {})
    const lines = linesOf(await response.text())
    expect(lines.length).toBeLessThan(changes.length)
    expect(lines.map(({ status }) => status)).toEqual([...lines.slice(1).map(() => 201), 401])
    const seen = await Promise.all(changes.map(({ ref }) => ask('GET', `${path}/${ref}`)))
    expect(seen.filter(({ status }) => status === 200)).toHaveLength(lines.length - 1)
  })

  it('is packed for those who take it', async () => {
    const { ref: _, ...request } = creation()
    const response = await post([request], { 'accept-encoding': 'gzip' })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const text = await new Response(response.body?.pipeThrough(new DecompressionStream('gzip'))).text()
    expect(linesOf(text)).toMatchObject([{ id: request.id, status: 201 }])
  })
})

describe('a replay is refused whole, and nothing of it done', () => {
  it("for another's changes", async () => {
    const { ref, ...request } = creation()
    const response = await post([request], { [syncHeaders.owner]: ani.ref })
    expect(response.status).toBe(421)
    expect((await ask('GET', `${path}/${ref}`)).status).toBe(404)
  })

  const { ref: _, ...fine } = { ...creation(), phone: '' }
  it.each([
    ['no list', 'all', 'entries'],
    ['nothing', [], 'entries'],
    ['too many', Array.from({ length: maxEntries + 1 }, () => ({ id: 'a', method: 'PUT', path: '/a' })), 'entries'],
    ['no id', [{ method: 'PUT', path }], 'entries.0.id'],
    ['an id of blanks', [{ id: 'a b', method: 'PUT', path }], 'entries.0.id'],
    ['another method', [{ id: 'a', method: 'PATCH', path }], 'entries.0.method'],
    ['another host', [{ id: 'a', method: 'PUT', path: 'https://elsewhere.test/' }], 'entries.0.path'],
    ['a body that is no text', [{ id: 'a', method: 'PUT', path, body: { city: 'Ubud' } }], 'entries.0.body'],
    ['a version that is none', [{ id: 'a', method: 'PUT', path, if_match: 'one' }], 'entries.0.if_match'],
  ])('for %s', async (_what, entries, field) => {
    const response = await post(entries)
    expect(response.status).toBe(422)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(Object.keys((await response.json()).fields)).toContain(field)
  })

  it('for a body beyond the bound', async () => {
    const response = await post([{ ...fine, body: 'x'.repeat(1_100_000) }])
    expect(response.status).toBe(413)
  })
})
