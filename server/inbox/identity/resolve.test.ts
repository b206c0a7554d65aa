/** docs/product/identity.md#cases, #times, #changes: what comes out of order, and news of accounts that nobody knew. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { decideAccount, joinRooms, partRooms } from '#contract/chat/who.ts'
import { createApp } from '#server/app.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { roomIdentities, roomJoins } from '#server/db/tables/identities.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { makeNumber } from '#tests/support/chat.ts'
import { permutations } from '#tests/support/permutations.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { receive } from '../inbound/receive.ts'
import type { OurNumber } from '../whatsapp/context.ts'
import { readWebhook } from '../whatsapp/webhook.ts'

let test: TestPlatform
let number: OurNumber
let ask: TestRequest

beforeAll(async () => {
  test = await testPlatform()
  const values = { phone: '628110001', phone_number_id: 'ours', business_account_id: 'waba' }
  number = { id: await makeNumber(test.platform, { ...values, channel: 'cloud' }), ...values }
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, ['get crm', 'update crm'], 'Manager'))
})
afterAll(() => test.close())
beforeEach(() => test.platform.database.db.execute(sql`truncate rooms, room_joins, people, webhook_items cascade`))

const db = () => test.platform.database.db
const start = Math.floor(Date.now() / 1000) - 20_000
const [p1, p2, p3, p4] = ['6285790000101', '6285790000102', '6285790000103', '6285790000104'] as const

/** `at`: seconds after the beginning. `who`: the phone, then the user id; either may be ''. */
type Line = [at: number, content: string, who: [phone: string, bsuid: string], username?: string | null]
type News = [at: number, before: [phone: string, bsuid: string], now: [phone: string, bsuid: string]]

const text = ([at, body, [from, from_user_id]]: Line) => ({
  ...{ id: `wamid.${body}`, timestamp: String(start + at), type: 'text', text: { body } },
  ...(from && { from }),
  ...(from_user_id && { from_user_id }),
})
const news = ([at, [from, previous_user_id], [wa_id, user_id]]: News) => ({
  ...{ id: `wamid.news${at}`, timestamp: String(start + at), type: 'system' },
  ...(from && { from }),
  system: {
    type: 'user_changed_number',
    ...(wa_id && { wa_id }),
    ...(user_id && { user_id }),
    ...(previous_user_id && { previous_user_id }),
  },
})
const isNews = (item: Line | News): item is News => typeof item[1] !== 'string'

/** Takes items as one batch. */
async function arrive(...items: (Line | News)[]): Promise<void> {
  const list = items.map((item) => (isNews(item) ? news(item) : text(item)))
  const contacts = items.flatMap((item) =>
    isNews(item) || item[3] === undefined ? [] : [{ user_id: item[2][1], profile: { name: 'X', ...(item[3] && { username: item[3] }) } }],
  )
  const value = { metadata: { phone_number_id: number.phone_number_id }, ...(contacts.length && { contacts }), messages: list }
  await receive(test.platform, readWebhook({ entry: [{ id: 'waba', changes: [{ field: 'messages', value }] }] }, [number]) ?? [])
}

async function decide(answer: 'same' | 'other'): Promise<void> {
  const [note] = await db().select().from(messages).where(eq(messages.note_of, 'anotherAccount')).orderBy(asc(messages.id))
  expect((await ask('PUT', decideAccount.path.replace('{id}', note?.ref ?? ''), { answer })).status).toBe(200)
}

const allRooms = () => db().select().from(rooms).where(isNull(rooms.joined_into)).orderBy(asc(rooms.created_at), asc(rooms.id))
/** Texts, shown phone and current identities of each room, oldest first. */
const state = async () =>
  Promise.all(
    (await allRooms()).map(async ({ id, customer_phone }) => {
      const isText = and(eq(messages.room, id), eq(messages.kind, 'text'))
      const lines = await db().select().from(messages).where(isText).orderBy(asc(messages.created_at), asc(messages.place))
      const isCurrent = and(eq(roomIdentities.room, id), eq(roomIdentities.current, true))
      const names = await db().select().from(roomIdentities).where(isCurrent).orderBy(asc(roomIdentities.value))
      return [lines.map(({ content }) => content).join(' '), customer_phone, names.map(({ value }) => value).join(' ')]
    }),
  )
const notesOf = async (of: string) => db().select().from(messages).where(eq(messages.note_of, of)).orderBy(asc(messages.id))

it.each(['same', 'other'] as const)('news of an unknown account under the number of another one is a question: %s', async (answer) => {
  await arrive([10, 'A1', [p1, 'ID.a']])
  await arrive([30, [p1, 'ID.b'], [p2, 'ID.b2']])
  expect((await notesOf('anotherAccount')).map(({ values }) => values)).toMatchObject([{ account: 'ID.a', now: 'ID.b' }])
  // What the account wrote before comes late.
  await arrive([20, 'B1', [p1, 'ID.b']])
  await decide(answer)
  await arrive([40, 'A2', ['', 'ID.a']], [50, 'B2', [p2, 'ID.b2']], [21, 'B3', ['', 'ID.b']])
  const apart = [
    ['A1 A2', '', 'ID.a'],
    ['B1 B3 B2', p2, `${p2} ID.b2`],
  ]
  expect(await state()).toEqual(answer === 'other' ? apart : [['A1 B1 B3 A2 B2', p2, `${p2} ID.b2`]])
})

it('news of an unknown account waits where the number was given back before', async () => {
  await arrive([10, 'A1', [p1, 'ID.a']])
  await arrive([20, [p1, 'ID.a'], [p2, 'ID.a2']])
  await arrive([40, [p1, 'ID.b'], [p3, 'ID.b2']])
  expect(await state()).toEqual([['A1', p2, `${p2} ID.a2`]])
  await arrive([30, 'B1', [p1, 'ID.b']])
  await arrive([50, 'B2', ['', 'ID.b2']])
  expect(await state()).toEqual([
    ['A1', p2, `${p2} ID.a2`],
    ['B1 B2', p3, `${p3} ID.b2`],
  ])
})

it('news of an unknown account gives nobody its former ids by a number that another account answers', async () => {
  await arrive([30, 'C1', [p2, 'ID.c']])
  await arrive([20, [p1, 'ID.b'], [p2, 'ID.b2']])
  await arrive([10, 'B1', [p1, 'ID.b']])
  expect((await state()).map(([lines]) => lines)).toEqual(['B1', 'C1'])
  expect((await state())[1]).toEqual(['C1', p2, `${p2} ID.c`])
})

it('late news take no number from an account that answered there since, and offer to join', async () => {
  await arrive([10, 'B1', [p1, 'ID.b']])
  await arrive([30, 'C1', [p2, 'ID.c']])
  await arrive([20, [p1, 'ID.b'], [p2, 'ID.b2']])
  expect(await state()).toEqual([
    ['B1', '', 'ID.b2'],
    ['C1', p2, `${p2} ID.c`],
  ])
  const [, other] = await allRooms()
  expect((await notesOf('joinOffered')).map(({ values }) => values)).toEqual([{ phone: p2, room: other?.ref }])
})

it('news that wait are followed before the next item of a batch', async () => {
  await arrive([20, [p1, 'ID.b'], [p2, 'ID.b2']])
  await arrive([10, 'B1', [p1, 'ID.b']], [30, 'C1', [p2, 'ID.c']])
  expect((await notesOf('anotherAccount')).map(({ values }) => values)).toMatchObject([{ account: 'ID.b2', now: 'ID.c' }])
  expect((await state()).map(([lines]) => lines)).toEqual(['B1 C1'])
})

it.each([
  ['user ids', 'one by one'],
  ['user ids', 'together'],
  ['numbers', 'one by one'],
  ['numbers', 'together'],
] as const)('three changes of %s and a text before them are followed in every order, %s', async (what, how) => {
  // What each of the customers is called after so many changes.
  const who = (n: number, step: number): [string, string] => [
    what === 'numbers' ? `62857${900_000 + n * 10 + step}` : '',
    `ID.${n}x${step}`,
  ]
  const ends: unknown[] = []
  for (let n = 0; n < 24; n++) {
    const changes = [1, 2, 3].map((step): News => [n * 10 + step, who(n, step - 1), who(n, step)])
    const order = permutations<Line | News>([[n * 10, `first${n}`, who(n, 0)], ...changes])[n] ?? []
    const items = [...order, [n * 10 + 5, `last${n}`, who(n, 3)] satisfies Line]
    for (const some of how === 'together' ? [items] : items.map((one) => [one])) await arrive(...some)
    ends.push([`first${n} last${n}`, who(n, 3)[0], who(n, 3).join(' ').trim()])
  }
  expect(await state()).toEqual(ends)
})

it('news wait on, whatever else names their people before they come', async () => {
  await arrive([30, ['', 'ID.b2'], ['', 'ID.b3']])
  const from = { phone: null, bsuid: 'ID.b2', parent: null, name: 'Budi' }
  await receive(test.platform, [{ type: 'name', number: number.id, at: new Date().toISOString(), from }])
  await arrive([20, ['', 'ID.b'], ['', 'ID.b2']])
  await arrive([10, 'B1', ['', 'ID.b']])
  await arrive([40, 'B2', ['', 'ID.b3']])
  expect(await state()).toEqual([['B1 B2', '', 'ID.b3']])
})

it('what a number alone wrote since it was handed on goes with its account, even if it came first', async () => {
  await arrive([10, 'A1', [p1, 'ID.a']])
  await arrive([12, 'A2', [p1, '']], [30, 'B2', [p1, '']], [20, 'B1', [p1, 'ID.b']])
  await decide('other')
  expect(await state()).toEqual([
    ['A1 A2', '', 'ID.a'],
    ['B1 B2', p1, `${p1} ID.b`],
  ])
})

it('a room of two numbers shows the one that was seen last, also after a join and a parting', async () => {
  await arrive([10, 'C1', ['', 'ID.c']], [20, 'A1', [p1, 'ID.a']], [30, 'A2', [p2, 'ID.a2']])
  const [oldest, one, other] = await allRooms()
  expect((await ask('PUT', joinRooms.path, { ids: [one?.id, other?.id] })).status).toBe(200)
  expect((await allRooms())[1]?.customer_phone).toBe(p2)
  expect((await ask('PUT', joinRooms.path, { ids: [oldest?.id, one?.id] })).status).toBe(200)
  expect((await allRooms())[0]?.customer_phone).toBe(p2)
  const [join] = await db().select().from(roomJoins).orderBy(sql`id desc`)
  expect((await ask('PUT', partRooms.path, { ids: [oldest?.id], join: join?.id })).status).toBe(200)
  expect((await allRooms())[1]?.customer_phone).toBe(p2)
  await arrive([40, 'A3', [p1, '']])
  expect((await allRooms())[1]?.customer_phone).toBe(p1)
})

const handJoined = async (): Promise<void> => {
  await arrive([10, 'A1', [p1, 'ID.a']], [20, 'B1', [p2, 'ID.b']])
  expect((await ask('PUT', joinRooms.path, { ids: (await allRooms()).map(({ id }) => id) })).status).toBe(200)
}

it.each<[what: string, now: string, shown: string, items: (Line | News)[]]>([
  ['the number seen first changes', `${p2} ${p3} ID.a2`, p3, [[30, [p1, 'ID.a'], [p3, 'ID.a2']]]],
  ['the number seen last changes', `${p1} ${p3} ID.b2`, p3, [[30, [p2, 'ID.b'], [p3, 'ID.b2']]]],
  ['the change came before the other was seen', `${p2} ${p3} ID.b`, p2, [[15, [p1, 'ID.a'], [p3, 'ID.a2']]]],
  ['a number changes that had no user id', `${p2} ${p3} ID.b`, p3, [[30, [p1, ''], [p3, '']]]],
  ['no number is named before', `${p1} ${p2} ${p3} ID.b2`, p3, [[30, ['', 'ID.b'], [p3, 'ID.b2']]]],
  ['no number is named at all', `${p1} ${p2} ID.b2`, p2, [[30, ['', 'ID.b'], ['', 'ID.b2']]]],
  ['a text tells it', `${p1} ${p2} ${p3} ID.b`, p3, [[30, 'B2', [p3, 'ID.b']]]],
  [
    'both change',
    `${p3} ${p4} ID.b2`,
    p4,
    [
      [30, [p1, 'ID.a'], [p3, 'ID.a2']],
      [40, [p2, 'ID.b'], [p4, 'ID.b2']],
    ],
  ],
  [
    'one changes twice',
    `${p2} ${p4} ID.a3`,
    p4,
    [
      [30, [p1, 'ID.a'], [p3, 'ID.a2']],
      [40, [p3, 'ID.a2'], [p4, 'ID.a3']],
    ],
  ],
  [
    'one changes twice, told late',
    `${p2} ${p4} ID.a3`,
    p4,
    [
      [40, [p3, 'ID.a2'], [p4, 'ID.a3']],
      [30, [p1, 'ID.a'], [p3, 'ID.a2']],
    ],
  ],
  [
    'the new one wrote before',
    `${p2} ${p3} ID.a2`,
    p3,
    [
      [25, 'A2', [p3, 'ID.a2']],
      [30, [p1, 'ID.a'], [p3, 'ID.a2']],
    ],
  ],
  ['the account that was seen first writes again', `${p1} ${p2} ID.a`, p1, [[30, 'A2', [p1, 'ID.a']]]],
  ['it writes late', `${p1} ${p2} ID.b`, p2, [[15, 'A2', [p1, 'ID.a']]]],
])('after a join by hand every number stays but the one that changed: %s', async (_, now, shown, items) => {
  await handJoined()
  for (const item of items) await arrive(item)
  const [first, ...others] = await state()
  expect([first?.[2], first?.[1], others]).toEqual([now, shown, []])
})

it.each([
  ['the first one', [p1, 'ID.a'], [p3, 'ID.a2'], [p3, `${p3} ID.a2`, p2, `${p2} ID.b`]],
  ['the other one', [p2, 'ID.b'], [p3, 'ID.b2'], [p1, `${p1} ID.a`, p3, `${p3} ID.b2`]],
] as const)('who changed the number after a join by hand has it when the rooms are parted: %s', async (_, before, now, expected) => {
  await handJoined()
  await arrive([30, [...before], [...now]])
  await arrive([40, 'C1', [...now]])
  const [join] = await db().select().from(roomJoins).orderBy(sql`id desc`)
  expect((await ask('PUT', partRooms.path, { ids: [join?.room], join: join?.id })).status).toBe(200)
  await arrive([50, 'C2', ['', now[1]]])
  const [first, second] = now[1] === 'ID.a2' ? ['A1 C1 C2', 'B1'] : ['A1', 'B1 C1 C2']
  const [p, ids, q, others] = expected
  expect(await state()).toEqual([
    [first, p, ids],
    [second, q, others],
  ])
})

it('a number that came with its account late is not shown before the one that was told later', async () => {
  await arrive([10, 'A1', [p1, '']])
  await arrive([50, 'A3', [p2, 'ID.a']])
  await arrive([20, 'A2', [p1, 'ID.a']])
  expect(await state()).toEqual([['A1 A2 A3', p2, `${p2} ID.a`]])
})

const usernames = async () => (await allRooms()).map(({ username, username_until }) => [username, username_until !== null])

it('a username that is gone goes and comes with its account, when it is in question and when rooms are joined and parted', async () => {
  await arrive([10, 'C1', ['', 'ID.c'], 'siti'], [20, 'A1', [p1, 'ID.a'], 'joko'])
  await arrive([30, 'A2', [p1, 'ID.a'], null])
  await arrive([40, 'B1', [p1, 'ID.b'], null])
  expect(await usernames()).toEqual([
    ['siti', false],
    [null, false],
  ])
  await decide('other')
  const apart = [
    ['siti', false],
    ['joko', true],
    [null, false],
  ]
  expect(await usernames()).toEqual(apart)
  const list = await allRooms()
  for (const [one, other] of [
    [0, 1],
    [1, 2],
    [0, 2],
  ] as const) {
    const ids = [list[one]?.id, list[other]?.id]
    expect((await ask('PUT', joinRooms.path, { ids })).status).toBe(200)
    const [join] = await db().select().from(roomJoins).orderBy(sql`id desc`)
    expect((await ask('PUT', partRooms.path, { ids: [join?.room], join: join?.id })).status).toBe(200)
    expect(await usernames()).toEqual(apart)
  }
})
