import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Message, MessagePage } from '#contract/chat/messages.ts'
import { chatPlatform as section } from '#contract/sections/sales/chat-platform.ts'
import { createApp } from '#server/app.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber, makeRoom, roomOf } from '#tests/support/chat.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import type { Inbound, InboundMessage } from '../inbound/inbound.ts'
import { receive } from '../inbound/receive.ts'

let test: TestPlatform
let ask: TestRequest
let number = 0
beforeAll(async () => {
  test = await testPlatform()
  number = await makeNumber(test.platform)
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, ['get crm', 'update crm', 'get assign-sales']))
})
afterAll(() => test.close())

const minute = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString()
const page = async (room: { ref: string }, query = ''): Promise<MessagePage> =>
  (await ask('GET', `${section.path}/conversation/${room.ref}?${query}`)).body
const said = (list: readonly Pick<Message, 'content'>[]) => list.map(({ content }) => content)

/** A room of 120 messages, one each minute until a minute ago. */
async function talk() {
  const { id, customer_phone } = await makeRoom(test.platform, number)
  const write = (content: string, at: string, values: Partial<InboundMessage> = {}) =>
    receive(test.platform, [fromCustomer(number, customer_phone, { content, at, ...values })])
  await test.platform.database.db.delete(messages).where(eq(messages.room, id))
  await test.platform.database.db.update(rooms).set({ next_place: 1, last_message_at: null }).where(eq(rooms.id, id))
  const lines: Inbound[] = Array.from({ length: 120 }, (_, n) =>
    fromCustomer(number, customer_phone, { content: `line ${n + 1}`, at: ago(120 - n) }),
  )
  await receive(test.platform, lines)
  return { ...(await roomOf(test.platform, customer_phone)), write }
}

it.each([
  ['an hour', 60, 'line 60', 'line 61'],
  ['a week', 7 * 24 * 60, undefined, 'line 1'],
])('a message late by %s stands in the page of its time, once, and never in the preview', async (_late, minutes, above, below) => {
  const room = await talk()
  await room.write('late', ago(minutes + 0.5))
  const newest = await page(room, 'limit=50')
  expect(said(newest.messages)).toEqual(Array.from({ length: 50 }, (_, n) => `line ${n + 71}`))
  const older = await page(room, `before=${newest.messages[0]?.place}&limit=100`)
  const at = said(older.messages).indexOf('late')
  expect([older.messages[at - 1]?.content, older.messages[at + 1]?.content]).toEqual([above, below])
  expect([older.messages.length, older.older, older.newer]).toEqual([71, false, true])
  expect(await roomOf(test.platform, room.customer_phone)).toMatchObject({ last_message: 'line 120', unread: 122 })
  const around = said((await ask('GET', `${section.path}/${room.ref}/page-chat/${older.messages[at]?.ref}`)).body.messages)
  expect([around[around.indexOf('late') - 1], around[around.indexOf('late') + 1]]).toEqual([above, below])
  expect(said((await page(room, 'search=late')).messages)).toEqual(['late'])
})

it('within a second, what arrives later stands later, and is the preview', async () => {
  const room = await talk()
  const { body } = await ask('POST', `${section.path}/send-message`, { room: room.ref, content: 'ours' })
  const second = `${body.data.created_at.slice(0, 19)}.000Z`
  await room.write('in the same second', second)
  await room.write('and once more', second)
  expect(said((await page(room, 'limit=3')).messages)).toEqual(['ours', 'in the same second', 'and once more'])
  expect(await roomOf(test.platform, room.customer_phone)).toMatchObject({ last_message: 'and once more', last_message_is_admin: false })
})

it('a provider whose clock is an hour fast is believed up to now, and one that is slow is late', async () => {
  const room = await talk()
  await room.write('fast', new Date(Date.now() + 60 * minute).toISOString())
  await ask('POST', `${section.path}/send-message`, { room: room.ref, content: 'ours' })
  await room.write('slow', ago(60.5))
  expect(said((await page(room, 'limit=2')).messages)).toEqual(['fast', 'ours'])
  expect(said((await page(room, 'limit=100')).messages).slice(-64, -61)).toEqual(['line 60', 'slow', 'line 61'])
  expect((await roomOf(test.platform, room.customer_phone)).last_message).toBe('ours')
})

it('what becomes of a late message of ours says nothing of the preview', async () => {
  const room = await talk()
  await ask('POST', `${section.path}/send-message`, { room: room.ref, content: 'ours' })
  await room.write('from the phone', ago(60.5), { isOurs: true, origin: 'phone', provider_id: `wamid.late-${room.id}` })
  await receive(test.platform, [{ type: 'status', provider_id: `wamid.late-${room.id}`, status: 'read', failure: null, at: ago(0) }])
  expect(await roomOf(test.platform, room.customer_phone)).toMatchObject({ last_message: 'ours', last_message_status: 'queued' })
})

it('the list finds the newest message of a chat by the time it was written', async () => {
  const room = await talk()
  await room.write('kwitansi baru', ago(0.5))
  await room.write('kwitansi lama', ago(60.5))
  const { found } = (await ask('GET', `${section.path}/found-messages?search=kwitansi`)).body
  const written = (await page(room, 'search=kwitansi')).messages
  expect(said(written)).toEqual(['kwitansi baru', 'kwitansi lama'])
  expect(found.find((one: { room: string }) => one.room === room.ref).message).toBe(written[0]?.ref)
})

it('5,000 messages with late ones are read page by page, each once and in order, in both directions', async () => {
  const { db } = test.platform.database
  const room = await makeRoom(test.platform, number)
  // Every 7th is late by an hour, every 50th by a week; four at a time have the same second; place 1,000 has moved to another room.
  await db.execute(sql`
    insert into ${messages} (ref, room, place, kind, content, is_admin, status, created_at)
    select gen_random_uuid(), ${room.id}, n, 'text', 'line ' || n, n % 2 = 0, 'read', '2026-11-01T00:00:00Z'::timestamptz
      + (n / 4) * interval '1 second' - case when n % 50 = 0 then interval '7 days' when n % 7 = 0 then interval '1 hour' else interval '0' end
    from generate_series(2, 5001) n where n <> 1000`)
  await db.update(rooms).set({ next_place: 5_002 }).where(eq(rooms.id, room.id))
  const all = await db
    .select({ place: messages.place })
    .from(messages)
    .where(eq(messages.room, room.id))
    .orderBy(asc(messages.created_at), asc(messages.place))
  const places = all.map(({ place }) => place)
  expect(places).not.toEqual(places.toSorted((a, b) => a - b))

  const back: Message[] = []
  for (let next: MessagePage | undefined; !next || next.older; ) {
    next = await page(room, back[0] ? `before=${back[0].place}&limit=170` : 'limit=170')
    expect(next.newer).toBe(back.length > 0)
    back.unshift(...next.messages)
  }
  expect(back.map(({ place }) => place)).toEqual(places)

  const forth: Message[] = []
  for (let next: MessagePage | undefined; !next || next.newer; ) {
    next = await page(room, `after=${forth.at(-1)?.place ?? 0}&limit=500`)
    expect(next.older).toBe(forth.length > 0)
    forth.push(...next.messages)
  }
  expect(forth.map(({ place }) => place)).toEqual(places)

  // A place that nothing has is the one beside it, and one behind all is the end.
  const [beside, behind] = [await page(room, 'before=1000&limit=1'), await page(room, 'before=9000&limit=1')]
  expect(beside.messages[0]?.place).toBe(places[places.indexOf(1_001) - 1])
  expect([behind.messages[0]?.place, behind.newer]).toEqual([places.at(-1), false])
  expect((await page(room, 'after=1000&limit=1')).messages[0]?.place).toBe(places[places.indexOf(999) + 1])

  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`
    explain select * from ${messages} where room = ${room.id} and (created_at, place) < ('2026-11-01T00:10:00Z'::timestamptz, 1000)
    order by created_at desc, place desc limit 101`)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('messages_room_created_at_place_index')
})
