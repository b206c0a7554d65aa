import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rooms } from '#server/db/tables/chat.ts'
import { changes } from '#server/db/tables/platform.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber, makeRoom } from '#tests/support/chat.ts'
import { cloudAccount } from '#tests/support/cloud-api.ts'
import { receive } from '../inbound/receive.ts'
import { markIdle } from './idle.ts'

let test: TestPlatform
let cloud = 0
let simulated = 0
beforeAll(async () => {
  test = await testPlatform()
  cloud = await makeNumber(test.platform, { channel: 'cloud', ...cloudAccount })
  simulated = await makeNumber(test.platform)
})
afterAll(() => test.close())

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const answered = { last_message_is_admin: true, last_message_status: 'delivered', last_message_at: minutesAgo(31) }

async function room(values: Partial<typeof rooms.$inferInsert> = {}, number = cloud) {
  const made = await makeRoom(test.platform, number)
  await test.platform.database.db
    .update(rooms)
    .set({ ...answered, ...values })
    .where(eq(rooms.id, made.id))
  return made
}
const now = async ({ id }: { id: number }) => (await test.platform.database.db.select().from(rooms).where(eq(rooms.id, id)))[0]

it('a customer who has our message and does not answer it is idle, once, until they write', async () => {
  const waiting = await room()
  const notified = async () => (await test.platform.database.db.select().from(changes).where(eq(changes.ref, waiting.ref))).length
  const before = await notified()
  expect(await Promise.all([markIdle(test.platform), markIdle(test.platform)]).then((counts) => counts.toSorted())).toEqual([0, 1])
  expect(await now(waiting)).toMatchObject({ is_idle: true, version: waiting.version + 1 })
  const feed = await test.platform.database.db.select().from(changes).where(eq(changes.ref, waiting.ref))
  expect(feed).toHaveLength(before + 1)
  expect(feed.at(-1)).toMatchObject({ area: 'chat-rooms', audience_after: { sales: 0, idle: true } })
  await receive(test.platform, [fromCustomer(cloud, waiting.customer_phone)])
  expect(await now(waiting)).toMatchObject({ is_idle: false })
  expect(await markIdle(test.platform)).toBe(0)
})

it.each([
  ['the last words are theirs', { last_message_is_admin: false }],
  ['our message has not come to them', { last_message_status: 'sent' }],
  ['they had it for a moment', { last_message_at: minutesAgo(29) }],
  ['a day has passed', { last_message_at: minutesAgo(24 * 60 + 1) }],
  ['the room is resolved', { status: 'resolved' }],
])('nobody is idle where %s', async (_why, values) => {
  await room(values)
  expect(await markIdle(test.platform)).toBe(0)
})

it('an idle customer of the simulator is set by hand, and the idle time is a setting', async () => {
  await room({}, simulated)
  expect(await markIdle(test.platform)).toBe(0)
  const soon = await room({ last_message_at: minutesAgo(6) })
  const { database, settings } = test.platform
  await markIdle({ database, settings: { ...settings, chatIdleMinutes: 5 } })
  expect(await now(soon)).toMatchObject({ is_idle: true })
})
