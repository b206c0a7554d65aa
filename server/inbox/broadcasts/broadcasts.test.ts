import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as contract from '#contract/chat/broadcasts.ts'
import { broadcastRecipients } from '#server/db/tables/broadcasts.ts'
import { deliveries, messages, rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { jobs } from '#server/db/tables/jobs.ts'
import { channelStates } from '#server/db/tables/webhook.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { makePerson, type Person } from '#tests/support/api.ts'
import { fromCustomer, makeNumber } from '#tests/support/chat.ts'
import { cloudAccount } from '#tests/support/cloud-api.ts'
import { type CloudNumber, openCloudNumber } from '#tests/support/cloud-number.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { createDeliverer } from '../channel/deliver.ts'
import { startTemplates } from '../channel/template-cache.ts'
import { receive } from '../inbound/receive.ts'
import { broadcastAlertJob } from '../rooms/hold-broadcasts.ts'
import { broadcastJob } from './send-broadcast.ts'
import { readLimit } from './states.ts'

let world: CloudNumber
let test: CloudNumber['test']
let cloud: CloudNumber['cloud']
let number = 0
let person: Person
let ask: TestRequest
let other: TestRequest
beforeAll(async () => {
  world = await openCloudNumber()
  ;({ test, cloud, number } = world)
  await startTemplates(test.platform)
  person = await makePerson(test.platform, ['get crm', 'update crm'], 'Manager')
  ask = requestAs(world.app, person)
  other = requestAs(world.app, await makePerson(test.platform, ['get crm', 'update crm'], 'Sales'))
  const body = { type: 'BODY', text: 'Halo {{1}}, kelas dibuka' }
  cloud.templates.push({ name: 'promo', language: 'id', status: 'APPROVED', category: 'MARKETING', components: [body] })
  const deliverer = createDeliverer(test.platform)
  await test.platform.database.listen('deliveries', () => void deliverer.drain())
})
afterAll(() => world.close())
beforeEach(async () => {
  const { db } = test.platform.database
  await db.execute(sql`truncate rooms, broadcasts, channel_states, marketing_opt_outs, jobs cascade`)
  await db.update(whatsappNumbers).set({ status: 'connected', status_reason: null })
  cloud.sent.length = 0
  cloud.responses.length = 0
  cloud.messageStatus = null
})

const phoneOf = (n: number) => `62812000052${String(n).padStart(2, '0')}`

/** Rooms of customers who wrote, by their place. */
async function makeRooms(count: number): Promise<(typeof rooms.$inferSelect)[]> {
  const names = ['Ani', 'Budi', 'Citra', 'Dewi', 'Eka']
  await receive(
    test.platform,
    Array.from({ length: count }, (_, n) => fromCustomer(number, phoneOf(n), { customer_name: names[n] ?? null })),
  )
  return test.platform.database.db.select().from(rooms).orderBy(asc(rooms.customer_phone))
}

const start = (list: readonly { ref: string }[], values: object = {}, key?: string) => {
  const body = {
    ids: list.map(({ ref }) => ref),
    template: 'promo',
    template_language: 'id',
    values: [{ value: contract.nameToken }],
    ...values,
  }
  return ask('POST', contract.startBroadcast.path, body, key ? { 'Idempotency-Key': key } : {})
}
const run = () => createRunner(test.platform, [broadcastJob]).idle()
/** Runs the job, which rests while a message is on its way, until the broadcast has ended or is held. */
const runThrough = (ref: string) =>
  vi.waitFor(
    async () => {
      await run()
      expect((await read(ref)).state).not.toBe('sending')
    },
    { timeout: 60_000 },
  )
const pathOf = (call: { path: string }, ref: string) => call.path.replace('{id}', ref)
const read = async (ref: string) => (await ask('GET', pathOf(contract.broadcastOne, ref))).body
const fates = async (ref: string): Promise<string[]> =>
  (await read(ref)).recipients.map(({ name, state, reason }: Record<string, string | null>) =>
    [name, state, reason].filter(Boolean).join(' '),
  )
const sentTo = () => cloud.sent.map(({ to }) => to)

/** A promotion of ours that failed so many hours ago with a code. */
async function failed(room: typeof rooms.$inferSelect, code: number, hours: number): Promise<void> {
  const at = new Date(Date.now() - hours * 3_600_000).toISOString()
  const row = {
    room: room.id,
    place: room.next_place,
    kind: 'text',
    is_admin: true,
    status: 'failed',
    failure: `Held back (${code})`,
    created_at: at,
  }
  await test.platform.database.db.insert(messages).values(row)
  await test.platform.database.db
    .update(rooms)
    .set({ next_place: room.next_place + 1 })
    .where(eq(rooms.id, room.id))
}
const reported = {
  status: 400,
  body: { error: { message: 'Spam rate limit hit', code: 131_048, error_data: { details: 'Spam rate limit hit' } } },
}
/** In WhatsApp, which answers nothing. */
const stop = (n: number) => {
  const from = { phone: phoneOf(n), bsuid: null, parent: null, name: null }
  return receive(test.platform, [{ type: 'preference', number, from, isStopped: true, at: new Date().toISOString() }])
}

it('example 52: of three, who stopped promotions and whom WhatsApp held back two hours ago are skipped with reasons, and one is sent', async () => {
  const list = await makeRooms(3)
  await stop(0)
  for (const room of list.slice(1, 2)) await failed(room, 131_049, 2)
  const before = await ask('POST', contract.previewBroadcast.path, { ids: list.map(({ ref }) => ref) })
  expect(before.body.recipients.map(({ reason }: { reason: string }) => reason)).toEqual(['stopped', 'heldBack', null])
  expect(before.body).toMatchObject({ rest: null, recipients: [{}, {}, { name: 'Citra', opt_in_at: expect.stringMatching(/Z$/) }] })
  const { data } = (await start(list)).body
  await run()
  expect(await fates(data.ref)).toEqual(['Ani skipped stopped', 'Budi skipped heldBack', 'Citra sent'])
  expect(await read(data.ref)).toMatchObject({ state: 'done', total: 3, sent: 1, skipped: 2, failed: 0 })
  expect(sentTo()).toEqual([phoneOf(2)])
  expect(cloud.sent[0]?.template.components).toEqual([{ type: 'body', parameters: [{ type: 'text', text: 'Citra' }] }])
})

it('example 52: 131048 in the middle holds it with an alert, nothing more is sent, and it goes on by hand without anybody twice', async () => {
  const list = await makeRooms(4)
  const { data } = (await start(list)).body
  cloud.taken = async () => {
    if (cloud.sent.length === 1) cloud.responses.push(reported)
  }
  await run()
  cloud.taken = async () => undefined
  expect(await read(data.ref)).toMatchObject({ state: 'held', held: 'reported', sent: 1, failed: 1 })
  expect(sentTo()).toEqual([phoneOf(0)])
  const alerts = await test.platform.database.db.select().from(jobs).where(eq(jobs.kind, broadcastAlertJob.name))
  expect(alerts).toHaveLength(1)
  await run()
  expect(sentTo()).toEqual([phoneOf(0)])
  expect((await other('PUT', pathOf(contract.resumeBroadcast, data.ref))).status).toBe(404)
  expect((await ask('PUT', pathOf(contract.resumeBroadcast, data.ref))).body.data).toMatchObject({ state: 'sending', held: null })
  await run()
  expect(sentTo()).toEqual([phoneOf(0), phoneOf(2), phoneOf(3)])
  expect(await fates(data.ref)).toEqual(['Ani sent', 'Budi failed', 'Citra sent', 'Dewi sent'])
})

it('131048 that comes later, by the webhook, holds what is still being sent, and the message that waits goes no more', async () => {
  const list = await makeRooms(3)
  const { data } = (await start(list)).body
  const { app } = world
  cloud.taken = async () => {
    if (cloud.sent.length !== 1) return
    // The second waits, as WhatsApp is busy.
    cloud.responses.push({ status: 429, body: { error: { message: 'Busy', code: 130_429 } } })
    setTimeout(() => {
      const errors = [{ code: 131_048, title: 'Spam rate limit hit' }]
      const status = {
        id: cloud.sent[0]?.id,
        status: 'failed',
        timestamp: String(Math.floor(Date.now() / 1_000)),
        recipient_id: phoneOf(0),
        errors,
      }
      void cloud.call(app, cloud.about({ statuses: [status] }))
    }, 300)
  }
  await run()
  cloud.taken = async () => undefined
  expect(await read(data.ref)).toMatchObject({ state: 'held', held: 'reported' })
  // What is on its way at that moment cannot be taken back: it is once WhatsApp has refused it.
  const open = () => test.platform.database.db.$count(deliveries, sql`state in ('waiting', 'claimed')`)
  await vi.waitFor(async () => expect(await open()).toBe(0), { timeout: 60_000 })
  expect(await fates(data.ref)).toEqual(['Ani failed', 'Budi waiting', 'Citra waiting'])
  expect(cloud.sent).toHaveLength(1)
})

describe('a broadcast', () => {
  it('is begun once by its form, and each chat gets it once though the job is killed between any two', async () => {
    const list = await makeRooms(3)
    const key = '0199e6b0-0000-7000-8000-000000000001'
    const [one, again] = [await start(list, {}, key), await start(list, {}, key)]
    expect(again.body.data.ref).toBe(one.body.data.ref)
    await Promise.all([run(), run()])
    await test.platform.database.db.execute(sql`update jobs set state = 'waiting', ended_at = null, run_at = now()`)
    await run()
    expect(sentTo()).toEqual([phoneOf(0), phoneOf(1), phoneOf(2)])
  })

  it('is refused for chats of several numbers, and sees only those of the person', async () => {
    const list = await makeRooms(2)
    const second = await makeNumber(test.platform)
    await receive(test.platform, [fromCustomer(second, '6281299990001')])
    const all = await test.platform.database.db.select().from(rooms)
    expect(await start(all)).toMatchObject({ status: 422, body: { reason: { code: 'broadcast_numbers' } } })
    await test.platform.database.db.update(rooms).set({ assignee_sales: person.id })
    const asked = await other('POST', contract.previewBroadcast.path, { ids: list.map(({ ref }) => ref) })
    expect(asked.status).toBe(404)
  })

  it('skips who never wrote, and whose name the template would need', async () => {
    const list = await makeRooms(3)
    const { db } = test.platform.database
    await db.delete(messages).where(eq(messages.room, list[0]?.id ?? 0))
    await db
      .update(rooms)
      .set({ customer_name: null })
      .where(eq(rooms.id, list[1]?.id ?? 0))
    const { data } = (await start(list)).body
    await run()
    expect((await fates(data.ref)).map((fate) => fate.replace(/^\S+ /, ''))).toEqual(['skipped neverWrote', 'skipped value', 'sent'])
  })

  it('is held by a restriction of the account, and by the limit of people of the day, which the preview says', async () => {
    const list = await makeRooms(2)
    const { db } = test.platform.database
    const state = {
      account: cloudAccount.business_account_id,
      kind: 'restriction',
      subject: 'RESTRICTED_BIZ_INITIATED_MESSAGING',
      value: { until: null },
      at: new Date().toISOString(),
    }
    await db.insert(channelStates).values(state)
    const { data } = (await start(list)).body
    await run()
    expect(await read(data.ref)).toMatchObject({ state: 'held', held: 'restricted', sent: 0 })
    await db.delete(channelStates)
    await db.insert(channelStates).values({ ...state, number, kind: 'limit', subject: '', value: { limit: '1' } })
    await db.update(rooms).set({ window_until: null })
    await ask('PUT', pathOf(contract.resumeBroadcast, data.ref))
    await run()
    expect(await read(data.ref)).toMatchObject({ state: 'held', held: 'limit', sent: 1 })
    expect((await ask('POST', contract.previewBroadcast.path, { ids: list.map(({ ref }) => ref) })).body.rest).toBe(0)
  })

  it('is held by a restriction of all messages', async () => {
    const { data } = (await start(await makeRooms(1))).body
    const account = cloudAccount.business_account_id
    const subject = 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING'
    const state = { account, kind: 'restriction', subject, value: { until: null }, at: new Date().toISOString() }
    await test.platform.database.db.insert(channelStates).values(state)
    await runThrough(data.ref)
    expect(await read(data.ref)).toMatchObject({ state: 'held', held: 'restricted', sent: 0 })
  })

  it('is held where WhatsApp takes a message and says that its template is paused', async () => {
    const { data } = (await start(await makeRooms(2))).body
    cloud.messageStatus = 'paused'
    await runThrough(data.ref)
    expect(await read(data.ref)).toMatchObject({ state: 'held', held: 'templatePaused' })
    expect(await fates(data.ref)).toEqual(['Ani sending', 'Budi waiting'])
  })

  it.each([
    ['accepted', 'sent'],
    ['held_for_quality_assessment', 'sending'],
  ])('goes on where WhatsApp says %s', async (said, fate) => {
    const { data } = (await start(await makeRooms(2))).body
    cloud.messageStatus = said
    await runThrough(data.ref)
    expect(await read(data.ref)).toMatchObject({ state: 'done' })
    expect(await fates(data.ref)).toEqual([`Ani ${fate}`, `Budi ${fate}`])
  })

  it('calls a customer without a name by the username with @, else by the number', async () => {
    const list = await makeRooms(2)
    const { db } = test.platform.database
    await db.update(rooms).set({ customer_name: null })
    await db
      .update(rooms)
      .set({ username: 'budi_1' })
      .where(eq(rooms.id, list[1]?.id ?? 0))
    const { recipients } = (await ask('POST', contract.previewBroadcast.path, { ids: list.map(({ ref }) => ref) })).body
    expect(recipients.map(({ name }: { name: string }) => name)).toEqual([phoneOf(0), '@budi_1'])
  })

  it.each([
    ['is told', { event: 'FLAGGED', alert: 'numberQuality' }],
    ['is read', { rating: 'RED', alert: 'numberQuality' }],
  ])('is held by a low quality of the number that %s after it began', async (_, value) => {
    const { data } = (await start(await makeRooms(1))).body
    const at = new Date(Date.now() + 1_000).toISOString()
    const state = { account: cloudAccount.business_account_id, number, kind: 'quality', value, at }
    await test.platform.database.db.insert(channelStates).values(state)
    await run()
    expect(await read(data.ref)).toMatchObject({ state: 'held', held: 'quality', sent: 0 })
  })

  it('that is stopped leaves the rest out for good', async () => {
    const list = await makeRooms(2)
    const { data } = (await start(list)).body
    expect((await ask('PUT', pathOf(contract.stopBroadcast, data.ref))).body.data).toMatchObject({ state: 'stopped' })
    await run()
    expect(await fates(data.ref)).toEqual(['Ani left', 'Budi left'])
    expect((await ask('PUT', pathOf(contract.resumeBroadcast, data.ref))).status).toBe(422)
    expect(cloud.sent).toHaveLength(0)
    expect(await test.platform.database.db.$count(broadcastRecipients)).toBe(2)
    expect((await ask('GET', contract.broadcastList.path)).body.data).toMatchObject([{ ref: data.ref, state: 'stopped' }])
    expect((await other('GET', contract.broadcastList.path)).body.data).toEqual([])
  })
})

it.each([
  ['250', 250],
  ['TIER_2K', 2_000],
  ['TIER_250', 250],
  ['TIER_100K', 100_000],
  ['TIER_UNLIMITED', null],
  ['TIER_NOT_SET', null],
  ['-1', null],
  [undefined, null],
])('the limit %s is %s people', (text, people) => expect(readLimit(text)).toBe(people))
