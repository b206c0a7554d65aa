/** The phone that the provider says a message goes to (docs/product/identity.md#identities). */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deliveries, messages, rooms } from '#server/db/tables/chat.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber } from '#tests/support/chat.ts'
import { addressOf } from '../channel/address.ts'
import { confirm, readDelivery } from '../channel/delivery.ts'
import { receive } from '../inbound/receive.ts'

/** A number of Brazil as people write it, and as WhatsApp names it. */
const [asked, named] = ['5511987654321', '551187654321']

let test: TestPlatform
let number = 0
beforeAll(async () => {
  test = await testPlatform()
  number = await makeNumber(test.platform)
})
afterAll(() => test.close())
beforeEach(() => test.platform.database.db.delete(rooms))

const allRooms = () => test.platform.database.db.select().from(rooms).where(sql`joined_into is null`).orderBy(rooms.id)

/** A room that was started with a typed number. */
async function startRoom() {
  const { db } = test.platform.database
  const [room] = await db.insert(rooms).values({ whatsapp_number: number, customer_phone: asked }).returning()
  if (!room) throw new Error('the room was not stored')
  await db.insert(roomIdentities).values({ room: room.id, number, kind: 'phone', value: asked, proof: 'start' })
  return room
}

let made = 0

/** A message of ours, whose answer of WhatsApp names the other number. */
async function send(room: { id: number }) {
  const { platform } = test
  const { db } = platform.database
  const [before] = await db.select().from(rooms).where(eq(rooms.id, room.id))
  const place = before?.next_place ?? 0
  const values = { room: room.id, place, kind: 'text', content: 'Halo', is_admin: true, status: 'queued' }
  const [message] = await db.insert(messages).values(values).returning()
  await db
    .update(rooms)
    .set({ next_place: place + 1 })
    .where(eq(rooms.id, room.id))
  await db.insert(deliveries).values({ message: message?.id ?? 0, room: room.id, state: 'claimed' })
  const delivery = await readDelivery(platform, message?.id ?? 0)
  if (!delivery) throw new Error('there is no delivery')
  const { address } = delivery.outgoing
  await confirm(platform, delivery, {
    provider_id: `wamid.answered${++made}`,
    ...('to' in address && address.to !== named && { answered: { asked: address.to, phone: named } }),
  })
}

const reply = (more: { bsuid?: string; phone?: string } = {}) =>
  receive(test.platform, [
    fromCustomer(number, named, { from: { phone: more.phone ?? named, bsuid: more.bsuid ?? null, parent: null, name: 'Ana' } }),
  ])

it('is the room’s as well: the customer’s answer finds it, and messages go there', async () => {
  const room = await startRoom()
  await send(room)
  expect(await addressOf(test.platform.database.db, room)).toEqual({ to: named })
  await send(room)
  await reply({ bsuid: 'BR.1' })
  expect(await allRooms()).toMatchObject([{ id: room.id, customer_phone: named, unread: 1 }])
})

it('joins the room of an answer that came first', async () => {
  const room = await startRoom()
  await reply({ bsuid: 'BR.1' })
  expect(await allRooms()).toHaveLength(2)
  await send(room)
  expect(await allRooms()).toMatchObject([{ id: room.id, customer_phone: named, unread: 1, last_message_is_admin: true }])
})

it('joins no two people: each room with an account of its own stays', async () => {
  const room = await startRoom()
  await reply({ bsuid: 'BR.1' })
  await reply({ bsuid: 'BR.2', phone: asked })
  await send(room)
  expect(await allRooms()).toMatchObject([{ customer_phone: asked }, { customer_phone: named }])
})

it('is written to only until the customer writes from the other one', async () => {
  const room = await startRoom()
  await reply({ phone: asked })
  await send(room)
  expect(await addressOf(test.platform.database.db, room)).toEqual({ to: asked })
  await reply()
  expect(await allRooms()).toMatchObject([{ id: room.id, customer_phone: named, unread: 2 }])
})
