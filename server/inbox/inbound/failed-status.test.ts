import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliveries, messages, rooms } from '#server/db/tables/chat.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber, makeRoom } from '#tests/support/chat.ts'
import type { InboundStatus } from './inbound.ts'
import { receive } from './receive.ts'

let test: TestPlatform
let number = 0
beforeAll(async () => {
  test = await testPlatform()
  number = await makeNumber(test.platform)
})
afterAll(() => test.close())

let made = 0
const status = (provider_id: string, values: Partial<InboundStatus> = {}): InboundStatus => ({
  type: 'status',
  provider_id,
  status: 'failed',
  failure: null,
  at: new Date().toISOString(),
  ...values,
})

/** A message of ours that the provider took, in a room whose customer wrote an hour before it. */
async function makeSent(values: Partial<typeof messages.$inferInsert> = {}, attempts = 1) {
  const { db } = test.platform.database
  const room = await makeRoom(test.platform, number)
  made += 1
  const provider_id = `wamid.failed${made}`
  const place = room.next_place
  const [message] = await db
    .insert(messages)
    .values({ room: room.id, place, kind: 'text', content: 'Halo', is_admin: true, status: 'sent', provider_id, ...values })
    .returning()
  if (!message) throw new Error('the message was not stored')
  const until = new Date(Date.now() + 23 * 3_600_000).toISOString()
  await db
    .update(rooms)
    .set({ next_place: place + 1, window_until: until, last_message_is_admin: true, last_message_at: message.created_at })
    .where(eq(rooms.id, room.id))
  await db.insert(deliveries).values({ message: message.id, room: room.id, state: 'confirmed', attempts })
  const read = async () => {
    const [found] = await db
      .select({ message: messages, state: deliveries.state, room: rooms, wait: sql<number>`extract(epoch from due_at - now())` })
      .from(messages)
      .innerJoin(deliveries, eq(deliveries.message, messages.id))
      .innerJoin(rooms, eq(rooms.id, messages.room))
      .where(eq(messages.id, message.id))
    if (!found) throw new Error('the message is gone')
    const { status: shown, failure, provider_id: id } = found.message
    const isOpen = Date.parse(found.room.window_until ?? '') > Date.now()
    return { status: shown, failure, id, state: found.state, isOpen, last: found.room.last_message_status, wait: Number(found.wait) }
  }
  return { room, provider_id, read, phone: room.customer_phone }
}

it('a passing error that comes later queues the message again, and a person sees why it waits (example 54)', async () => {
  const sent = await makeSent()
  await receive(test.platform, [status(sent.provider_id, { failure: 'Pair rate limit hit (131056)' })])
  const found = await sent.read()
  expect(found).toMatchObject({ status: 'queued', state: 'waiting', id: null, last: 'queued', failure: 'Pair rate limit hit (131056)' })
  expect(found.wait).toBeGreaterThan(3)
  const third = await makeSent({}, 3)
  await receive(test.platform, [status(third.provider_id, { failure: 'Pair rate limit hit (131056)' })])
  expect((await third.read()).wait).toBeGreaterThan(60)
})

it.each([
  ['131048 is never sent again by itself (example 54)', 'Spam rate limit hit (131048)', {}, 1],
  ['a refusal for good is not sent again', 'Message undeliverable (131026)', {}, 1],
  ['an unknown error is not sent again', 'Odd (999999)', {}, 1],
  [
    'a message of two days ago is given up',
    'Rate limit hit (130429)',
    { created_at: new Date(Date.now() - 2 * 86_400_000).toISOString() },
    1,
  ],
  ['a message that was tried often is given up', 'Rate limit hit (130429)', {}, 8],
])('%s', async (_, failure, values, attempts) => {
  const sent = await makeSent(values, attempts)
  await receive(test.platform, [status(sent.provider_id, { failure })])
  expect(await sent.read()).toMatchObject({ status: 'failed', state: 'confirmed', id: sent.provider_id, failure })
})

it('a message that arrived is not queued again by an error beside the good news', async () => {
  const sent = await makeSent()
  const failed = status(sent.provider_id, { failure: 'Rate limit hit (130429)' })
  await receive(test.platform, [failed, status(sent.provider_id, { status: 'delivered' })])
  expect(await sent.read()).toMatchObject({ status: 'delivered', state: 'confirmed', failure: null })
  await receive(test.platform, [failed])
  expect(await sent.read()).toMatchObject({ status: 'delivered', state: 'confirmed' })
})

it('131047 closes the window, unless the customer wrote after the message (example 32)', async () => {
  const failure = 'Re-engagement message (131047)'
  const sent = await makeSent()
  await receive(test.platform, [status(sent.provider_id, { failure })])
  expect(await sent.read()).toMatchObject({ status: 'failed', isOpen: false })
  await receive(test.platform, [fromCustomer(number, sent.phone)])
  expect(await sent.read()).toMatchObject({ isOpen: true })
  await receive(test.platform, [status(sent.provider_id, { failure })])
  expect(await sent.read()).toMatchObject({ isOpen: true })
  const older = await makeSent({ created_at: new Date(Date.now() - 2 * 3_600_000).toISOString() })
  await receive(test.platform, [status(older.provider_id, { failure })])
  expect(await older.read()).toMatchObject({ status: 'failed', isOpen: true })
})
