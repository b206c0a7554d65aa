/** Marks in every order, and however often they come (docs/product/whatsapp.md#marks). */
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliveries, messages, rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { webhookItems } from '#server/db/tables/webhook.ts'
import { countPlaces } from '#tests/chaos/webhook-kills.ts'
import { cloudAccount } from '#tests/support/cloud-api.ts'
import { type CloudNumber, openCloudNumber } from '#tests/support/cloud-number.ts'
import { permutations } from '#tests/support/permutations.ts'
import { confirm, readDelivery } from '../channel/delivery.ts'
import { messagesOnWire } from '../rooms/message-rows.ts'
import { readWebhook } from '../whatsapp/webhook.ts'
import { storeInbound } from './store-inbound.ts'

let world: CloudNumber
beforeAll(async () => {
  world = await openCloudNumber()
})
afterAll(() => world.close())

let played = 0
const start = 1_795_838_000

/** An item of the webhook: seconds after the start, and what it says; `T` and others are ids of this playing. */
interface Item {
  id: string
  at: number
  type: string
  part?: Readonly<Record<string, unknown>>
  /** Written on the business's phone. */
  isOurs?: true
  /** Another customer. */
  by?: number
}

const text = (id: string, at: number, body: string): Item => ({ id, at, type: 'text', part: { body } })
const react = (id: string, at: number, emoji: string, target = 'T'): Item => ({
  ...{ id, at, type: 'reaction' },
  part: { message_id: target, ...(emoji && { emoji }) },
})
const edit = (id: string, at: number, body: string, target = 'T'): Item => ({
  ...{ id, at, type: 'edit' },
  part: { original_message_id: target, message: { type: 'text', text: { body } } },
})
const revoke = (id: string, at: number): Item => ({ id, at, type: 'revoke', part: { original_message_id: 'T' } })

const phoneOf = (play: number, by = 0) => `62817${String(play * 10 + by).padStart(8, '0')}`
const idOf = (play: number, id: string) => `wamid.play${play}.${id}`

function payloadOf(play: number, { id, at, type, part = {}, isOurs, by = 0 }: Item) {
  const phone = phoneOf(play, by)
  const named = Object.fromEntries(
    Object.entries(part).map(([key, each]) => [key, key.endsWith('message_id') ? idOf(play, String(each)) : each]),
  )
  const item = { id: idOf(play, id), timestamp: String(start + at), type, [type]: named }
  if (!isOurs)
    return world.cloud.about({ contacts: [{ wa_id: phone, profile: { name: 'Siti Rahma' } }], messages: [{ ...item, from: phone }] })
  const value = { metadata: { phone_number_id: cloudAccount.phone_number_id }, message_echoes: [{ ...item, to: phone }] }
  return { entry: [{ id: cloudAccount.business_account_id, changes: [{ field: 'smb_message_echoes', value }] }] }
}

/** Items of several playings, in one transaction. */
async function store(list: readonly { play: number; item: Item }[]): Promise<void> {
  const { platform } = world.test
  const [ours] = await platform.database.db.select().from(whatsappNumbers).where(eq(whatsappNumbers.id, world.number))
  const items = list.flatMap(({ play, item }) => readWebhook(payloadOf(play, item), ours ? [ours] : []) ?? [])
  await platform.database.transaction((tx) => storeInbound(platform, tx, items).then(() => undefined))
}

/** Plays orders at the same time, each item in a transaction of its own; returns the playings. */
async function playAll(orders: readonly (readonly Item[])[]): Promise<number[]> {
  const plays = orders.map(() => ++played)
  await playAgain(plays, orders)
  return plays
}

async function playAgain(plays: readonly number[], orders: readonly (readonly Item[])[]): Promise<void> {
  for (let step = 0; step < (orders[0]?.length ?? 0); step++)
    await store(orders.flatMap((order, at) => order.slice(step, step + 1).map((item) => ({ play: plays[at] ?? 0, item }))))
}

/** What people see in the room of a customer of each playing. */
async function seenIn(plays: readonly number[], by = 0) {
  const phones = plays.map((play) => phoneOf(play, by))
  const found = await world.test.platform.database.db
    .select({ message: messages, phone: rooms.customer_phone })
    .from(messages)
    .innerJoin(rooms, eq(rooms.id, messages.room))
    .where(inArray(rooms.customer_phone, phones))
    .orderBy(asc(messages.place))
  const lineOf = ({ kind, note_of, content, edits, deleted_at, reactions, is_admin, created_at, chips }: typeof messages.$inferSelect) => {
    const sorted = [...(reactions ?? [])].sort((a, b) => (a.by < b.by ? -1 : 1))
    return { kind, note_of, content, edits: edits ?? [], deleted_at, reactions: sorted, is_admin, created_at, chips }
  }
  return phones.map((phone) => found.filter((one) => one.phone === phone).map(({ message }) => lineOf(message)))
}

const seen = async (play: number, by = 0) => (await seenIn([play], by))[0] ?? []

const original = text('T', 0, 'Transfer 1 juta')

describe('marks are at their message alone, and say the same', () => {
  it.each([
    ['a reaction, an edit and a deletion', [original, react('R', 1, '👍'), edit('E', 2, 'Transfer 10 juta'), revoke('D', 3)]],
    [
      'edits, one of which takes the first text again',
      [original, edit('A', 1, 'Dua'), edit('B', 2, 'Transfer 1 juta'), edit('C', 3, 'Tiga')],
    ],
    ['edits that end with the first text', [original, edit('A', 1, 'Dua'), edit('B', 2, 'Tiga'), edit('C', 3, 'Transfer 1 juta')]],
    ['edits that say the same', [original, edit('A', 1, 'Dua'), edit('B', 2, 'Dua'), revoke('D', 3)]],
    ['reactions, the last of which is taken away', [original, react('A', 1, '👍'), react('B', 2, '😮'), react('C', 3, '')]],
    ['reactions of both sides', [original, react('A', 1, '👍'), { ...react('B', 2, '🙏'), isOurs: true as const }, edit('C', 3, 'Dua')]],
    [
      'an edit and a deletion on the phone',
      [original, react('A', 1, '👍'), edit('B', 2, 'Dua'), revoke('C', 3)].map((one) =>
        one.type === 'reaction' ? one : { ...one, isOurs: true as const },
      ),
    ],
  ])('in every order, twice, and all at once: %s', async (_, items: readonly Item[]) => {
    const orders = permutations(items)
    const plays = await playAll(orders)
    const [wanted] = await seenIn(plays)
    expect(wanted).toHaveLength(1)
    const expectSame = async (list: readonly number[], how: string) => {
      for (const [at, lines] of (await seenIn(list)).entries())
        expect(lines, `${orders[at]?.map(({ id }) => id).join(' ')} ${how}`).toEqual(wanted)
    }
    await expectSame(plays, 'one by one')
    await playAgain(
      plays,
      orders.map((order) => order.toReversed()),
    )
    await expectSame(plays, 'again')
    const together = orders.map(() => ++played)
    await store(orders.flatMap((order, at) => order.map((item) => ({ play: together[at] ?? 0, item }))))
    await expectSame(together, 'at once')
  })
})

it('people see no former text where an edit changed nothing', async () => {
  const play = ++played
  const items = [original, edit('A', 1, 'Transfer 1 juta'), edit('B', 2, 'Dua'), edit('C', 3, 'Dua'), edit('D', 4, 'Tiga')]
  await store(items.map((item) => ({ play, item })))
  const { db } = world.test.platform.database
  const stored = await db
    .select()
    .from(messages)
    .where(eq(messages.provider_id, idOf(play, 'T')))
  const [shown] = await messagesOnWire(db, stored, new Map())
  expect([shown?.content, shown?.edits?.map(({ content }) => content)]).toEqual(['Tiga', ['Transfer 1 juta', 'Dua']])
})

it('marks whose message is somebody else’s are in the chat of who made them once, in whatever order and however often', async () => {
  const items: readonly Item[] = [
    text('T', 0, 'Halo'),
    { ...react('R', 1, '👍'), by: 1 },
    { ...react('S', 2, '😮'), by: 1 },
    { ...edit('E', 3, 'Dua', 'R'), by: 2 },
  ]
  const orders = permutations(items)
  const plays = await playAll(orders)
  const all = () => Promise.all([0, 1, 2].map((by) => seenIn(plays, by)))
  const before = await all()
  for (const [at, order] of orders.entries()) {
    const name = order.map(({ id }) => id).join(' ')
    const [one, other, third] = before.map((list) => list[at])
    expect(
      one?.map(({ kind, content, reactions }) => [kind, content, reactions]),
      name,
    ).toEqual([['text', 'Halo', []]])
    expect(
      other?.map(({ note_of }) => note_of).every((note) => note === 'reactedElsewhere'),
      name,
    ).toBe(true)
    expect(
      third?.map(({ kind, content }) => [kind, content]),
      name,
    ).toEqual([['text', 'Dua']])
  }
  for (const again of [items, items.toReversed()])
    await playAgain(
      plays,
      orders.map(() => again),
    )
  expect(await all()).toEqual(before)
  const places = await countPlaces(world.test.platform.database.db)
  const ids = plays.flatMap((play) => items.map(({ id }) => idOf(play, id)))
  expect(ids.filter((id) => places.get(id) !== 1)).toEqual([])
})

it('a message of a new kind takes the place of what stood for it, and keeps its marks', async () => {
  const orders = permutations<Item>([{ id: 'T', at: 0, type: 'hologram', part: {} }, react('R', 1, '👍')])
  const plays = await playAll(orders)
  await playAgain(plays, orders)
  for (const lines of await seenIn(plays))
    expect(lines).toMatchObject([{ kind: 'text', content: expect.stringContaining('[hologram]'), reactions: [{ emoji: '👍' }] }])
  await store(plays.map((play) => ({ play, item: original })))
  for (const lines of await seenIn(plays))
    expect(lines).toMatchObject([{ content: 'Transfer 1 juta', edits: [], reactions: [{ emoji: '👍' }] }])
})

it('the webhook takes a mark whose own id stands for somebody else’s, and takes it again', async () => {
  const play = ++played
  const mark = { ...react('R', 1, '👍'), by: 1 }
  const items: readonly Item[] = [text('T', 0, 'Halo'), { ...edit('E', 3, 'Dua', 'R'), by: 2 }, mark, mark]
  await world.arrive(...items.map((item) => payloadOf(play, item)))
  expect([await seen(play), await seen(play, 1), await seen(play, 2)].map((list) => list.length)).toEqual([1, 1, 1])
})

it('what WhatsApp adds to a message waits for it', async () => {
  const play = ++played
  const event = { id: idOf(play, 'T'), event_name: 'LeadSubmitted', timestamp: start }
  const value = { metadata: { phone_number_id: cloudAccount.phone_number_id }, automatic_events: [event] }
  await world.arrive({ entry: [{ id: cloudAccount.business_account_id, changes: [{ field: 'automatic_events', value }] }] })
  await store([{ play, item: text('T', 0, 'Halo') }])
  expect((await seen(play)).map(({ content, chips }) => [content, chips])).toEqual([['Halo', [{ chip: 'adLead' }]]])
})

describe('a reaction at a message of ours whose id at the provider is not stored yet', () => {
  it('waits for it unseen, and is at the message once it is named', async () => {
    const play = ++played
    const { platform } = world.test
    await store([{ play, item: text('T', 0, 'Halo') }])
    const [room] = await platform.database.db
      .select()
      .from(rooms)
      .where(eq(rooms.customer_phone, phoneOf(play)))
    const place = sql`(select next_place from rooms where id = ${room?.id})`
    const values = { room: room?.id ?? 0, place: sql`${place}`, kind: 'text', content: 'Setuju?', is_admin: true, status: 'queued' }
    const [ours] = await platform.database.db.insert(messages).values(values).returning()
    await platform.database.db
      .update(rooms)
      .set({ next_place: sql`next_place + 1` })
      .where(eq(rooms.id, room?.id ?? 0))
    await platform.database.db.insert(deliveries).values({ message: ours?.id ?? 0, room: room?.id ?? 0, state: 'claimed' })
    await store([{ play, item: react('R', 5, '👍', 'OUT') }])
    expect((await seen(play)).map(({ content }) => content)).toEqual(['Halo', 'Setuju?'])
    const waiting = eq(webhookItems.target, idOf(play, 'OUT'))
    expect(await platform.database.db.select({ outcome: webhookItems.outcome }).from(webhookItems).where(waiting)).toEqual([
      { outcome: 'waiting' },
    ])
    const delivery = await readDelivery(platform, ours?.id ?? 0)
    if (!delivery) throw new Error('there is no delivery')
    await confirm(platform, delivery, { provider_id: idOf(play, 'OUT') })
    const [, shown] = await seen(play)
    expect([shown?.content, shown?.reactions.map(({ emoji }) => emoji), await platform.database.db.$count(webhookItems, waiting)]).toEqual([
      'Setuju?',
      ['👍'],
      0,
    ])
    // The state that names it may come first, and both again.
    await store([{ play, item: react('R', 5, '👍', 'OUT') }])
    expect((await seen(play)).map(({ reactions }) => reactions.length)).toEqual([0, 1])
  })
})
