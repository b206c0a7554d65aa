/** Tickets of events: who gets one, what retires it, and what a restore leaves of it (docs/product/events.md#tickets). */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readTicket, type TicketKey } from '#contract/lib/ticket.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { createApp } from '#server/app.ts'
import { renewAccess } from '#server/backup/renew-access.ts'
import { events } from '#server/db/tables/events.ts'
import { meta } from '#server/db/tables/platform.ts'
import { isSealed } from '#server/platform/core/secret-box.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { signTicket, ticketKeys, ticketPng, ticketSvg, verifySignature } from './event/tickets.ts'

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

async function register() {
  made += 1
  const { db } = test.platform.database
  const cover = { url: '/files/a.webp', name: 'a.webp', size: 1, type: 'image/webp' }
  const times = { start_at: '2030-01-01T03:00:00.000Z', end_at: '2030-01-01T05:00:00.000Z' }
  const values = { title: 'Webinar', slug: `tickets-${made}`, cover, location: 'Zoom', link: 'https://zoom.us/j/1', ...times }
  const [event] = await db.insert(events).values(values).returning()
  if (!event) throw new Error('no event')
  const { status, body } = await ask('POST', path, { event_id: event.id, name: 'Rini', phone: `62812777${10_000 + made}` })
  expect(status, JSON.stringify(body)).toBe(201)
  return { event, person: body.data }
}

const keysNow = async (): Promise<TicketKey[]> => (await ask('GET', `${path}/ticket_keys`)).body.keys
const ticketNow = async (id: number): Promise<string> => (await ask('GET', `${path}/${id}/ticket`)).body.code

it('a registered participant has a ticket that the public keys read', async () => {
  const { event, person } = await register()
  const code = await ticketNow(person.id)
  const [key] = await keysNow()
  expect(await readTicket(code, await keysNow(), verifySignature)).toEqual({
    ticket: { event: event.id, participant: person.ref, number: 1 },
    key,
  })
  expect(key).toEqual({ key: expect.stringMatching(/^[0-9a-f]{64}$/), former: false })
})

it('a new ticket has a later number; who cancelled has none', async () => {
  const { person } = await register()
  const { status } = await ask('PUT', `${path}/${person.id}/ticket`)
  expect(status).toBe(200)
  const read = await readTicket(await ticketNow(person.id), await keysNow(), verifySignature)
  expect(read?.ticket.number).toBe(2)
  await ask('PUT', `${path}/${person.id}/cancel`)
  expect((await ask('GET', `${path}/${person.id}/ticket`)).status).toBe(422)
  expect((await ask('PUT', `${path}/${person.id}/ticket`)).status).toBe(422)
})

it('keys and codes are for those who may read events', async () => {
  const { person } = await register()
  const stranger = requestAs(app, await makePerson(test.platform, ['get member']))
  expect((await stranger('GET', `${path}/ticket_keys`)).status).toBe(403)
  expect((await stranger('GET', `${path}/${person.id}/ticket`)).status).toBe(403)
})

it('the QR code of a ticket is a small drawing, and a picture for mail', async () => {
  const code = await signTicket(test.platform, { event: 1, participant: '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e16', number: 1 })
  // 41 modules, and a border of 4 on both sides.
  expect(ticketSvg(code)).toContain('viewBox="0 0 49 49"')
  expect(await sharp(await ticketPng(code)).metadata()).toMatchObject({ format: 'png', width: 480, height: 480 })
})

it('a restore makes a new key, and tickets of before are read by the former one', async () => {
  const { event, person } = await register()
  const before = await ticketNow(person.id)
  const stored = await test.platform.database.db.select().from(meta)
  expect(stored.find(({ name }) => name === 'ticket_key')?.value).toSatisfy(isSealed)
  const [old] = await keysNow()
  await renewAccess(test.platform.database)
  // As after the restart that follows a restore.
  const restarted = { ...test.platform }
  const keys = await ticketKeys(restarted)
  expect(keys).toEqual([
    { key: expect.not.stringMatching(old?.key ?? ''), former: false },
    { ...old, former: true },
  ])
  expect(await readTicket(before, keys, verifySignature)).toMatchObject({ ticket: { event: event.id }, key: { former: true } })
  const after = await signTicket(restarted, { event: event.id, participant: person.ref, number: 1 })
  expect(await readTicket(after, keys, verifySignature)).toMatchObject({ key: { former: false } })
})
