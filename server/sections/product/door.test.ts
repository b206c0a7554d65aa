/** What a device at the door pulls (docs/product/events.md#the-door). */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { doorPage } from '#contract/parts/door-fields.ts'
import { event as section } from '#contract/sections/product/event.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { createApp } from '#server/app.ts'
import { eventParticipants, events } from '#server/db/tables/events.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const { path } = participant
let test: TestPlatform
let app: ReturnType<typeof createApp>
let ask: TestRequest
let made = 0
beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  ask = requestAs(app, await makePerson(test.platform, ['get event', 'create event', 'update event', 'delete event']))
})
afterAll(() => test.close())

async function makeEvent(names: readonly string[]) {
  made += 1
  const { db } = test.platform.database
  const cover = { url: '/files/a.webp', name: 'a.webp', size: 1, type: 'image/webp' }
  const times = { start_at: '2030-01-01T03:00:00.000Z', end_at: '2030-01-01T05:00:00.000Z' }
  const values = {
    title: 'Webinar',
    slug: `door-${made}`,
    cover,
    location: 'Zoom',
    link: 'https://zoom.us/j/1',
    ...times,
    taken: names.length,
  }
  const [event] = await db.insert(events).values(values).returning()
  if (!event) throw new Error('no event')
  const phoneOf = (at: number) => `62812${String(made).padStart(3, '0')}${String(at).padStart(6, '0')}`
  const rows = names.map((name, at) => ({ event_id: event.id, name, phone: phoneOf(at), state: 'registered' }))
  const people = []
  for (let at = 0; at < rows.length; at += 2_000)
    people.push(
      ...(await db
        .insert(eventParticipants)
        .values(rows.slice(at, at + 2_000))
        .returning()),
    )
  return { event, people, phoneOf }
}

const read = async (id: number | string, cursor = '', who = ask) => {
  const { status, body } = await who('GET', `${section.path}/${id}/door?${new URLSearchParams({ ...(cursor && { cursor }) })}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const refsOf = (body: { people: { ref: string }[] }) => body.people.map(({ ref }) => ref)

it('the first reply has every participant of the event and of no other, by number or ref', async () => {
  const { event, people } = await makeEvent(['Ani', 'Budi'])
  await makeEvent(['Cici'])
  const first = await read(event.id)
  expect(first).toMatchObject({ event: { id: event.id, ref: event.ref, title: 'Webinar' }, more: false, resync: true, count: 2 })
  expect(refsOf(first)).toEqual(people.map(({ ref }) => ref))
  expect(first.people[0]).toEqual({
    ...{ ref: people[0]?.ref, name: 'Ani', phone: people[0]?.phone, state: 'registered', ticket: 1, admissions: [] },
  })
  expect(refsOf(await read(event.ref))).toEqual(refsOf(first))
})

it('later replies have what changed since, whoever wrote it, and nothing twice', async () => {
  const { event, people, phoneOf } = await makeEvent(['Ani', 'Budi', 'Cici'])
  const [ani, budi] = people
  const first = await read(event.id)
  expect(refsOf(await read(event.id, first.cursor))).toEqual([])
  await ask('PUT', `${path}/attended`, { ref: ani?.ref, attended: true, at: '2026-03-10T02:12:00.000Z', gate: 'A', device: 'x' })
  const added = (await ask('POST', path, { event_id: event.id, name: 'Dedi', phone: phoneOf(9) })).body.data
  const second = await read(event.id, first.cursor)
  expect(second).toMatchObject({ resync: false, count: 4 })
  expect(refsOf(second)).toEqual([ani?.ref, added.ref])
  expect(second.people[0].admissions).toMatchObject([{ at: '2026-03-10T02:12:00.000Z', attended: true, gate: 'A', device: 'x' }])
  await test.platform.database.db
    .update(eventParticipants)
    .set({ name: 'Budiman' })
    .where(eq(eventParticipants.ref, budi?.ref ?? ''))
  const third = await read(event.id, second.cursor)
  expect(refsOf(third)).toEqual([budi?.ref])
  expect(refsOf(await read(event.id, third.cursor))).toEqual([])
})

it('a deletion shows in the count', async () => {
  const { event, people } = await makeEvent(['Ani', 'Budi'])
  const first = await read(event.id)
  await ask('DELETE', path, { ids: [people[0]?.id] })
  expect(await read(event.id, first.cursor)).toMatchObject({ people: [], count: 1 })
})

it('a crowd comes in parts, and what is written meanwhile is not missed', async () => {
  const { event, people } = await makeEvent(Array.from({ length: doorPage + 10 }, (_, at) => `Peserta ${at}`))
  const first = await read(event.id)
  expect(first.people).toHaveLength(doorPage)
  expect(first.more).toBe(true)
  await ask('PUT', `${path}/${people[0]?.id}/cancel`)
  const second = await read(event.id, first.cursor)
  expect(second).toMatchObject({ more: false, resync: false, count: doorPage + 10 })
  expect(refsOf(second)).toEqual(people.slice(doorPage).map(({ ref }) => ref))
  expect((await read(event.id, second.cursor)).people).toMatchObject([{ ref: people[0]?.ref, state: 'cancelled' }])
})

it('a cursor of another database, a made up one and one of the future begin anew', async () => {
  const { event } = await makeEvent(['Ani'])
  const { cursor } = await read(event.id)
  const future = Buffer.from(JSON.stringify(['x', '99999999999', '99999999999', 0])).toString('base64url')
  for (const wrong of ['nonsense', future]) expect(await read(event.id, wrong)).toMatchObject({ resync: true })
  await test.platform.database.db.execute(sql`update meta set value = 'another' where name = 'epoch'`)
  expect(await read(event.id, cursor)).toMatchObject({ resync: true })
})

it('the door is for those who may mark attendance', async () => {
  const { event } = await makeEvent(['Ani'])
  const reader = requestAs(app, await makePerson(test.platform, ['get event']))
  expect((await reader('GET', `${section.path}/${event.id}/door`)).status).toBe(403)
})
