import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { keptItems, readKeptItems } from '#contract/sections/other/whatsapp-number.ts'
import { messages, whatsappNumbers } from '#server/db/tables/chat.ts'
import { jobs } from '#server/db/tables/jobs.ts'
import { channelStates, webhookItems } from '#server/db/tables/webhook.ts'
import type { Committed } from '#server/platform/jobs/kind.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { makePerson } from '#tests/support/api.ts'
import { makeNumber } from '#tests/support/chat.ts'
import { cloudAccount } from '#tests/support/cloud-api.ts'
import { type CloudNumber, openCloudNumber } from '#tests/support/cloud-number.ts'
import { requestAs } from '#tests/support/request.ts'
import { keptBody } from '../whatsapp/context.ts'
import { kinds } from '../whatsapp/kinds.ts'
import { readKeptJob } from './kept.ts'

let world: CloudNumber
let test: CloudNumber['test']
let cloud: CloudNumber['cloud']
let app: CloudNumber['app']
let number = 0
beforeAll(async () => {
  world = await openCloudNumber()
  ;({ test, cloud, app, number } = world)
})
afterAll(() => world.close())

beforeEach(async () => {
  await test.platform.database.db.delete(webhookItems)
})

const root = async () => requestAs(app, await makePerson(test.platform, [], 'Root', true))

/** Has all open items read again; what the job says at its end. */
async function readAll(): Promise<{ read: number; left: number }> {
  expect((await (await root())('POST', readKeptItems.path, {})).body).toMatchObject({ message: 'Started', read: 0 })
  await createRunner(test.platform, [readKeptJob]).idle()
  const [job] = await test.platform.database.db.select().from(jobs).where(eq(jobs.kind, readKeptJob.name)).orderBy(desc(jobs.id)).limit(1)
  expect(job).toMatchObject({ kind: 'read-kept-items', state: 'done', resource: 'security-log', section: 'whatsapp-number' })
  return { read: job?.done ?? 0, left: (job?.total ?? 0) - (job?.done ?? 0) }
}
const hologram = (id: string) => ({ from: '628130009911', id, timestamp: '1795830000', type: 'hologram', hologram: { body: 'Halo' } })

/** Runs `work` with a reader for holograms, as after an update. */
async function updated<T>(
  work: () => Promise<T>,
  read: () => object = () => ({ kind: 'text', content: 'Halo dari hologram' }),
): Promise<T> {
  const known: Record<string, unknown> = kinds
  known.hologram = { read, isUnread: true, opensWindow: true }
  try {
    return await work()
  } finally {
    delete known.hologram
  }
}

it('a message of a new kind is read again once its kind is known, and its line becomes the message', async () => {
  const { db } = test.platform.database
  await cloud.call(app, cloud.about({ messages: [hologram('wamid.new')] }))
  const ask = await root()
  const listed = await ask('GET', keptItems.path)
  expect(listed.body.data).toMatchObject([
    { field: 'messages', kind: 'hologram', outcome: 'unknown', account: cloudAccount.business_account_id },
  ])
  expect(await readAll()).toEqual({ read: 0, left: 1 })
  await updated(async () => {
    expect(await readAll()).toEqual({ read: 1, left: 0 })
    expect(await readAll()).toEqual({ read: 0, left: 0 })
  })
  const stored = await db.select().from(messages).where(eq(messages.provider_id, 'wamid.new'))
  expect(stored).toMatchObject([{ content: 'Halo dari hologram', details: null }])
  expect((await db.select().from(webhookItems)).map(({ outcome }) => outcome)).toEqual(['room'])
})

it.each(['0813-0009-911', '+62 813 0009911', '628130009911', 'hologram', cloudAccount.business_account_id])(
  'items are found by %s',
  async (search) => {
    const other = { from: '6281299990000', id: 'wamid.other', timestamp: '1795830000', type: 'riddle', riddle: {} }
    await cloud.call(app, cloud.about({ messages: [hologram('wamid.sought')] }))
    await cloud.call(app, cloud.about({ messages: [other] }))
    const { data } = (await (await root())('GET', `${keptItems.path}?query=${encodeURIComponent(`search:${search}`)}`)).body
    const found = data.map(({ kind }: { kind: string }) => kind)
    expect(found).toEqual(search === cloudAccount.business_account_id ? ['riddle', 'hologram'] : ['hologram'])
  },
)

it('a state that waits for its message is not listed', async () => {
  await cloud.call(app, cloud.about({ statuses: [{ id: 'wamid.elsewhere', status: 'read', timestamp: '1795838100' }] }))
  const kept = await test.platform.database.db.select().from(webhookItems).where(eq(webhookItems.target, 'wamid.elsewhere'))
  expect(kept).toMatchObject([{ kind: 'read', outcome: 'waiting' }])
  expect((await (await root())('GET', keptItems.path)).body.data).toEqual([])
})

it('one item is read again without the others', async () => {
  await cloud.call(app, cloud.about({ messages: [hologram('wamid.one'), hologram('wamid.two')] }))
  const ask = await root()
  const [two, one] = (await ask('GET', keptItems.path)).body.data
  await updated(async () => {
    expect((await ask('POST', readKeptItems.path, { id: one.id })).body).toMatchObject({ read: 1, left: 0 })
    expect((await ask('POST', readKeptItems.path, { id: one.id })).body).toMatchObject({ read: 0, left: 0 })
  })
  expect((await ask('GET', keptItems.path)).body.data.map(({ id }: { id: number }) => id)).toEqual([two.id])
  expect((await ask('POST', readKeptItems.path, { id: two.id })).body).toMatchObject({ read: 0, left: 1 })
})

it('an item that is read twice at once is counted once, and no message is doubled', async () => {
  await cloud.call(app, cloud.about({ messages: [hologram('wamid.p1')] }))
  const ask = await root()
  const [item] = (await ask('GET', keptItems.path)).body.data
  const press = () => ask('POST', readKeptItems.path, { id: item.id })
  const readings = await updated(() => Promise.all([press(), press()]))
  expect(readings.reduce((sum, { body }) => sum + body.read, 0)).toBe(1)
  const stored = await test.platform.database.db.select().from(messages).where(eq(messages.provider_id, 'wamid.p1'))
  expect(stored.map(({ content }) => content)).toEqual(['Halo dari hologram'])
})

it('all are read by one job, however often it is asked for, and what comes later is left', async () => {
  const { db } = test.platform.database
  await cloud.call(app, cloud.about({ messages: ['wamid.n1', 'wamid.n2'].map(hologram) }))
  const ask = await root()
  for (let press = 0; press < 2; press++)
    expect((await ask('POST', readKeptItems.path, {})).body).toEqual({ message: 'Started', read: 0, left: 2 })
  await cloud.call(app, cloud.about({ messages: [hologram('wamid.later')] }))
  const before = await db.$count(jobs, eq(jobs.state, 'done'))
  await updated(() => createRunner(test.platform, [readKeptJob]).idle())
  expect(await db.$count(jobs, eq(jobs.state, 'done'))).toBe(before + 1)
  const left = await db.select({ outcome: webhookItems.outcome }).from(webhookItems).orderBy(webhookItems.id)
  expect(left.map(({ outcome }) => outcome)).toEqual(['room', 'room', 'unknown'])
})

it('a reading of many says how far it is, and a slice that ends goes on where it was', async () => {
  const { platform } = test
  await cloud.call(app, cloud.about({ messages: Array.from({ length: 45 }, (_, at) => hologram(`wamid.m${at}`)) }))
  const commits: Committed[] = []
  const slice = (cursor: unknown, isOver: () => boolean) =>
    readKeptJob.work({
      ...{ platform, cursor, input: { last: 1e9 }, ref: '', attempts: 1, signal: new AbortController().signal },
      get isOver() {
        return isOver()
      },
      commit: async (effect) => void commits.push(await effect(platform.database.db)),
      report: async () => undefined,
    })
  await updated(async () => {
    expect(await slice(null, () => commits.length === 1)).toBe('more')
    expect(await slice(commits[0]?.cursor, () => false)).toBe('done')
  })
  expect(commits.map(({ done, total, finished }) => [done, total, finished])).toEqual([
    [20, undefined, undefined],
    [40, undefined, undefined],
    [45, 45, true],
  ])
})

it('an item that fails costs no other, and stays', async () => {
  await cloud.call(app, cloud.about({ messages: [hologram('wamid.f1'), hologram('wamid.f2')] }))
  let calls = 0
  const readings = await updated(readAll, () => ({
    kind: 'text',
    content: calls++ ? 'Halo' : 'x',
    media: calls === 1 ? { broken: 1n } : null,
  }))
  expect(readings).toEqual({ read: 1, left: 1 })
})

it('a state of an account that was kept is a state once, however often it is read', async () => {
  const { db } = test.platform.database
  const value = { display_phone_number: '62811', event: 'PIN_CHANGED' }
  const { business_account_id: account } = cloudAccount
  const at = '2026-11-20T02:00:00.000Z'
  const kept = { account, signer: number, field: 'security', kind: 'security', body: JSON.stringify(value), outcome: 'unknown', at }
  await db.insert(webhookItems).values(kept)
  expect(await readAll()).toEqual({ read: 1, left: 0 })
  expect(await readAll()).toEqual({ read: 0, left: 0 })
  expect(await db.select().from(channelStates)).toMatchObject([{ kind: 'security', value: { event: 'PIN_CHANGED' }, at }])
  expect((await db.select().from(webhookItems)).map(({ outcome }) => outcome)).toEqual(['state'])
})

it('an item about another number is read once that is entered, for numbers of the app that signed it alone', async () => {
  const { db } = test.platform.database
  const text = (id: string) => ({ from: '628130009912', id, timestamp: '1795830000', type: 'text', text: { body: 'Halo' } })
  await cloud.call(app, cloud.about({ messages: [text('wamid.e1')] }, '777'))
  expect(await readAll()).toEqual({ read: 0, left: 1 })
  const foreign = await makeNumber(test.platform, {
    channel: 'cloud',
    ...cloudAccount,
    phone_number_id: '777',
    app_secret: 'of another app',
  })
  expect(await readAll()).toEqual({ read: 0, left: 1 })
  await db.update(whatsappNumbers).set({ app_secret: cloudAccount.app_secret }).where(eq(whatsappNumbers.id, foreign))
  expect(await readAll()).toEqual({ read: 1, left: 0 })
  expect(await db.select().from(messages).where(eq(messages.provider_id, 'wamid.e1'))).toMatchObject([{ content: 'Halo' }])
  // One from before says nothing of its app.
  await db.update(webhookItems).set({ outcome: 'elsewhere', signer: null, number: null })
  expect(await readAll()).toEqual({ read: 0, left: 1 })
})

it('nobody but Root reads kept items, or has them read', async () => {
  const other = requestAs(app, await makePerson(test.platform, ['get whatsapp-number', 'update whatsapp-number']))
  expect((await other('GET', keptItems.path)).status).toBe(403)
  expect((await other('POST', readKeptItems.path, {})).status).toBe(403)
})

it.each([
  ['a token', { access_token: 'EAAGm0PX4ZCpsBAKZC' }],
  ['a secret', { client: { app_secret: 'a8f5f167f44f4964' } }],
  ['a PIN', { pin: '482913' }],
  ['an address that opens a file', { image: { id: '1', url: 'https://lookaside.fbsbx.com/a?sig=482913' } }],
  ['the answers of a form', { response_json: '{"nama":"Budi","flow_token":"482913"}' }],
  ['JSON within JSON', { a: JSON.stringify({ b: JSON.stringify({ password: '482913' }) }) }],
  ['an access token within a text', { note: 'use EAAGm0PX4ZCpsBAKZCabcdefghijk please' }],
  ['a description of a call', { session: { sdp: 'v=0 482913' } }],
  ['a card', { contacts: [{ vcard: 'BEGIN:VCARD 482913' }] }],
  ['a key of an API', { api_key: '482913', 'api-key': '1' }],
])('%s is not kept', (_, value) => {
  const body = keptBody({ kind: 'x', ...value })
  expect(body).not.toMatch(/EAAGm0PX4ZCpsBAKZC|a8f5f167f44f4964|482913/)
  expect(JSON.parse(body)).toMatchObject({ kind: 'x' })
})

it.each(['{', '[1,', '{"a":', '[not json]', '  {"a":1} tail'])('the text %s, which is no JSON, is kept as it is', (text) => {
  expect(JSON.parse(keptBody({ text }))).toEqual({ text })
})
