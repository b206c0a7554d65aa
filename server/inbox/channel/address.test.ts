import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { roomIdentities } from '#server/db/tables/identities.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { makeNumber, makeRoom } from '#tests/support/chat.ts'
import { addressOf } from './address.ts'

let test: TestPlatform
let number = 0
beforeAll(async () => {
  test = await testPlatform()
  number = await makeNumber(test.platform)
})
afterAll(() => test.close())

const recipient = 'ID.13491208655302000133'
const day = (of: number) => `2026-11-0${of}T00:00:00.000Z`
let made = 0

it.each<[title: string, phone: string | null, bsuid: string | null, expected: 'to' | 'recipient' | null]>([
  ['a person without a number (example 53)', null, day(1), 'recipient'],
  ['a person whose last item carried the number (example 53)', day(2), day(2), 'to'],
  ['a person whose number is hidden again (case 4)', day(1), day(2), 'recipient'],
  ['a person without a user id', day(1), null, 'to'],
  ['a room without either', null, null, null],
])('%s is written to by %s %s', async (_, phone, bsuid, expected) => {
  const { db } = test.platform.database
  const room = await makeRoom(test.platform, number)
  await db.delete(roomIdentities).where(eq(roomIdentities.room, room.id))
  made += 1
  const identity = (kind: string, value: string, seen_at: string) => ({ room: room.id, number, kind, value, seen_at, proof: 'message' })
  const known = [
    ...(phone ? [identity('phone', `62857900${made}`, phone)] : []),
    ...(bsuid ? [identity('bsuid', recipient + made, bsuid)] : []),
  ]
  if (known.length) await db.insert(roomIdentities).values(known)
  const found = await addressOf(db, { id: room.id, customer_phone: '' })
  expect(found).toEqual(expected === 'to' ? { to: `62857900${made}` } : expected && { recipient: recipient + made })
})

it.each([
  [[1, 3], 2, { to: '628579003' }],
  [[3, 1], 2, { to: '628579003' }],
  [[1, 2], 3, { recipient }],
])(
  'of the numbers of a room that was joined by hand, the one seen last is written to: %j, and the user id %i',
  async (days, seen, expected) => {
    const { db } = test.platform.database
    const room = await makeRoom(test.platform, number)
    await db.delete(roomIdentities)
    const known = { room: room.id, number, proof: 'message' }
    const phones = days.map((of) => ({ ...known, kind: 'phone', value: `62857900${of}`, seen_at: day(of) }))
    await db.insert(roomIdentities).values([...phones, { ...known, kind: 'bsuid', value: recipient, seen_at: day(seen) }])
    expect(await addressOf(db, { id: room.id, customer_phone: '' })).toEqual(expected)
  },
)

it('former identities are no addresses', async () => {
  const { db } = test.platform.database
  const room = await makeRoom(test.platform, number)
  await db.insert(roomIdentities).values({ room: room.id, number, kind: 'bsuid', value: 'ID.1', current: false, proof: 'message' })
  expect(await addressOf(db, room)).toEqual({ to: room.customer_phone })
})
