import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { makeNumber, makeRoom } from '#tests/support/chat.ts'
import type { InboundStatus } from './inbound.ts'
import { receive } from './receive.ts'

let test: TestPlatform
let room: Awaited<ReturnType<typeof makeRoom>>
beforeAll(async () => {
  test = await testPlatform()
  room = await makeRoom(test.platform, await makeNumber(test.platform))
})
afterAll(() => test.close())

type State = InboundStatus['status'] | 'played'
const pricing = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'marketing' }
let made = 0

/** Gives states to a new message of ours, one after the other, and returns what it is then. */
async function give(...states: (State | Partial<InboundStatus>)[]) {
  const { db } = test.platform.database
  made += 1
  const provider_id = `wamid.news${made}`
  const row = { room: room.id, place: 100 + made, kind: 'audio', is_admin: true, status: 'queued', provider_id }
  const [message] = await db.insert(messages).values(row).returning({ id: messages.id })
  for (const [second, given] of states.entries()) {
    const values = typeof given !== 'string' ? given : given === 'played' ? { status: 'read' as const, isPlayed: true } : { status: given }
    const at = `2026-11-20T08:00:0${second}.000Z`
    await receive(test.platform, [{ type: 'status', provider_id, failure: null, status: 'sent', at, ...values }])
  }
  const [found] = await db
    .select()
    .from(messages)
    .where(eq(messages.id, message?.id ?? 0))
  if (!found) throw new Error('the message is gone')
  return found
}

it.each<[title: string, states: State[], status: string, version: number]>([
  ['each state follows the one before', ['sent', 'delivered', 'read'], 'read', 4],
  ['read without delivered is normal', ['sent', 'read'], 'read', 3],
  ['sent after read changes nothing (example 33)', ['read', 'sent'], 'read', 2],
  ['delivered after failed is delivered (example 33)', ['sent', 'failed', 'delivered'], 'delivered', 4],
  ['failed after delivered stays delivered', ['delivered', 'failed'], 'delivered', 2],
  ['read after failed is read', ['failed', 'read'], 'read', 3],
  ['the same twice counts once', ['sent', 'sent', 'sent'], 'sent', 2],
  ['a voice note that was heard is read (example 31)', ['sent', 'played'], 'read', 3],
])('%s', async (_, states, status, version) => {
  const found = await give(...states)
  expect({ status: found.status, failure: found.failure, version: found.version }).toEqual({ status, failure: null, version })
})

it('a heard voice note has a chip, once, also when it was read before (example 31)', async () => {
  const played = { chips: [{ chip: 'played' }], status: 'read' }
  expect(await give('read', 'played', 'played')).toMatchObject(played)
  expect(await give('played', 'read', 'delivered')).toMatchObject({ ...played, version: 2 })
})

it('what WhatsApp took and holds back stays queued and says why, until a state says that it went', async () => {
  const [tested, paused] = (['heldForCheck', 'heldByPause'] as const).map((held) => ({ status: 'queued', held }) as const)
  if (!tested || !paused) throw new Error('two states were meant')
  expect(await give(tested, tested)).toMatchObject({ status: 'queued', chips: [{ chip: 'heldForCheck' }], version: 2 })
  expect(await give(tested, paused)).toMatchObject({ status: 'queued', chips: [{ chip: 'heldByPause' }], version: 3 })
  expect(await give(tested, 'sent')).toMatchObject({ status: 'sent', chips: null })
  expect(await give('delivered', paused)).toMatchObject({ status: 'delivered', chips: null, version: 2 })
})

it('the time of each state is kept, the first of a repeated one', async () => {
  const at = (second: number) => `2026-11-20T08:00:0${second}.000Z`
  const { status_times } = await give('read', 'sent', 'sent', 'played')
  expect(status_times).toEqual({ read: at(0), sent: at(1), played: at(3) })
})

it('the price is kept with the state that brings it (example 31)', async () => {
  expect((await give('sent', { status: 'delivered', pricing }, 'read')).pricing).toEqual(pricing)
  expect((await give({ status: 'read' }, { status: 'sent', pricing })).pricing).toEqual(pricing)
  const free = { ...pricing, billable: false, type: 'free_entry_point' }
  expect((await give({ status: 'sent', pricing: free }, { status: 'delivered', pricing })).pricing).toEqual(free)
})

it('a state opens no window, reopens no room and leaves the phone (rule 5)', async () => {
  const { db } = test.platform.database
  const read = async () => (await db.select().from(rooms).where(eq(rooms.id, room.id)))[0]
  await db.update(rooms).set({ window_until: null, status: 'resolved' }).where(eq(rooms.id, room.id))
  const before = await read()
  await give('sent', 'delivered', 'read')
  const { window_until, status, customer_phone, unread } = (await read()) ?? {}
  expect({ window_until, status, customer_phone, unread }).toEqual({
    window_until: null,
    status: 'resolved',
    customer_phone: before?.customer_phone,
    unread: before?.unread,
  })
})
