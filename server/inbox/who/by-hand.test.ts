/** docs/product/identity.md#another-account, #joining, #parting */
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decideAccount, joinRooms, roomJoins as listJoins, partRooms } from '#contract/chat/who.ts'
import { createApp } from '#server/app.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { roomIdentities, roomJoins } from '#server/db/tables/identities.ts'
import { members } from '#server/db/tables/members.ts'
import { users } from '#server/db/tables/people.ts'
import { linkMembers } from '#server/people/room-names.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber } from '#tests/support/chat.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { receive } from '../inbound/receive.ts'

let test: TestPlatform
let number = 0
let otherNumber = 0
let ani: Person
let ask: TestRequest
let asSales: TestRequest
let asReader: TestRequest

beforeAll(async () => {
  test = await testPlatform()
  number = await makeNumber(test.platform)
  otherNumber = await makeNumber(test.platform)
  const app = createApp(test.platform)
  ani = await makePerson(test.platform, ['get crm', 'update crm'], 'Manager')
  ask = requestAs(app, ani)
  asSales = requestAs(app, await makePerson(test.platform, ['get crm', 'update crm'], 'Sales'))
  asReader = requestAs(app, await makePerson(test.platform, ['get crm'], 'Manager'))
})
afterAll(() => test.close())
beforeEach(() => test.platform.database.db.execute(sql`truncate rooms, room_joins, people, members cascade`))

const db = () => test.platform.database.db
const phone = '6285790000100'
let clock = 0

interface Said {
  phone?: string | null
  bsuid?: string | null
  name?: string
  at?: number
  from?: number
}

/** A text of somebody, a minute after the one before. */
async function say(content: string, { phone: own = null, bsuid = null, name = 'Rina', at, from = number }: Said): Promise<void> {
  clock += 1
  const moment = new Date(Date.now() - 20 * 3_600_000 + (at ?? clock) * 60_000).toISOString()
  await receive(test.platform, [fromCustomer(from, own ?? '', { content, from: { phone: own, bsuid, parent: null, name }, at: moment })])
}

const allRooms = () => db().select().from(rooms).where(isNull(rooms.joined_into)).orderBy(asc(rooms.id))
const textsOf = async (room: number) => {
  const isText = and(eq(messages.room, room), ne(messages.kind, 'note'))
  return (await db().select().from(messages).where(isText).orderBy(asc(messages.created_at))).map(({ content }) => content)
}
const contents = async () => Promise.all((await allRooms()).map(({ id }) => textsOf(id)))
const names = async (room: number) =>
  (await db().select().from(roomIdentities).where(eq(roomIdentities.room, room)).orderBy(asc(roomIdentities.id))).map(
    ({ kind, value, current }) => `${current ? '' : 'former '}${kind} ${value}`,
  )
const notes = async (of: string) => (await db().select().from(messages).where(eq(messages.note_of, of)).orderBy(asc(messages.id))) ?? []
const decide = (note: string, answer: string, by = ask) => by('PUT', decideAccount.path.replace('{id}', note), { answer })
const join = (ids: unknown[], by = ask) => by('PUT', joinRooms.path, { ids })
const part = (room: number | string, id: number, by = ask) => by('PUT', partRooms.path, { ids: [room], join: id })
const nameOfAni = async () => (await db().select().from(users).where(eq(users.id, ani.id)))[0]?.name

describe('another account under a number', () => {
  /** One room with a question: what A wrote as a member, then B under the same number. */
  async function question() {
    const [member] = await db().insert(members).values({ name: 'Rina', phone }).returning()
    await say('A1', { phone, bsuid: 'ID.a', name: 'Rina' })
    await say('B1', { phone, bsuid: 'ID.b', name: 'Joko' })
    const [room] = await allRooms()
    const [note] = await notes('anotherAccount')
    if (!room || !note || !member) throw new Error('there is no question')
    return { room, note, member: member.id }
  }

  it("'same' keeps one room: the member is linked again, and the account joins for good", async () => {
    const { room, note, member } = await question()
    expect(room).toMatchObject({ customer_id: null, held_customer_id: member, cut_place: 2 })
    const { status, body } = await decide(note.ref, 'same')
    expect([status, body.data]).toMatchObject([200, { ref: note.ref, version: note.version + 1, values: { decided: 'same' } }])
    await say('B2', { bsuid: 'ID.b' })
    await say('A2', { bsuid: 'ID.a' })
    expect(await contents()).toEqual([['A1', 'B1', 'B2', 'A2']])
    expect((await allRooms())[0]).toMatchObject({ cut_place: null, customer_id: member, held_customer_id: null, unread: 4 })
  })

  it("'somebody else' gives what came since a room of its own, with the number; the member stays in the old one", async () => {
    const { room, note, member } = await question()
    await say('A late', { bsuid: 'ID.a', at: clock - 0.5 })
    const { status, body } = await decide(note.ref, 'other')
    const [old, fresh] = await allRooms()
    expect([status, body.data.values]).toMatchObject([200, { decided: 'other', room: fresh?.ref }])
    await say('B2', { phone, bsuid: 'ID.b', name: 'Joko' })
    await say('A2', { bsuid: 'ID.a' })
    expect(await contents()).toEqual([
      ['A1', 'A late', 'A2'],
      ['B1', 'B2'],
    ])
    expect(old).toMatchObject({
      id: room.id,
      customer_phone: '',
      customer_id: member,
      held_customer_id: null,
      customer_name: 'Rina',
      unread: 2,
    })
    expect((await allRooms())[1]).toMatchObject({ customer_phone: phone, customer_id: null, customer_name: 'Joko', unread: 2 })
    expect(await names(room.id)).toEqual(['bsuid ID.a', `former phone ${phone}`])
    const persons = (await allRooms()).map(({ person }) => person)
    expect(new Set(persons).size).toBe(2)
    expect((await notes('parted')).map(({ values }) => values?.by)).toEqual([await nameOfAni(), await nameOfAni()])
  })

  it('an answer again changes nothing, and another one says who was first', async () => {
    const { note } = await question()
    const first = await decide(note.ref, 'other')
    const again = await decide(note.ref, 'other', asSales)
    expect([again.status, again.body.data.version]).toEqual([200, first.body.data.version])
    const late = await decide(note.ref, 'same', asSales)
    expect([late.status, late.body.reason]).toEqual([422, { code: 'account_other', params: { name: await nameOfAni() } }])
    expect(await contents()).toEqual([['A1'], ['B1']])
  })

  it('of two people at once one wins, and the other is told', async () => {
    const { note } = await question()
    const answers = await Promise.all([decide(note.ref, 'same'), decide(note.ref, 'other', asSales)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const lost = answers.find(({ status }) => status === 422)
    expect(lost?.body.reason.code).toBe((await allRooms()).length === 1 ? 'account_same' : 'account_other')
  })

  it('news of the former account answers by itself', async () => {
    const { note } = await question()
    const change = { type: 'change', provider_id: 'wamid.change', number, isNumber: true, at: new Date().toISOString() } as const
    const to = { phone: '6285790000200', bsuid: 'ID.a2', parent: null, name: null }
    await receive(test.platform, [{ ...change, before: { phone: null, bsuid: 'ID.a' }, from: to }])
    const late = await decide(note.ref, 'same')
    expect([late.status, late.body.reason]).toEqual([422, { code: 'account_other', params: { name: 'WhatsApp' } }])
    expect(await contents()).toEqual([['A1'], ['B1']])
    expect((await allRooms()).map(({ customer_phone }) => customer_phone)).toEqual(['6285790000200', phone])
  })

  const answers = ['same', 'other'] as const
  const all = answers.flatMap((first) => answers.flatMap((second) => [0, 1].map((begin) => [first, second, begin] as const)))
  it.each(all)('three accounts: %s, then %s, answered from question %i on', async (first, second, begin) => {
    await say('A1', { phone, bsuid: 'ID.a', name: 'A' })
    await say('B1', { phone, bsuid: 'ID.b', name: 'B' })
    await say('C1', { phone, bsuid: 'ID.c', name: 'C' })
    const questions = (await notes('anotherAccount')).map(({ ref }, at) => [ref, [first, second][at] ?? 'same'] as const)
    for (const at of [begin, 1 - begin]) expect((await decide(questions[at]?.[0] ?? '', questions[at]?.[1] ?? '')).status).toBe(200)
    for (const who of ['a', 'b', 'c']) await say(`${who.toUpperCase()}2`, { bsuid: `ID.${who}` })
    await say('late', { phone, at: clock + 1 })
    const together = [['A1'], ['B1'], ['C1']]
    if (second === 'same') together.splice(1, 2, ['B1', 'C1'])
    if (first === 'same') together.splice(0, 2, [together[0] ?? [], together[1] ?? []].flat())
    const expected = together.map((list, at) => [
      ...list,
      ...list.map((one) => one.replace('1', '2')),
      ...(at === together.length - 1 ? ['late'] : []),
    ])
    const sorted = (lists: (string | null)[][]) => lists.map((list) => list.toSorted()).toSorted()
    expect(sorted(await contents())).toEqual(sorted(expected))
    expect((await allRooms()).map(({ cut_place }) => cut_place)).toEqual(expected.map(() => null))
  })

  it('only those who may answer the room decide', async () => {
    const { room, note } = await question()
    expect((await decide(note.ref, 'same', asReader)).status).toBe(403)
    await db().update(rooms).set({ assignee_sales: ani.id }).where(eq(rooms.id, room.id))
    const [text] = await db().select().from(messages).where(eq(messages.content, 'A1'))
    const refs = [note.ref, text?.ref ?? '', '0190a000-0000-7000-8000-000000000000', '999999']
    for (const [by, ref] of refs.map((each, at) => [at === 0 ? asSales : ask, each] as const))
      expect([ref, (await decide(ref, 'same', by)).status]).toEqual([ref, 404])
    expect((await decide(note.ref, 'maybe')).status).toBe(422)
  })

  it('a link on hold stays so when the member is edited, and a member with a room gets no second one at a number', async () => {
    const { room, note, member } = await question()
    await linkMembers(test.platform.database, db(), [phone])
    expect((await allRooms())[0]).toMatchObject({ id: room.id, customer_id: null })
    await decide(note.ref, 'other')
    await linkMembers(test.platform.database, db(), [phone])
    expect((await allRooms()).map(({ customer_id }) => customer_id)).toEqual([member, null])
  })
})

describe('joining by hand', () => {
  /** Rooms of two accounts without numbers, with values of their own. */
  async function two() {
    await say('A1', { bsuid: 'ID.a', name: 'Rina' })
    await say('B1', { bsuid: 'ID.b', name: 'Rina lagi' })
    await say('A2', { bsuid: 'ID.a', name: 'Rina' })
    const [one, other] = await allRooms()
    if (!one || !other) throw new Error('there are no two rooms')
    await db()
      .update(rooms)
      .set({ notes: 'satu', tag: ['vip'], contact_name: 'Bu Rina' })
      .where(eq(rooms.id, one.id))
    await db()
      .update(rooms)
      .set({ notes: 'dua', tag: ['emt', 'vip'], status: 'pending' })
      .where(eq(rooms.id, other.id))
    return { one, other }
  }
  const lastJoin = async () => (await db().select().from(roomJoins).orderBy(sql`id desc`))[0]?.id ?? 0

  it('the older room has all, whatever each account writes since, and says by whom', async () => {
    const { one, other } = await two()
    const { status, body } = await join([other.ref, one.id])
    expect([status, body.success_entities]).toMatchObject([200, [{ ref: one.ref }]])
    await say('B2', { bsuid: 'ID.b' })
    await say('A3', { bsuid: 'ID.a' })
    expect(await contents()).toEqual([['A1', 'B1', 'A2', 'B2', 'A3']])
    expect((await allRooms())[0]).toMatchObject({ id: one.id, unread: 5, notes: 'satu\ndua', tag: ['vip', 'emt'], contact_name: 'Bu Rina' })
    expect((await notes('joined')).map(({ values }) => values)).toEqual([{ name: 'Rina lagi', by: await nameOfAni() }])
    const { joins } = (await ask('GET', listJoins.path.replace('{id}', other.ref))).body
    expect(joins).toMatchObject([{ name: 'Rina lagi', by: await nameOfAni(), customer_phone: '', customer_id: null }])
    expect(Date.parse(joins[0].until) - Date.parse(joins[0].at)).toBe(30 * 86_400_000)
  })

  it('what was joined is parted: each has its own, and what it wrote since', async () => {
    const { one, other } = await two()
    const visible = async () =>
      (await Promise.all([one, other].map(({ ref }) => ask('GET', `/crm/in/v1/chat-platform/${ref}`)))).map(({ body }) => body.data)
    const before = await visible()
    await join([one.id, other.id])
    expect((await part(one.ref, await lastJoin())).status).toBe(200)
    const same = ({ version: _, updated_at: __, updated_by: ___, ...room }: Record<string, unknown>) => room
    expect((await visible()).map(same)).toEqual(before.map(same))
    await join([one.id, other.id])
    await say('B2', { bsuid: 'ID.b' })
    await say('A3', { bsuid: 'ID.a' })
    const id = await lastJoin()
    const answers = await Promise.all([part(one.id, id), part(one.id, id, asSales)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await contents()).toEqual([
      ['A1', 'A2', 'A3'],
      ['B1', 'B2'],
    ])
    expect((await allRooms()).map(({ unread }) => unread)).toEqual([3, 2])
    await say('B3', { bsuid: 'ID.b' })
    await say('A4', { bsuid: 'ID.a' })
    expect(await contents()).toEqual([
      ['A1', 'A2', 'A3', 'A4'],
      ['B1', 'B2', 'B3'],
    ])
    expect((await notes('parted')).length).toBe(4)
  })

  it('what a rule joined is parted as well, and no rule joins it again', async () => {
    await say('P1', { phone })
    await say('B1', { bsuid: 'ID.b' })
    await say('B2', { bsuid: 'ID.b', phone })
    const [room] = await allRooms()
    expect(await contents()).toEqual([['P1', 'B1', 'B2']])
    expect((await part(room?.id ?? 0, await lastJoin())).status).toBe(200)
    await say('B3', { bsuid: 'ID.b', phone })
    await say('B4', { bsuid: 'ID.b' })
    expect((await contents()).map((list) => list.length)).toEqual([1, 4])
    expect((await allRooms()).map(({ customer_phone }) => customer_phone)).toEqual(['', phone])
  })

  it('rooms that were joined one after the other are parted in the other order', async () => {
    const { one, other } = await two()
    await say('C1', { bsuid: 'ID.c' })
    const third = (await allRooms())[2]
    await join([other.id, third?.id])
    const inner = await lastJoin()
    await join([one.id, other.id])
    const outer = await lastJoin()
    expect((await part(one.id, inner)).body.reason).toEqual({ code: 'part_order' })
    expect((await part(one.id, outer)).status).toBe(200)
    expect(await contents()).toEqual([
      ['A1', 'A2'],
      ['B1', 'C1'],
    ])
    expect((await part(other.id, inner)).status).toBe(200)
    expect(await contents()).toEqual([['A1', 'A2'], ['B1'], ['C1']])
  })

  it('after 30 days it stays', async () => {
    const { one, other } = await two()
    await join([one.id, other.id])
    await db().update(roomJoins).set({ at: sql`now() - interval '30 days 1 minute'` })
    expect((await ask('GET', listJoins.path.replace('{id}', one.ref))).body.joins).toEqual([])
    const { status, body } = await part(one.id, await lastJoin())
    expect([status, body.reason]).toEqual([422, { code: 'part_late', params: { days: 30 } }])
    expect(await contents()).toHaveLength(1)
  })

  it('no join is made that the rules forbid', async () => {
    const { one, other } = await two()
    await say('elsewhere', { bsuid: 'ID.a', from: otherNumber })
    await say('Q1', { phone, bsuid: 'ID.q' })
    await say('Q2', { phone, bsuid: 'ID.r' })
    const [, , elsewhere, asked] = await allRooms()
    const refusedWith = async (ids: unknown[], by = ask) => {
      const { status, body } = await join(ids, by)
      return body.reason?.code ?? status
    }
    expect(await refusedWith([one.id, elsewhere?.id])).toBe('join_numbers')
    expect(await refusedWith([one.id, asked?.id])).toBe('account_first')
    expect(await refusedWith([one.id, one.ref])).toBe(404)
    expect(await refusedWith([one.id])).toBe(422)
    expect(await refusedWith([one.id, other.id, elsewhere?.id])).toBe(422)
    expect(await refusedWith([one.id, 999_999])).toBe(404)
    expect(await refusedWith([one.id, other.id], asReader)).toBe(403)
    await db().update(rooms).set({ assignee_sales: ani.id }).where(eq(rooms.id, other.id))
    expect(await refusedWith([one.id, other.id], asSales)).toBe(404)
    expect(await allRooms()).toHaveLength(4)
  })

  it('of two joins of one room at once one wins, and the other is told', async () => {
    const { one, other } = await two()
    await say('C1', { bsuid: 'ID.c' })
    const third = (await allRooms())[2]
    const answers = await Promise.all([join([one.id, third?.id]), join([other.id, third?.id], asSales)])
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
    expect([won?.status, lost?.status, lost?.body.reason]).toEqual([200, 422, { code: 'join_late' }])
    expect(await allRooms()).toHaveLength(2)
    // Both ask for the same: what the second wants is there.
    const [stays, left] = await allRooms()
    const twice = await Promise.all([join([stays?.id, left?.id]), join([stays?.id, left?.id], asSales)])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect(await db().select().from(roomJoins)).toHaveLength(2)
  })

  it('a joined room with another member says so', async () => {
    const { one, other } = await two()
    const list = await db()
      .insert(members)
      .values([
        { name: 'R', phone: '6281200000001' },
        { name: 'S', phone: '6281200000002' },
      ])
      .returning()
    for (const [at, { id }] of [one, other].entries())
      await db()
        .update(rooms)
        .set({ customer_id: list[at]?.id ?? 0 })
        .where(eq(rooms.id, id))
    await join([one.id, other.id])
    expect((await allRooms())[0]?.customer_id).toBe(list[0]?.id)
    expect((await ask('GET', listJoins.path.replace('{id}', one.ref))).body.joins).toMatchObject([{ customer_id: list[1]?.id }])
  })
})
