/** A salesperson sees participants of own and unassigned customers, by whatever call (docs/product/events.md#participants). */
import { eq } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { participant } from '#contract/sections/product/participant.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { eventParticipants } from '#server/db/tables/events.ts'
import { members } from '#server/db/tables/members.ts'
import { makePerson } from '#tests/support/api.ts'
import { makeEventWorld } from '#tests/support/events.ts'
import { requestAs } from '#tests/support/request.ts'

const world = await makeEventWorld()
afterAll(() => world.close())
const { app, db, platform } = world
const { path } = participant
const rights = ['get event', 'create event', 'update event', 'delete event', 'get member', 'update member']
const [mine, other] = [await makePerson(platform, rights, 'sales'), await makePerson(platform, rights, 'sales')]
const office = requestAs(app, await makePerson(platform, [...rights, 'update assign-sales', 'get user']))
const ask = requestAs(app, mine)

const event = await world.makeEvent()
let phones = 0
async function makeParticipant(name: string, sales: number | null | 'nobody') {
  phones += 1
  const phone = `62813990${10_000 + phones}`
  if (sales !== 'nobody') await db.insert(members).values({ name, phone, sales_id: sales, search_text: '' })
  const [row] = await db
    .insert(eventParticipants)
    .values({ event_id: event.id, name, phone, email: `${phone}@surat.test`, state: 'registered' })
    .returning()
  if (!row) throw new Error('no participant')
  return row
}
const own = await makeParticipant('Milikku', mine.id)
const free = await makeParticipant('Bebas', null)
const stranger = await makeParticipant('Asing', 'nobody')
const theirs = await makeParticipant('Rahasia', other.id)
const [{ id: theirMember } = { id: 0 }] = await db.select().from(members).where(eq(members.phone, theirs.phone))
const seen = [own, free, stranger]

const textOf = async (address: string) => {
  const response = await app.request(address, { headers: { Authorization: `Bearer ${mine.token}` } })
  expect(response.status, address).toBe(200)
  return response.text()
}

it.each([
  ['the list', `${path}?size=50&query=event_id:${event.id}`],
  ['a search', `${path}?size=50&search=rahasia`],
  ['a filter by the phone', `${path}?size=50&query=member_id:${theirMember}`],
  ['the export of the event', `/event/in/v1/member_events/${event.id}/export?format=csv`],
  ['the door', `/event/in/v1/events/${event.id}/door`],
  ['the search everywhere', '/api/search?search=rahasia'],
  ['the search everywhere by phone', `/api/search?search=${theirs.phone}`],
])('%s tells no phone or mail of another one’s customer', async (_, address) => {
  const text = await textOf(address)
  expect(text).not.toContain(theirs.phone)
  expect(text).not.toContain(theirs.email)
})

it('the rest is there, and the office has all', async () => {
  const all = await textOf(`${path}?size=50&query=event_id:${event.id}`)
  for (const { phone } of seen) expect(all).toContain(phone)
  expect((await office('GET', `${path}?size=50&query=event_id:${event.id}`)).body.data).toHaveLength(4)
  const file = await textOf(`/event/in/v1/member_events/${event.id}/export?format=csv`)
  for (const { phone } of seen) expect(file).toContain(phone)
})

it.each([
  ['GET', '', undefined],
  ['GET', '/history', undefined],
  ['GET', '/ticket', undefined],
  ['PUT', '', { event_id: event.id, name: 'X', phone: theirs.phone, answers: [] }],
  ['PUT', '/cancel', undefined],
  ['PUT', '/ticket', undefined],
] as const)('%s of another one’s customer%s is not found', async (method, call, body) => {
  for (const id of [theirs.id, theirs.ref]) expect((await ask(method, `${path}/${id}${call}`, body)).status).toBe(404)
  expect((await db.select().from(eventParticipants).where(eq(eventParticipants.id, theirs.id)))[0]).toMatchObject({ state: 'registered' })
})

it('a delete of several leaves another one’s customer', async () => {
  expect((await ask('DELETE', path, { ids: [theirs.id] })).status).toBe(404)
  expect(await db.$count(eventParticipants, eq(eventParticipants.id, theirs.id))).toBe(1)
})

it('the door lets everybody in: names and tickets are there, and a mark is taken', async () => {
  const { people } = (await ask('GET', `/event/in/v1/events/${event.id}/door`)).body
  const found = people.map(({ name, phone }: { name: string; phone: string }) => [name, phone])
  expect(found).toEqual([...seen.map(({ name, phone }) => [name, phone]), ['Rahasia', '']])
  const mark = { ref: theirs.ref, attended: true, at: new Date().toISOString() }
  expect((await ask('PUT', `${path}/attended`, mark)).status).toBe(200)
  expect((await db.select().from(eventParticipants).where(eq(eventParticipants.id, theirs.id)))[0]?.attended).toBe(true)
})

it('totals follow who has the customer, and who sold the seat sees it', async () => {
  const total = async () => (await ask('GET', `${path}?size=50&query=event_id:${event.id}`)).body.total_record
  expect(await total()).toBe(3)
  const [row] = await db.select().from(members).where(eq(members.phone, theirs.phone))
  const give = (sales_id: number) => office('PUT', `/member/in/v1/members/${row?.id}`, { sales_id }, { 'Update-Mask': 'sales_id' })
  const given = await give(mine.id)
  expect(given.status, JSON.stringify(given.body)).toBe(200)
  expect(await total()).toBe(4)
  expect((await give(other.id)).status).toBe(200)
  expect(await total()).toBe(3)
  const values = {
    order_number: 'TRX-1',
    member_id: row?.id ?? 0,
    phone: theirs.phone,
    subtotal: 1,
    total: 1,
    sales: mine.id,
    order_date: '2026-01-01T00:00:00Z',
  }
  const [order] = await db.insert(orders).values(values).returning()
  await db.update(eventParticipants).set({ order_id: order?.id }).where(eq(eventParticipants.id, theirs.id))
  expect((await ask('GET', `${path}/${theirs.id}`)).body.data).toMatchObject({ phone: theirs.phone })
})
