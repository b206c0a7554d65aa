import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { number, secret, text } from '#contract/kit/field/field.ts'
import { call } from '#contract/kit/section/call.ts'
import { roles } from '#server/db/tables/people.ts'
import { meta } from '#server/db/tables/platform.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { mountFailures } from '../core/failures.ts'
import { ApiError, fieldError } from '../core/problem.ts'
import { mountMutations } from '../routes/mutations.ts'
import { mount } from './mount.ts'

const save = call({
  name: 'note.save',
  kind: 'mutation',
  method: 'POST',
  path: '/test/in/v1/notes',
  permission: 'update bank',
  body: { name: text({ required: true }), size: number(), code: secret() },
  reply: { of: 'message' },
})

let test: TestPlatform
let app: Hono
let person: Person
let done: string[]
/** Thrown by the handler after its write, if set. */
let failure: Error | null

beforeAll(async () => {
  test = await testPlatform()
  const { platform } = test
  app = new Hono()
  mountFailures(app, platform)
  mountMutations(app, platform)
  mount(app, platform, save, async ({ db, body, ifMatch, after }) => {
    if (ifMatch !== null && ifMatch !== 1) throw new ApiError('stale', undefined, { current: { version: 1 } })
    await db.insert(meta).values({ name: `${body.name} ${randomUUID()}`, value: String(body.name) })
    after(() => {
      done.push(String(body.name))
    })
    if (failure) throw failure
    return { message: `saved ${body.name}` }
  })
  person = await makePerson(platform, ['update bank'])
})
beforeEach(() => {
  done = []
  failure = null
})
afterAll(() => test.close())

interface Sent {
  key?: string
  headers?: Record<string, string>
  token?: string
}

function send(body: unknown, { key, headers, token = person.token }: Sent = {}) {
  return app.request(save.path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...(key && { 'Idempotency-Key': key }), ...headers },
  })
}
const written = async (name: string) => (await test.platform.database.db.select().from(meta).where(eq(meta.value, name))).length
const cancel = (key: string) =>
  app.request(`/sync/in/v1/mutations/${key}`, { method: 'DELETE', headers: { Authorization: `Bearer ${person.token}` } })

it('mount runs a change once per key', async () => {
  const key = randomUUID()
  const first = await send({ name: 'once', size: 1 }, { key })
  // Order of fields does not matter.
  const second = await send({ size: 1, name: 'once' }, { key })
  expect([first.status, second.status]).toEqual([200, 200])
  expect(await first.json()).toEqual(await second.json())
  expect([first, second].map((response) => response.headers.get('Mutation-Id'))).toEqual([key, key])
  await test.platform.background.settled()
  expect([await written('once'), done]).toEqual([1, ['once']])
})

it('mount runs a change once for ten concurrent requests with one key', async () => {
  const key = randomUUID()
  const responses = await Promise.all(Array.from({ length: 10 }, () => send({ name: 'together' }, { key })))
  const statuses = new Set(responses.map(({ status }) => status))
  expect(statuses.has(200)).toBe(true)
  expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([])
  expect(await written('together')).toBe(1)
})

it('mount runs every change without a key', async () => {
  const responses = [await send({ name: 'keyless' }), await send({ name: 'keyless' })]
  expect(responses.map((response) => response.headers.get('Mutation-Id'))).toEqual([null, null])
  expect(await written('keyless')).toBe(2)
})

it('mount refuses a key with another body, and keeps the first verdict', async () => {
  const key = randomUUID()
  await send({ name: 'mine' }, { key })
  const other = await send({ name: 'other' }, { key })
  expect([other.status, (await other.json()).code]).toEqual([422, 'key_reused'])
  expect((await send({ name: 'mine' }, { key })).status).toBe(200)
  expect(await written('other')).toBe(0)
})

it('mount separates keys of different people', async () => {
  const key = randomUUID()
  const second = await makePerson(test.platform, ['update bank'])
  await send({ name: 'shared key a' }, { key })
  expect((await send({ name: 'shared key b' }, { key, token: second.token })).status).toBe(200)
  expect(await written('shared key b')).toBe(1)
})

it('mount stores a final refusal and rolls back its write', async () => {
  const key = randomUUID()
  failure = fieldError('name', 'taken')
  const first = await send({ name: 'refused' }, { key })
  failure = null
  const second = await send({ name: 'refused' }, { key })
  expect([first.status, second.status, second.headers.get('Mutation-Id')]).toEqual([422, 422, key])
  expect(second.headers.get('Content-Type')).toBe('application/problem+json')
  await test.platform.background.settled()
  expect([await written('refused'), done]).toEqual([0, []])
})

it('mount stores no verdict for internal and temporary errors', async () => {
  for (const passing of [new Error('broken'), new ApiError('unavailable'), new ApiError('rate_limited'), new ApiError('forbidden')]) {
    const key = randomUUID()
    const name = `later ${key}`
    failure = passing
    const first = await send({ name }, { key })
    expect([first.status >= 403, first.headers.get('Mutation-Id'), await written(name)]).toEqual([true, null, 0])
    failure = null
    expect([(await send({ name }, { key })).status, await written(name)]).toEqual([200, 1])
  }
})

it('mount stores the verdict on an invalid body', async () => {
  const key = randomUUID()
  const first = await send({ size: 'large' }, { key })
  expect([first.status, Object.keys((await first.json()).fields).sort()]).toEqual([422, ['name', 'size']])
  expect([first.headers.get('Mutation-Id'), (await (await cancel(key)).json()).verdict]).toEqual([key, 'refused'])
})

it('mount answers a cancelled key with cancelled, and a done one with its response', async () => {
  const [never, finishedKey] = [randomUUID(), randomUUID()]
  expect(await (await cancel(never)).json()).toEqual({ verdict: 'cancelled', status: 422 })
  const late = await send({ name: 'too late' }, { key: never })
  expect([late.status, (await late.json()).code, late.headers.get('Mutation-Id')]).toEqual([422, 'cancelled', never])
  expect(await written('too late')).toBe(0)
  await send({ name: 'in time' }, { key: finishedKey })
  expect(await (await cancel(finishedKey)).json()).toEqual({ verdict: 'done', status: 200 })
})

it('mount refuses changes of another user without a verdict', async () => {
  const key = randomUUID()
  const foreign = await send({ name: 'foreign' }, { key, headers: { 'Outbox-Owner': randomUUID() } })
  expect([foreign.status, (await foreign.json()).code, foreign.headers.get('Mutation-Id')]).toEqual([421, 'wrong_owner', null])
  expect((await send({ name: 'foreign' }, { key, headers: { 'Outbox-Owner': person.ref } })).status).toBe(200)
})

it('mount recognises a repeated key before it checks If-Match', async () => {
  const [key, fresh] = [randomUUID(), randomUUID()]
  await send({ name: 'matched' }, { key, headers: { 'If-Match': '"1"' } })
  expect((await send({ name: 'matched' }, { key, headers: { 'If-Match': '"7"' } })).status).toBe(200)
  const stale = await send({ name: 'matched' }, { key: fresh, headers: { 'If-Match': '"7"' } })
  expect([stale.status, (await stale.json()).current]).toEqual([412, { version: 1 }])
})

it('mount checks the caller before the input', async () => {
  const stranger = await makePerson(test.platform, ['get bank'])
  const noToken = await app.request(save.path, { method: 'POST', body: '{broken' })
  const noRight = await app.request(save.path, { method: 'POST', body: '{broken', headers: { Authorization: `Bearer ${stranger.token}` } })
  expect([noToken.status, noRight.status]).toEqual([401, 403])
})

it('mount applies a changed role at the next request', async () => {
  const { platform } = test
  const other = await makePerson(platform, ['update bank'], 'changing')
  expect((await send({ name: 'before' }, { token: other.token })).status).toBe(200)
  await platform.database.transaction(async (tx) => {
    await tx
      .update(roles)
      .set({ permissions: [] })
      .where(eq(roles.name, `changing ${other.email.split('@')[0]}`))
    await platform.people.changed(tx)
  })
  expect((await send({ name: 'after' }, { token: other.token })).status).toBe(403)
})
