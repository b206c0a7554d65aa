import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { chatPlatform as section } from '#contract/sections/sales/chat-platform.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { changes } from '#server/db/tables/platform.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { makePerson } from '#tests/support/api.ts'
import { fromCustomer, makeRoom } from '#tests/support/chat.ts'
import { type CloudNumber, openCloudNumber } from '#tests/support/cloud-number.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { receive } from '../inbound/receive.ts'
import { reactionJob } from './react.ts'

let world: CloudNumber
let cloud: CloudNumber['cloud']
let test: CloudNumber['test']
let number = 0
let asAni: TestRequest
let asReader: TestRequest
let room: typeof rooms.$inferSelect
let wamid = ''

beforeAll(async () => {
  world = await openCloudNumber()
  ;({ cloud, test, number } = world)
  asAni = requestAs(world.app, await makePerson(test.platform, ['get crm', 'update crm'], 'Sales'))
  asReader = requestAs(world.app, await makePerson(test.platform, ['get crm'], 'Sales'))
})
beforeEach(async () => {
  room = await makeRoom(test.platform, number)
  wamid = (await last()).provider_id ?? ''
  cloud.sent.length = 0
})
afterAll(() => world.close())

async function last() {
  const [found] = await test.platform.database.db.select().from(messages).where(eq(messages.room, room.id)).orderBy(desc(messages.place))
  if (!found) throw new Error('there is no message')
  return found
}
const react = async (emoji: string, ask = asAni, ref?: string) =>
  ask('PUT', `${section.path}/reaction/${ref ?? (await last()).ref}`, { emoji })
const work = () => createRunner(test.platform, [reactionJob]).idle()
/** About the message of this test. */
const sentReactions = () => cloud.sent.flatMap(({ type, reaction, to }) => (reaction.message_id === wamid ? [{ type, reaction, to }] : []))
const asSent = (emoji: string) => ({ type: 'reaction', reaction: { message_id: wamid, emoji }, to: room.customer_phone })

it('a reaction stands at its message at once, is told to everybody, and then to WhatsApp', async () => {
  const before = await last()
  const answer = await react('🙏')
  expect([answer.status, answer.body.data.reactions]).toMatchObject([200, [{ emoji: '🙏', by: 'us' }]])
  expect(answer.body.data.version).toBe(before.version + 1)
  const feed = await test.platform.database.db.select().from(changes).where(eq(changes.ref, before.ref))
  expect(feed.map(({ audience_before }) => audience_before === null)).toEqual([true, false])
  expect(sentReactions()).toEqual([])
  await work()
  expect(sentReactions()).toEqual([asSent('🙏')])
  await work()
  expect(sentReactions()).toHaveLength(1)
})

it('another emoji takes its place, none takes it away, and that of the customer stays', async () => {
  const theirs = { emoji: '👍', by: 'customer' as const, name: null, at: '2026-11-20T00:00:00Z' }
  await test.platform.database.db
    .update(messages)
    .set({ reactions: [theirs] })
    .where(eq(messages.room, room.id))
  await react('🙏')
  expect((await react('❤️')).body.data.reactions).toMatchObject([{ emoji: '👍' }, { emoji: '❤️' }])
  expect((await react('')).body.data.reactions).toEqual([theirs])
  await work()
  // Each of three jobs tells the last one.
  expect(new Set(sentReactions().map((one) => one.reaction.emoji))).toEqual(new Set(['']))
})

it('the same reaction again changes nothing', async () => {
  await react('🙏')
  const { version } = await last()
  expect((await react('🙏')).status).toBe(200)
  expect((await last()).version).toBe(version)
})

it('a reaction that WhatsApp refuses says why, and the next one is told again', async () => {
  cloud.closed.add(room.customer_phone)
  await react('🙏')
  await work()
  expect((await last()).reactions).toMatchObject([{ emoji: '🙏', by: 'us', failure: expect.stringMatching(/\(131047\)/) }])
  cloud.closed.delete(room.customer_phone)
  expect((await react('🙏')).body.data.reactions[0].failure).toBeUndefined()
  await work()
  expect(sentReactions()).toEqual([asSent('🙏')])
})

it('a fault that passes is tried again later', async () => {
  cloud.responses.push({ status: 503, body: { error: { message: 'Busy', code: 2 } } })
  await react('🙏')
  await work()
  expect(sentReactions()).toEqual([])
  await test.platform.database.db.execute(sql`update jobs set run_at = now() where state = 'waiting'`)
  await work()
  expect(sentReactions()).toEqual([asSent('🙏')])
  expect((await last()).reactions?.[0]?.failure).toBeUndefined()
})

it('a fault that outlasts the attempts says so at the message', async () => {
  await react('🙏')
  await test.platform.database.db.execute(sql`update jobs set attempts = 7 where kind = 'chat-reaction' and state = 'waiting'`)
  cloud.responses.push({ status: 503, body: { error: { message: 'Busy', code: 2 } } })
  await work()
  expect((await last()).reactions).toMatchObject([{ emoji: '🙏', failure: expect.stringContaining('Busy') }])
})

it.each(['ok', '🙏🙏', '<b>', '1', '👍 ', 'a'.repeat(41)])('%s is no reaction, or one without its blanks', async (emoji) => {
  expect((await react(emoji)).status).toBe(emoji === '👍 ' ? 200 : 422)
})

it('a reaction is refused outside the 24 hours, to what takes none, to a user who may not write, and to nothing', async () => {
  await test.platform.database.db
    .update(rooms)
    .set({ window_until: new Date(Date.now() - 1_000).toISOString() })
    .where(eq(rooms.id, room.id))
  expect((await react('🙏')).body.code).toBe('window_closed')
  await receive(test.platform, [fromCustomer(number, room.customer_phone)])
  expect((await react('🙏', asReader)).status).toBe(403)
  expect((await react('🙏', asAni, uuidv7())).status).toBe(404)
  for (const values of [
    { is_admin: true },
    { is_admin: false, kind: 'note' },
    { kind: 'text', details: { type: 'call', state: 'missed' } as const },
  ]) {
    const { id } = await last()
    await test.platform.database.db.update(messages).set(values).where(eq(messages.id, id))
    expect((await react('🙏')).body.message).toBe('WhatsApp takes no reaction to this message.')
  }
})
