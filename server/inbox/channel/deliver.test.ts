import { asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sendErrorOf } from '#contract/chat/send-errors.ts'
import { deliveries, messages, rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { type Background, createBackground } from '#server/platform/core/background.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { StorageError } from '#server/platform/files/storage/storage-error.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { makeNumber, makeRoom } from '#tests/support/chat.ts'
import { type CloudApi, cloudAccount, startCloudApi } from '#tests/support/cloud-api.ts'
import type { ChannelAdapter, OutgoingMessage, Refusal } from './channel.ts'
import { createDeliverer, startDeliveries, waitAfter } from './deliver.ts'
import { unknownReason } from './delivery.ts'

let test: TestPlatform
let number = 0
beforeAll(async () => {
  test = await testPlatform()
  number = await makeNumber(test.platform)
})
afterAll(() => test.close())
/** Deliverers wake for retries: earlier ones must not take what a test queues. */
const used: Background[] = []
beforeEach(async () => {
  for (const background of used.splice(0)) background.stop()
  await test.platform.database.db.delete(deliveries)
})

/** Queues messages in a room, as `send-message` does. */
async function queue(room: { id: number }, ...contents: string[]): Promise<number[]> {
  const ids: number[] = []
  await test.platform.database.transaction(async (tx) => {
    for (const content of contents) {
      const place = sql`(select next_place from rooms where id = ${room.id})`
      const [made] = await tx
        .insert(messages)
        .values({ room: room.id, place: sql`${place}`, kind: 'text', content, is_admin: true, status: 'queued' })
        .returning({ id: messages.id })
      await tx.update(rooms).set({ next_place: sql`next_place + 1` }).where(eq(rooms.id, room.id))
      await tx.insert(deliveries).values({ message: made?.id ?? 0, room: room.id })
      ids.push(made?.id ?? 0)
    }
    await test.platform.database.notify(tx, 'deliveries', '')
  })
  return ids
}

async function statesOf(ids: readonly number[]) {
  const { db } = test.platform.database
  const rows = await db
    .select({
      id: messages.id,
      status: messages.status,
      failure: messages.failure,
      state: deliveries.state,
      provider_id: messages.provider_id,
    })
    .from(messages)
    .innerJoin(deliveries, eq(deliveries.message, messages.id))
    .orderBy(asc(messages.id))
  return rows.filter(({ id }) => ids.includes(id)).map(({ id: _, ...rest }) => rest)
}

type Outcome = { provider_id: string } | Refusal
let sent = 0

/** A channel that records messages; `outcome` decides, by default it accepts all. */
function recorder(
  outcome: (message: OutgoingMessage, attempt: number) => Outcome | Promise<Outcome> = () => ({ provider_id: `p.${++sent}` }),
  more: Partial<Platform> = {},
) {
  const taken: string[] = []
  const attempts = new Map<string, number>()
  const adapter: ChannelAdapter = {
    async send(_, message) {
      const attempt = (attempts.get(message.ref) ?? 0) + 1
      attempts.set(message.ref, attempt)
      taken.push(message.content ?? '')
      return outcome(message, attempt)
    },
    templates: async () => [],
    quality: async () => null,
    markRead: async () => null,
    react: async () => null,
  }
  const background = createBackground(test.platform.log)
  used.push(background)
  return { taken, adapter, deliverer: createDeliverer({ ...test.platform, background, ...more }, () => adapter) }
}

const dueNow = () => test.platform.database.db.update(deliveries).set({ due_at: sql`now()` }).where(eq(deliveries.state, 'waiting'))

it('the deliverer sends queued messages in order of their room, and stores provider ids', async () => {
  const [a, b] = [await makeRoom(test.platform, number), await makeRoom(test.platform, number)]
  const ids = [...(await queue(a, 'a1', 'a2', 'a3')), ...(await queue(b, 'b1', 'b2'))]
  const { taken, deliverer } = recorder()
  await deliverer.drain()
  expect(taken.filter((one) => one.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
  expect(taken.filter((one) => one.startsWith('b'))).toEqual(['b1', 'b2'])
  expect(await statesOf(ids)).toEqual(
    ids.map(() => ({ status: 'sent', failure: null, state: 'confirmed', provider_id: expect.stringMatching(/^p\./) })),
  )
})

it('a later message of a room never overtakes a retried one; other rooms continue', async () => {
  const [a, b] = [await makeRoom(test.platform, number), await makeRoom(test.platform, number)]
  const ids = await queue(a, 'a1', 'a2')
  await queue(b, 'b1')
  const { taken, deliverer } = recorder(({ content }, attempt) =>
    content === 'a1' && attempt === 1
      ? { reason: 'Rate limit hit (130429)', code: 130_429, next: 'retry' }
      : { provider_id: `p.${++sent}` },
  )
  await deliverer.drain()
  expect(taken.sort()).toEqual(['a1', 'b1'])
  expect(await statesOf(ids)).toMatchObject([
    { status: 'queued', state: 'waiting', failure: 'Rate limit hit (130429)' },
    { status: 'queued', state: 'waiting', failure: null },
  ])
  await dueNow()
  await deliverer.drain()
  expect(taken.slice(2)).toEqual(['a1', 'a2'])
  expect(await statesOf(ids)).toMatchObject([{ status: 'sent', failure: null }, { status: 'sent' }])
})

it('a message whose file cannot be read waits, and is not said to be sent', async () => {
  const { privateFiles, database } = test.platform
  const file = await privateFiles.store(await privateFiles.inspect(Buffer.from('halo'), 'a.txt'))
  const ids = await queue(await makeRoom(test.platform, number), 'with a file')
  await database.db.update(messages).set({ media: file }).where(inArray(messages.id, ids))
  const read = () => Promise.reject(new StorageError('unavailable', 'SlowDown'))
  const without = recorder(undefined, { privateFiles: { ...privateFiles, read } })
  await without.deliverer.drain()
  expect(without.taken).toEqual([])
  expect(await statesOf(ids)).toMatchObject([{ status: 'queued', state: 'waiting' }])
  await dueNow()
  await recorder().deliverer.drain()
  expect(await statesOf(ids)).toMatchObject([{ status: 'sent', state: 'confirmed' }])
})

it('a final refusal is shown with its reason, and later messages are sent', async () => {
  const ids = await queue(await makeRoom(test.platform, number), 'x1', 'x2')
  const { deliverer } = recorder(({ content }) =>
    content === 'x1'
      ? { reason: 'Receiver is incapable of receiving this message (131026)', next: 'give up' }
      : { provider_id: `p.${++sent}` },
  )
  await deliverer.drain()
  expect(await statesOf(ids)).toMatchObject([
    { status: 'failed', failure: 'Receiver is incapable of receiving this message (131026)', state: 'failed' },
    { status: 'sent', state: 'confirmed' },
  ])
})

it('what waits at a number that WhatsApp refuses is held, one message a minute tries, and all go once one went', async () => {
  const made = [await makeRoom(test.platform, number), await makeRoom(test.platform, number), await makeRoom(test.platform, number)]
  const ids: number[] = []
  for (const [at, room] of made.entries()) ids.push(...(await queue(room, `n${at}`)))
  const { db } = test.platform.database
  await db
    .update(deliveries)
    .set({ due_at: sql`now() + interval '1 hour'` })
    .where(inArray(deliveries.message, ids.slice(1)))
  let isPaid = false
  const { taken, deliverer } = recorder(() =>
    isPaid ? { provider_id: `p.${++sent}` } : { reason: 'Payment issue (131042)', code: 131_042, next: 'give up', number: true },
  )
  await deliverer.drain()
  expect(taken).toEqual(['n0'])
  const wait = sql<number>`extract(epoch from due_at - now())::int`
  const waits = async () =>
    (await db.select({ wait }).from(deliveries).where(eq(deliveries.state, 'waiting')).orderBy(deliveries.message)).map((row) =>
      Math.round(row.wait / 60),
    )
  expect(await waits()).toEqual([1, 2])
  await db
    .update(deliveries)
    .set({ due_at: sql`now()` })
    .where(eq(deliveries.message, ids[1] ?? 0))
  isPaid = true
  await deliverer.drain()
  await deliverer.drain()
  expect(taken).toEqual(['n0', 'n1', 'n2'])
  expect((await statesOf(ids)).map(({ status }) => status)).toEqual(['failed', 'sent', 'sent'])
})

it('a message that may have been sent is never sent again', async () => {
  const ids = await queue(await makeRoom(test.platform, number), 'u1')
  const { taken, deliverer } = recorder(() => ({ reason: 'The WhatsApp Cloud API was not reached: ECONNRESET', next: 'unknown' }))
  await deliverer.drain()
  await deliverer.drain()
  expect(taken).toEqual(['u1'])
  expect(await statesOf(ids)).toMatchObject(
    [{ status: 'failed', failure: /ECONNRESET/, state: 'unknown' }].map((one) => ({
      ...one,
      failure: expect.stringMatching(/ECONNRESET/),
    })),
  )
})

it('a message that went all the same while it waited is not sent again', async () => {
  const ids = await queue(await makeRoom(test.platform, number), 'w1')
  await test.platform.database.db.update(messages).set({ provider_id: 'p.late', status: 'delivered' }).where(inArray(messages.id, ids))
  const { taken, deliverer } = recorder()
  await deliverer.drain()
  expect(taken).toEqual([])
  expect(await statesOf(ids)).toMatchObject([{ status: 'delivered', state: 'confirmed', provider_id: 'p.late' }])
})

it('messages of a dead process are marked as unknown', async () => {
  const ids = await queue(await makeRoom(test.platform, number), 'd1', 'd2', 'd3')
  const { db } = test.platform.database
  const [first = 0, second = 0] = ids
  const long = sql`now() - interval '1 hour'`
  const died = { state: 'claimed', claimed_by: 'somebody who died', claimed_at: long }
  await db.update(deliveries).set(died).where(eq(deliveries.message, first))
  await db.update(deliveries).set(died).where(eq(deliveries.message, second))
  // The second one's id was stored: it was sent, and the process died before confirming.
  await db.update(messages).set({ provider_id: 'p.known' }).where(eq(messages.id, second))
  const { taken, deliverer } = recorder()
  await deliverer.drain()
  expect(taken, 'what stands behind it waits').toEqual([])
  await deliverer.settleDead()
  await deliverer.settleDead()
  await deliverer.drain()
  expect(taken).toEqual(['d3'])
  expect(await statesOf(ids)).toMatchObject([
    { status: 'failed', failure: unknownReason, state: 'unknown' },
    { status: 'sent', state: 'confirmed', provider_id: 'p.known' },
    { status: 'sent', state: 'confirmed' },
  ])
})

it('the claim is committed before sending', async () => {
  const ids = await queue(await makeRoom(test.platform, number), 'c1')
  let during: unknown
  const { deliverer } = recorder(async () => {
    during = await statesOf(ids)
    return { provider_id: `p.${++sent}` }
  })
  await deliverer.drain()
  expect(during).toMatchObject([{ status: 'queued', state: 'claimed', provider_id: null }])
})

it('two concurrent workers send everything once and in order', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => makeRoom(test.platform, number)))
  const ids: number[] = []
  for (const [at, room] of made.entries()) ids.push(...(await queue(room, ...[1, 2, 3, 4].map((n) => `${at}-${n}`))))
  const log: string[] = []
  const outcome = ({ content }: OutgoingMessage) => {
    log.push(content ?? '')
    return { provider_id: `p.${++sent}` }
  }
  const [one, two] = [recorder(outcome), recorder(outcome)]
  await Promise.all([one.deliverer.drain(), two.deliverer.drain()])
  await one.deliverer.drain()
  expect(log).toHaveLength(24)
  for (const at of made.keys()) expect(log.filter((each) => each.startsWith(`${at}-`))).toEqual([1, 2, 3, 4].map((each) => `${at}-${each}`))
  expect(new Set((await statesOf(ids)).map(({ state }) => state))).toEqual(new Set(['confirmed']))
})

it('a message is given up after a day', async () => {
  const ids = await queue(await makeRoom(test.platform, number), 'old')
  await test.platform.database.db
    .update(messages)
    .set({ created_at: sql`now() - interval '25 hours'` })
    .where(eq(messages.id, ids[0] ?? 0))
  const { deliverer } = recorder(() => ({ reason: 'Service unavailable (131016)', next: 'retry' }))
  await deliverer.drain()
  expect(await statesOf(ids)).toMatchObject([{ status: 'failed', failure: 'Service unavailable (131016)' }])
})

it('retries wait longer each time, with jitter, and at least as long as requested', () => {
  expect([1, 2, 3, 30].map((attempts) => waitAfter(attempts, 0, () => 1))).toEqual([2_000, 4_000, 8_000, 600_000])
  expect(waitAfter(1, 0, () => 0)).toBe(1_000)
  expect(waitAfter(1, 60_000)).toBe(60_000)
  const pair = [1, 2, 3, 9].map((attempts) => waitAfter(attempts, 0, () => 0, sendErrorOf(131_056)))
  expect(pair).toEqual([4_000, 16_000, 64_000, 600_000])
  expect(waitAfter(30, 0, () => 1, sendErrorOf(131_057))).toBe(60_000)
})

it('the deliverer claims nothing after the shutdown has begun', async () => {
  const closing = await testPlatform()
  closing.platform.background.stop()
  let asked = 0
  const counted = new Proxy(closing.platform.database, {
    get(target, name, self) {
      if (name === 'transaction') asked += 1
      return Reflect.get(target, name, self)
    },
  })
  await createDeliverer({ ...closing.platform, database: counted }).drain()
  expect(asked).toBe(0)
  await closing.close()
})

it('a stored message wakes the deliverer, and the number shows whether it works', async () => {
  const cloud: CloudApi = await startCloudApi()
  const woken = await testPlatform({ CHAT_CLOUD_URL: cloud.url })
  await startDeliveries(woken.platform)
  await woken.platform.background.settled()
  const { db } = woken.platform.database
  const [id, own] = [await makeNumber(woken.platform, { channel: 'cloud', ...cloudAccount, access_token: 'expired' }), woken.platform]
  const room = await makeRoom(own, id)
  const before = test
  test = woken
  try {
    const first = await queue(room, 'satu')
    await own.background.settled()
    expect(await statesOf(first)).toMatchObject([{ status: 'failed', failure: 'Error validating access token (190)' }])
    const stateOf = async () => (await db.select().from(whatsappNumbers).where(eq(whatsappNumbers.id, id)))[0]
    expect(await stateOf()).toMatchObject({ status: 'error', status_reason: 'Error validating access token (190)' })
    await db.update(whatsappNumbers).set({ access_token: cloudAccount.access_token }).where(eq(whatsappNumbers.id, id))
    const second = await queue(room, 'dua')
    await own.background.settled()
    expect(await statesOf(second)).toMatchObject([{ status: 'sent' }])
    expect(cloud.sent).toMatchObject([{ text: { body: 'dua' } }])
    expect(await stateOf()).toMatchObject({ status: 'connected', status_reason: null })
  } finally {
    test = before
    await woken.close()
    await cloud.close()
  }
})
