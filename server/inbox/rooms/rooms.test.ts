import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatPlatform as section } from '#contract/sections/sales/chat-platform.ts'
import { createApp } from '#server/app.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { users } from '#server/db/tables/people.ts'
import { changes } from '#server/db/tables/platform.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber, makeRoom, roomOf } from '#tests/support/chat.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { receive } from '../inbound/receive.ts'

const crm = ['get crm', 'create crm', 'update crm']
let test: TestPlatform
let number = 0
let ani: Person
let budi: Person
let asAni: TestRequest
let asBudi: TestRequest
let asSupport: TestRequest
let asManager: TestRequest

beforeAll(async () => {
  test = await testPlatform()
  const app = createApp(test.platform)
  number = await makeNumber(test.platform)
  ani = await makePerson(test.platform, crm, 'Sales')
  budi = await makePerson(test.platform, crm, 'Sales')
  asAni = requestAs(app, ani)
  asBudi = requestAs(app, budi)
  asSupport = requestAs(app, await makePerson(test.platform, crm, 'Support'))
  asManager = requestAs(app, await makePerson(test.platform, ['get assign-sales', 'update assign-sales'], 'Admin'))
})
afterAll(() => test.close())

const at = (name: string) => `${section.path}/${name}`
const find = async (ask: TestRequest, ref: string) => (await ask('GET', at(ref))).body.data
const refsOf = async (ask: TestRequest, query: string): Promise<string[]> =>
  (await ask('GET', `${section.path}?size=1000&query=${encodeURIComponent(query)}`)).body.data.map((row: { ref: string }) => row.ref)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('who sees a room', () => {
  it('is its salesperson, and everybody who is none', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    expect((await asAni('GET', at(room.ref))).status).toBe(200)
    expect((await asBudi('GET', at(room.ref))).status).toBe(404)
    expect((await asSupport('GET', at(room.ref))).status).toBe(200)
    expect(await refsOf(asBudi, '')).not.toContain(room.ref)
    expect((await asBudi('GET', at(`conversation/${room.ref}`))).status).toBe(404)
  })

  it('is everybody while it is nobody’s, and those who only assign see all of it', async () => {
    const room = await makeRoom(test.platform, number)
    for (const ask of [asAni, asBudi, asManager])
      expect(await find(ask, room.ref)).toMatchObject({ ref: room.ref, assignee_sales: 0, unread: 1 })
    expect(await refsOf(asAni, 'assignee_sales:0')).toContain(room.ref)
  })
})

describe('a change', () => {
  it.each([
    ['notes', { notes: 'Telepon lagi' }],
    ['contact-name', { contact_name: 'Ibu Siti' }],
    ['status', { status: 'pending' }],
    ['tag', { tag: ['vip', 'webinar'] }],
    ['need-support', { is_need_support: true }],
    ['mark-as-unread', { mark_as_unread: true }],
  ])('%s is kept, told, and its version counted', async (name, change) => {
    const room = await makeRoom(test.platform, number, ani.id)
    const { status, body } = await asAni('PUT', at(name), { ids: [room.ref], ...change })
    expect([status, body]).toMatchObject([200, { success_entities: [{ ref: room.ref, version: room.version + 1 }], failed_entities: [] }])
    expect(await find(asAni, room.ref)).toMatchObject(change)
    const notified = await test.platform.database.db.select().from(changes).where(eq(changes.ref, room.ref))
    expect(notified).toMatchObject([{ area: 'chat-rooms', audience_before: { sales: ani.id }, audience_after: { sales: ani.id } }])
  })

  it.each([
    ['notes', { notes: 'Telepon lagi' }, [{ notes: '' }, {}], { notes: null }],
    ['tag', { tag: ['vip'] }, [{ tag: [] }], { tag: [] }],
    ['snooze', { snoozed_until: inDays(1) }, [{ snoozed_until: null }, {}], { snoozed_until: null }],
  ])('%s is cleared by an empty value, and by none if it is no list: only empty lists are sent', async (name, change, empty, cleared) => {
    for (const values of empty) {
      const room = await makeRoom(test.platform, number, ani.id)
      await asAni('PUT', at(name), { ids: [room.ref], ...change })
      expect((await asAni('PUT', at(name), { ids: [room.ref], ...values })).status).toBe(200)
      expect(await find(asAni, room.ref)).toMatchObject(cleared)
      const [kept] = await test.platform.database.db.select().from(rooms).where(eq(rooms.id, room.id))
      expect(kept?.search_text).not.toMatch(/telepon|vip/)
    }
  })

  it.each([
    [
      'notes',
      { notes: 'VIP' },
      { notes: 'VIP\nminta katalog' },
      { notes: 'VIP\nsudah bayar' },
      { notes: 'VIP\nminta katalog\nsudah bayar' },
    ],
    ['tag', { tag: ['vip', 'baru'] }, { tag: ['vip', 'baru', 'webinar'] }, { tag: ['vip', 'emt'] }, { tag: ['vip', 'webinar', 'emt'] }],
  ])('%s that was made offline keeps what others wrote meanwhile', async (name, seen, theirs, mine, kept) => {
    const room = await makeRoom(test.platform, number, ani.id)
    const ids = [room.ref]
    await asAni('PUT', at(name), { ids, ...seen })
    await asSupport('PUT', at(name), { ids, ...theirs, was: seen })
    expect((await asAni('PUT', at(name), { ids, ...mine, was: seen })).status).toBe(200)
    expect(await find(asAni, room.ref)).toMatchObject(kept)
    // As in the base contract, the last write wins.
    await asAni('PUT', at(name), { ids, ...mine })
    expect(await find(asAni, room.ref)).toMatchObject(mine)
  })

  it('that is too much with what others wrote is refused', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    const ids = [room.ref]
    await asSupport('PUT', at('notes'), { ids, notes: 'a'.repeat(4_000), was: {} })
    const { status, body } = await asAni('PUT', at('notes'), { ids, notes: 'b'.repeat(4_000), was: {} })
    expect([status, body]).toMatchObject([422, { fields: { notes: { code: 'max_length' } } }])
  })

  it('of several rooms at once is taken back of each of them', async () => {
    const made = [await makeRoom(test.platform, number, ani.id), await makeRoom(test.platform, number, ani.id)]
    const ids = made.map(({ ref }) => ref)
    await asAni('PUT', at('need-support'), { ids, is_need_support: true })
    await asAni('PUT', at('need-support'), { ids, is_need_support: false })
    for (const ref of ids) expect(await find(asAni, ref)).toMatchObject({ is_need_support: false })
  })

  it('of many has a verdict for each', async () => {
    const [mine, theirs] = [await makeRoom(test.platform, number, ani.id), await makeRoom(test.platform, number, budi.id)]
    const { body } = await asAni('PUT', at('status'), { ids: [mine.ref, theirs.ref], status: 'resolved' })
    expect(body).toMatchObject({ success_entities: [{ ref: mine.ref }], failed_entities: [{ ref: theirs.ref, message: 'not found' }] })
    expect(await find(asBudi, theirs.ref)).toMatchObject({ status: 'open' })
  })

  it('is found by what it wrote', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    await asAni('PUT', at('notes'), { ids: [room.ref], notes: 'Suka DIVIDEN tahunan' })
    await asAni('PUT', at('tag'), { ids: [room.ref], tag: ['prioritas'] })
    expect(await refsOf(asAni, 'search:dividen')).toEqual([room.ref])
    expect(await refsOf(asAni, 'search:prioritas')).toEqual([room.ref])
    expect(await refsOf(asAni, `search:${room.customer_phone.slice(2)}`)).toEqual([room.ref])
  })

  it('is found by its words in any order, its number in any spelling, and what was said in it', async () => {
    const phone = '6281377700088'
    await receive(test.platform, [
      fromCustomer(number, phone, { customer_name: 'Wulan Sekarjati', content: 'Sudah transfer, lewat BCA 🙏' }),
    ])
    await receive(test.platform, [fromCustomer(number, phone, { customer_name: 'Wulan Sekarjati', content: 'Terima kasih' })])
    const { ref } = await roomOf(test.platform, phone)
    await test.platform.database.db.update(rooms).set({ assignee_sales: ani.id }).where(eq(rooms.ref, ref))
    for (const search of ['sekarjati wulan', '0813-7770-0088', '+62 813 7770', 'transfer BCA', 'bca transfer'])
      expect([search, await refsOf(asAni, `search:${search}`)]).toEqual([search, [ref]])
    expect(await refsOf(asAni, 'search:transfer mandiri')).toEqual([])
    const found = async (ask: TestRequest, search: string) =>
      (await ask('GET', at(`found-messages?search=${encodeURIComponent(search)}`))).body.found
    const [said] = await test.platform.database.db.select().from(messages).where(like(messages.content, 'Sudah transfer%'))
    expect(await found(asAni, 'bca transfer')).toEqual([{ room: ref, message: said?.ref, excerpt: 'Sudah transfer, lewat BCA 🙏' }])
    // Only visible ones, and none for words in nearly all messages.
    expect(await refsOf(asBudi, 'search:transfer BCA')).toEqual([])
    expect(await found(asBudi, 'bca transfer')).toEqual([])
    expect(await found(asAni, 'a')).toEqual([])
    expect(await found(asAni, '% _')).toEqual([])
  })

  it('cannot forge a name', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    await asAni('PUT', at('contact-name'), { ids: [room.ref], contact_name: '\u202eBudi\u200b  Admin' })
    expect(await find(asAni, room.ref)).toMatchObject({ contact_name: 'Budi Admin' })
  })

  it('read counts every message', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    await asAni('PUT', at('mark-as-unread'), { ids: [room.ref], mark_as_unread: false })
    expect(await find(asAni, room.ref)).toMatchObject({ unread: 0, mark_as_unread: false })
    const [message] = await test.platform.database.db.select().from(messages).where(eq(messages.room, room.id))
    expect(message?.status).toBe('read')
  })

  it('is read by its salesperson for everybody; another person who opens it reads it for themselves alone', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    const seenBy = async (ask: TestRequest) => {
      const { unread, mark_as_unread } = await find(ask, room.ref)
      const inList = (await ask('GET', `${section.path}?size=1000`)).body.data.find((row: { ref: string }) => row.ref === room.ref)
      expect(inList).toMatchObject({ unread, mark_as_unread })
      return [unread, mark_as_unread]
    }
    const read = { ids: [room.ref], mark_as_unread: false }
    expect((await asSupport('PUT', at('mark-as-unread'), read)).body.success_entities).toHaveLength(1)
    expect([await seenBy(asAni), await seenBy(asSupport)]).toEqual([
      [1, false],
      [0, false],
    ])
    const [message] = await test.platform.database.db.select().from(messages).where(eq(messages.room, room.id))
    expect(message?.status).toBe('delivered')
    // The customer's next message is new to both; a manual mark is everybody's until each has seen it.
    await receive(test.platform, [fromCustomer(number, room.customer_phone)])
    expect([await seenBy(asAni), await seenBy(asSupport)]).toEqual([
      [2, false],
      [1, false],
    ])
    await asSupport('PUT', at('mark-as-unread'), read)
    await asSupport('PUT', at('mark-as-unread'), { ids: [room.ref], mark_as_unread: true })
    expect(await refsOf(asSupport, 'mark_as_unread:true')).toContain(room.ref)
    await asSupport('PUT', at('mark-as-unread'), read)
    expect(await refsOf(asSupport, 'mark_as_unread:true')).not.toContain(room.ref)
    expect(await refsOf(asSupport, 'mark_as_unread:false')).toContain(room.ref)
    expect(await refsOf(asAni, 'mark_as_unread:true')).toContain(room.ref)
    expect([await seenBy(asAni), await seenBy(asSupport)]).toEqual([
      [2, true],
      [0, false],
    ])
    await asAni('PUT', at('mark-as-unread'), read)
    expect([await seenBy(asAni), await seenBy(asSupport)]).toEqual([
      [0, false],
      [0, false],
    ])
  })

  it('that was read before it was taken over is read for everybody then', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    await asSupport('PUT', at('mark-as-unread'), { ids: [room.ref], mark_as_unread: false })
    await asSupport('PUT', at('takeover-chat'), { ids: [room.ref] })
    const [stored] = await test.platform.database.db.select().from(rooms).where(eq(rooms.id, room.id))
    expect(stored?.unread).toBe(0)
  })

  it('resolves with GET', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    expect((await asBudi('GET', at(`resolve/${room.ref}`))).status).toBe(404)
    expect((await asAni('GET', at(`resolve/${room.ref}`))).body).toEqual({ message: 'Saved' })
    expect(await find(asAni, room.ref)).toMatchObject({ status: 'resolved' })
  })
})

describe('the list', () => {
  it('is narrowed by status, tag, salesperson, need for support and unread mark, newest word first, a page at a time', async () => {
    const carla = await makePerson(test.platform, crm, 'Sales')
    const asCarla = requestAs(createApp(test.platform), carla)
    const made = []
    for (let n = 0; n < 3; n++) made.push(await makeRoom(test.platform, number, carla.id))
    const [first, second, third] = made.map(({ ref }) => ref)
    await asCarla('PUT', at('status'), { ids: [first], status: 'pending' })
    await asCarla('PUT', at('tag'), { ids: [second], tag: ['prioritas', 'khusus carla'] })
    await asCarla('PUT', at('need-support'), { ids: [third], is_need_support: true })
    await asCarla('PUT', at('mark-as-unread'), { ids: [third], mark_as_unread: true })
    await receive(test.platform, [fromCustomer(number, made[1]?.customer_phone ?? '')])
    const own = `assignee_sales:${carla.id}`
    expect(await refsOf(asCarla, own)).toEqual([second, third, first])
    expect(await refsOf(asCarla, `${own},status:pending`)).toEqual([first])
    expect(await refsOf(asCarla, 'tag:khusus carla')).toEqual([second])
    expect(await refsOf(asCarla, `${own},is_need_support:true`)).toEqual([third])
    expect(await refsOf(asCarla, `${own},mark_as_unread:true`)).toEqual([third])
    const { body } = await asCarla('GET', `${section.path}?page=2&size=2&query=${own}`)
    expect(body).toMatchObject({ data: [{ ref: first }], total_record: 3 })
  })
})

describe('a room whose customer wrote last', () => {
  it('is unanswered until somebody replies or resolves it', async () => {
    const dewi = await makePerson(test.platform, crm, 'Sales')
    const asDewi = requestAs(createApp(test.platform), dewi)
    const [one, other] = [await makeRoom(test.platform, number, dewi.id), await makeRoom(test.platform, number, dewi.id)]
    const unanswered = (answer = true) => refsOf(asDewi, `assignee_sales:${dewi.id},unanswered:${answer}`)
    expect((await unanswered()).sort()).toEqual([one.ref, other.ref].sort())
    await test.platform.database.db.update(rooms).set({ last_message_is_admin: true }).where(eq(rooms.ref, one.ref))
    expect([await unanswered(), await unanswered(false)]).toEqual([[other.ref], [one.ref]])
    await asDewi('GET', at(`resolve/${other.id}`))
    expect(await unanswered()).toEqual([])
  })
})

describe('a snoozed room', () => {
  it('is out of the list until its time, a word of the customer, or somebody who looks for it', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    await asAni('PUT', at('notes'), { ids: [room.ref], notes: 'terlelap' })
    await asAni('PUT', at('snooze'), { ids: [room.ref], snoozed_until: inDays(1) })
    expect(await refsOf(asAni, '')).not.toContain(room.ref)
    for (const query of ['search:terlelap', 'snoozed:true', 'status:open,snoozed:true']) {
      expect(await refsOf(asAni, query), query).toContain(room.ref)
    }
    for (const query of ['status:open', 'status:open,snoozed:false']) expect(await refsOf(asAni, query), query).not.toContain(room.ref)
    await asAni('PUT', at('status'), { ids: [room.ref], status: 'resolved' })
    expect(await refsOf(asAni, 'status:resolved')).toContain(room.ref)
    await asAni('PUT', at('status'), { ids: [room.ref], status: 'open' })
    await test.platform.database.db
      .update(rooms)
      .set({ snoozed_until: inDays(-1) })
      .where(eq(rooms.id, room.id))
    expect(await refsOf(asAni, '')).toContain(room.ref)
    await asAni('PUT', at('snooze'), { ids: [room.ref], snoozed_until: inDays(1) })
    await receive(test.platform, [fromCustomer(number, room.customer_phone)])
    expect(await refsOf(asAni, '')).toContain(room.ref)
  })
})

describe('taking over', () => {
  it('goes to one of two who want it at once, and the other is told that it is gone', async () => {
    const room = await makeRoom(test.platform, number)
    const responses = await Promise.all([asAni, asBudi].map((ask) => ask('PUT', at('takeover-chat'), { ids: [room.ref] })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const winner = responses[0]?.status === 200 ? ani : budi
    const seen = await Promise.all([asAni, asBudi].map((ask) => ask('GET', at(room.ref))))
    expect(seen.map(({ status }) => status)).toEqual(responses.map(({ status }) => status))
    expect(await find(asSupport, room.ref)).toMatchObject({
      assignee_sales: winner.id,
      assignee_sales_name: expect.stringMatching(/^Person/),
    })
    const notified = await test.platform.database.db.select().from(changes).where(eq(changes.ref, room.ref))
    expect(notified).toMatchObject([{ audience_before: { sales: 0 }, audience_after: { sales: winner.id } }])
  })

  it('takes it from somebody else, for those who see every room', async () => {
    const room = await makeRoom(test.platform, number, ani.id)
    expect((await asSupport('PUT', at('takeover-chat'), { ids: [room.ref] })).status).toBe(200)
    expect((await asAni('GET', at(room.ref))).status).toBe(404)
  })
})

describe('letting go', () => {
  it('gives an own room to nobody, and takes none from somebody else', async () => {
    const [own, other] = [await makeRoom(test.platform, number, ani.id), await makeRoom(test.platform, number, budi.id)]
    expect((await asAni('PUT', at('release-chat'), { ids: [other.ref] })).status).toBe(404)
    expect((await asSupport('PUT', at('release-chat'), { ids: [other.ref] })).status).toBe(404)
    expect((await find(asSupport, other.ref)).assignee_sales).toBe(budi.id)
    expect((await asAni('PUT', at('release-chat'), { ids: [own.ref] })).status).toBe(200)
    expect(await find(asBudi, own.ref)).toMatchObject({ assignee_sales: 0, assignee_sales_name: null })
    await asBudi('PUT', at('takeover-chat'), { ids: [own.ref] })
    expect((await asAni('PUT', at('release-chat'), { ids: [own.ref] })).status).toBe(404)
    expect((await find(asSupport, own.ref)).assignee_sales).toBe(budi.id)
  })
})

describe('assigning', () => {
  it('needs its permission, and somebody who exists', async () => {
    const room = await makeRoom(test.platform, number)
    expect((await asAni('PUT', at('assign-chat'), { ids: [room.ref], assignee_sales: budi.id })).status).toBe(403)
    expect((await asManager('PUT', at('assign-chat'), { ids: [room.ref], assignee_sales: 99_999 })).status).toBe(422)
    expect((await asManager('PUT', at('assign-chat'), { ids: [room.ref], assignee_sales: budi.ref })).status).toBe(200)
    expect(await find(asBudi, room.ref)).toMatchObject({ assignee_sales: budi.id })
    expect((await asManager('PUT', at('assign-chat'), { ids: [room.ref], assignee_sales: 0 })).status).toBe(200)
    expect(await find(asAni, room.ref)).toMatchObject({ assignee_sales: 0, assignee_sales_name: null })
  })

  it('of several at once needs the permission to delete, too, and so does taking over several', async () => {
    const [one, two] = [await makeRoom(test.platform, number, ani.id), await makeRoom(test.platform, number, ani.id)]
    const ids = [one.ref, two.ref]
    expect((await asManager('PUT', at('assign-chat'), { ids, assignee_sales: budi.id })).status).toBe(403)
    const worker = requestAs(createApp(test.platform), await makePerson(test.platform, ['get crm', 'update crm'], 'Support'))
    expect((await worker('PUT', at('takeover-chat'), { ids })).status).toBe(403)
    expect((await find(asSupport, two.ref)).assignee_sales).toBe(ani.id)
    const head = requestAs(
      createApp(test.platform),
      await makePerson(test.platform, ['get crm', 'delete crm', 'update assign-sales'], 'Head'),
    )
    expect((await head('PUT', at('assign-chat'), { ids, assignee_sales: budi.id })).body.success_entities).toHaveLength(2)
  })

  it('shows the name that the person has now', async () => {
    const room = await makeRoom(test.platform, number)
    const carla = await makePerson(test.platform, crm, 'Sales')
    await asManager('PUT', at('assign-chat'), { ids: [room.ref], assignee_sales: carla.id })
    const root = requestAs(createApp(test.platform), await makePerson(test.platform, [], 'Root', true))
    const form = new FormData()
    form.append('name', 'Carla Baru')
    expect((await root('PUT', `/admin/in/v1/users/${carla.ref}`, form, { 'update-mask': 'name' })).status).toBe(200)
    expect(await find(asSupport, room.ref)).toMatchObject({ assignee_sales_name: 'Carla Baru' })
    expect((await test.platform.database.db.select().from(users).where(eq(users.id, carla.id)))[0]?.name).toBe('Carla Baru')
  })
})

describe('starting a chat', () => {
  const start = (ask: TestRequest, customer_phone: string, whatsapp_number: number) =>
    ask('POST', at('start'), { customer_phone, whatsapp_number })

  it('is offered from one’s own numbers alone', async () => {
    const listed = await makeNumber(test.platform, { users: [budi.id] })
    const off = await makeNumber(test.platform, { is_active: false })
    const support = await makeNumber(test.platform, { type: 'support' })
    const offered = (await asAni('GET', '/crm/in/v1/wa-manager/sales?size=1000')).body.data.map((row: { id: number }) => row.id)
    expect(offered).toEqual([number])
    for (const id of [listed, off, support, 99_999]) {
      const { status, body } = await start(asAni, '081299990001', id)
      expect([status, body.message]).toEqual([403, 'You do not have permission to initiate chat'])
    }
    expect((await start(asBudi, '081299990001', listed)).status).toBe(200)
  })

  it('puts the room first in the inbox, before those with messages', async () => {
    const earlier = await makeRoom(test.platform, number, ani.id)
    await receive(test.platform, [fromCustomer(number, earlier.customer_phone)])
    const { data } = (await start(asAni, '0812-9999-0003', number)).body
    expect(data).toMatchObject({ last_message: null, last_message_at: data.created_at })
    const listed = (await asAni('GET', `${section.path}?size=2`)).body.data
    expect(listed.map(({ ref }: { ref: string }) => ref)).toEqual([data.ref, earlier.ref])
  })

  it('gives the room that is there already', async () => {
    const first = await start(asAni, '0812-9999-0002', number)
    expect(first.body.data).toMatchObject({ customer_phone: '6281299990002', assignee_sales: ani.id, window_until: null, unread: 0 })
    expect((await start(asAni, '+6281299990002', number)).body.data.ref).toBe(first.body.data.ref)
    expect((await start(asBudi, '081299990002', number)).status).toBe(403)
    expect((await start(asAni, 'bukan nomor', number)).body.fields).toHaveProperty('customer_phone')
  })
})

it('the broadcast history lists templates sent to a customer at every number', async () => {
  const room = await makeRoom(test.platform, number, ani.id)
  const other = await makeNumber(test.platform)
  await receive(test.platform, [fromCustomer(other, room.customer_phone)])
  const theirs = await test.platform.database.db.select().from(rooms).where(eq(rooms.customer_phone, room.customer_phone))
  for (const [n, one] of theirs.entries())
    await test.platform.database.db.insert(messages).values({
      room: one.id,
      place: 9,
      kind: 'text',
      content: `Promo ${n}`,
      is_admin: true,
      status: 'sent',
      template: 'promo',
      created_at: inDays(-n),
    })
  const { body } = await asAni('GET', at(`broadcast-history/room/${room.ref}/contact/${room.ref}`))
  expect(body.data.map((one: { content: string }) => one.content)).toEqual(['Promo 0', 'Promo 1'])
  expect((await asAni('GET', at(`broadcast-history/room/${room.ref}/contact/777`))).status).toBe(404)
  expect((await asBudi('GET', at(`broadcast-history/room/${room.ref}/contact/${room.ref}`))).status).toBe(404)
})
