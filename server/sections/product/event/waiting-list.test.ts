import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { event } from '#contract/sections/product/event.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { eventParticipants, events } from '#server/db/tables/events.ts'
import { inHours, makeEventWorld } from '#tests/support/events.ts'
import { eventOffers } from './offers.ts'

const world = await makeEventWorld()
const { ask, db, makeEvent, eventOf, participantsOf, register, send } = world
afterAll(() => world.close())

const statesOf = async (id: number) => (await participantsOf(id)).map(({ state }) => state)
const seatsOf = async (id: number) => {
  const { taken, offered } = await eventOf(id)
  return [taken, offered]
}
const waitingFor = (path: string) => register(path, { wait: 'yes' })
async function endOffers() {
  await db.execute(sql`insert into jobs (ref, kind, lane) values (gen_random_uuid(), ${eventOffers.name}, 'house')`)
  await world.runJobs([eventOffers])
}

it('an offer lasts a day, and goes to the next when it is over', async () => {
  const { id, path } = await makeEvent({ quota: 1, start_at: inHours(72), end_at: inHours(74) })
  const first = await register(path)
  const second = await waitingFor(path)
  await waitingFor(path)
  await send(first.own, { action: 'cancel' })
  expect(await statesOf(id)).toEqual(['cancelled', 'offered', 'waiting'])
  const [, offered] = await participantsOf(id)
  const left = Date.parse(offered?.offered_until ?? '') - Date.now()
  expect(left).toBeGreaterThan(23.9 * 3_600_000)
  expect(left).toBeLessThanOrEqual(24 * 3_600_000)
  await endOffers()
  expect(await statesOf(id)).toEqual(['cancelled', 'offered', 'waiting'])
  const isOver = { offered_until: sql`now() - interval '1 second'` }
  await db.update(eventParticipants).set(isOver).where(eq(eventParticipants.state, 'offered'))
  // Over by the clock, before the job comes by.
  expect((await send(second.own, { action: 'accept' })).status).toBe(422)
  await endOffers()
  expect(await statesOf(id)).toEqual(['cancelled', 'cancelled', 'offered'])
  expect(await seatsOf(id)).toEqual([0, 1])
  await db.update(eventParticipants).set(isOver).where(eq(eventParticipants.state, 'offered'))
  await endOffers()
  expect(await seatsOf(id)).toEqual([0, 0])
})

it('an offer ends an hour before the start, and in that hour free seats are for whoever comes', async () => {
  const { id, path } = await makeEvent({ quota: 1, start_at: inHours(3), end_at: inHours(4) })
  const first = await register(path)
  await waitingFor(path)
  await send(first.own, { action: 'cancel' })
  const [, offered] = await participantsOf(id)
  expect(Date.parse(offered?.offered_until ?? '') - Date.now()).toBeLessThanOrEqual(2 * 3_600_000)
  const late = await makeEvent({ quota: 1, start_at: inHours(0.5), end_at: inHours(2) })
  const one = await register(late.path)
  await waitingFor(late.path)
  await send(one.own, { action: 'cancel' })
  expect(await statesOf(late.id)).toEqual(['cancelled', 'waiting'])
  expect((await register(late.path)).response.status).toBe(303)
  expect(await statesOf(late.id)).toEqual(['cancelled', 'waiting', 'registered'])
})

it('a raised quota is offered in order of waiting, a removed one to all', async () => {
  const { id, path } = await makeEvent({ quota: 1 })
  await register(path)
  for (let at = 0; at < 3; at++) await waitingFor(path)
  const put = (quota: number | null) => ask('PUT', `${event.path}/${id}`, { quota }, { 'update-mask': 'quota' })
  expect((await put(3)).status).toBe(200)
  expect(await statesOf(id)).toEqual(['registered', 'offered', 'offered', 'waiting'])
  expect((await put(2)).body.fields).toMatchObject({ quota: { code: 'min_value', params: { min: 3 } } })
  expect((await put(null)).status).toBe(200)
  expect(await statesOf(id)).toEqual(['registered', 'offered', 'offered', 'offered'])
  expect(await seatsOf(id)).toEqual([1, 3])
})

it('who is deleted or cancelled by the office frees a seat for those who wait', async () => {
  const { id, path } = await makeEvent({ quota: 2 })
  const [one, other] = [await register(path), await register(path)]
  for (let at = 0; at < 2; at++) await waitingFor(path)
  const [first, second] = await participantsOf(id)
  expect(one.response.status + other.response.status).toBe(606)
  expect((await ask('DELETE', participant.path, { ids: [first?.id] })).status).toBe(200)
  expect((await ask('PUT', `${participant.path}/${second?.id}/cancel`)).status).toBe(200)
  expect(await statesOf(id)).toEqual(['cancelled', 'offered', 'offered'])
  expect(await seatsOf(id)).toEqual([0, 2])
  const { body } = await ask('GET', `${participant.path}/${second?.id}/history`)
  expect(body.data[0].changes).toHaveProperty('state')
})

it('an event that ends before it begins is refused', async () => {
  const { id } = await makeEvent()
  const times = { start_at: inHours(10), end_at: inHours(9) }
  const { status, body } = await ask('PUT', `${event.path}/${id}`, times, { 'update-mask': 'start_at,end_at' })
  expect([status, body.fields.end_at.code]).toEqual([422, 'after_start'])
  expect(await db.$count(events, eq(events.id, id))).toBe(1)
})
