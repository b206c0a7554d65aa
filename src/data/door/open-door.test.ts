import 'fake-indexeddb/auto'
import { generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { formatTicket, type Ticket, ticketMessage } from '#contract/lib/ticket.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { eventually, json, openBrowser, testToken } from '#tests/support/test-browser.ts'
import type { DoorPerson } from './kept-door.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')
const codeOf = (one: Ticket) => formatTicket(one, sign(null, ticketMessage(one), privateKey))

const [rini, budi, unknown] = [uuidv7(), uuidv7(), uuidv7()]
const party = { id: 7, ref: uuidv7(), title: 'Webinar', start_at: '', end_at: '' }
const person = (ref: string, name: string, values: Partial<DoorPerson> = {}) => ({
  ...{ ref, name, phone: '6281200000001', state: 'registered', ticket: 1, admissions: [] },
  ...values,
})
const user = () => ({ id: 1, ref: uuidv7(), name: 'Sari', email: 'sari@lapangan.test' })
const token = testToken(Math.floor(Date.now() / 1000) + 3_600)

const closers: (() => void)[] = []
const closeAll = () => {
  for (const close of closers.splice(0)) close()
}
afterEach(async () => {
  closeAll()
  // The stream of changes ends in a microtask.
  await Promise.resolve()
  vi.unstubAllGlobals()
})

/** A console just started on a device of this person, before a server that answers with these participants, or with none. */
async function openAt(owner: ReturnType<typeof user>, people: readonly object[] | null) {
  vi.resetModules()
  const session = { roles: [], permissions: ['get event', 'update event'], roleRead: [], user: owner }
  const browser = openBrowser({ jwt_access_token: token, 'lapangan-session': JSON.stringify(session) })
  vi.stubGlobal('removeEventListener', () => undefined)
  browser.answer((url) => {
    if (url === '/config.json') return json({ hosts: {} })
    if (!people) throw new TypeError('no network')
    if (url.includes('/ticket_keys')) return json({ keys: [{ key, former: false }] })
    if (url.includes('/door')) return json({ event: party, people, cursor: '1', more: false, resync: true, count: people.length })
    throw new TypeError('no network')
  })
  const [{ startSession }, { startOutbox }, { openDoor }, { ownerDatabase, closeDatabase }] = await Promise.all([
    import('../api/session.ts'),
    import('../writes/start.ts'),
    import('./open-door.ts'),
    import('../cache/db.ts'),
  ])
  startSession()
  startOutbox()
  const door = openDoor(party.ref)
  closers.push(door.close, closeDatabase)
  await eventually(() => expect(door.store.get().list).not.toBeNull())
  const rows = async () => (await ownerDatabase()?.outbox.toArray()) ?? []
  return { door, rows, close: closeAll }
}

const ticket = (participant: string, values: Partial<Ticket> = {}) => codeOf({ event: party.id, participant, number: 1, ...values })

it('a door admits a ticket once and keeps the mark for the outbox, with gate and device', async () => {
  const { door, rows } = await openAt(user(), [person(rini, 'Rini')])
  expect(await door.scan(` ${ticket(rini).toLowerCase()} `)).toMatchObject({ kind: 'in', name: 'Rini' })
  // The same code held still is one scan, another one in between is none.
  expect(await door.scan(ticket(rini))).toMatchObject({ kind: 'in' })
  expect(await door.scan('halo')).toEqual({ kind: 'unknown' })
  expect(await door.scan(ticket(rini))).toMatchObject({ kind: 'already', isHere: true })
  expect(await rows()).toMatchObject([{ call: 'participant.attend', touches: [rini], patch: { ref: rini, attended: true } }])
  expect((await rows())[0]?.patch.device).toMatch(/^[0-9a-f]{12}$/)
})

it('two readings of one ticket at the same time admit once', async () => {
  const { door, rows } = await openAt(user(), [person(rini, 'Rini')])
  await Promise.all([door.scan(ticket(rini)), door.admit({ ...person(rini, 'Rini'), state: 'registered' })])
  expect(await rows()).toHaveLength(1)
})

it('a door tells a ticket of another event, an unsigned, a cancelled and a newer one', async () => {
  const { door, rows } = await openAt(user(), [person(rini, 'Rini'), person(budi, 'Budi', { state: 'cancelled' })])
  expect(await door.scan(ticket(rini, { event: 8 }))).toEqual({ kind: 'wrongEvent' })
  const unsigned = formatTicket({ event: party.id, participant: rini, number: 1 }, new Uint8Array(64))
  expect(await door.scan(unsigned)).toEqual({ kind: 'unsigned' })
  expect(await door.scan(ticket(budi))).toMatchObject({ kind: 'cancelled', name: 'Budi' })
  expect(await rows()).toEqual([])
  expect(await door.scan(ticket(unknown))).toMatchObject({ kind: 'in', isNew: true })
  expect(await rows()).toMatchObject([{ patch: { ref: unknown, attended: true } }])
})

it('a door that was closed and opened again without a network knows who is in, and takes one back', async () => {
  const owner = user()
  const before = await openAt(owner, [person(rini, 'Rini')])
  await before.door.scan(ticket(rini))
  before.close()
  const { door, rows } = await openAt(owner, null)
  await eventually(() => expect(door.store.get().scans).toHaveLength(1))
  expect(await door.scan(ticket(rini))).toMatchObject({ kind: 'already', name: 'Rini' })
  await door.undo({ ref: rini, name: 'Rini' })
  expect(await door.scan(ticket(rini))).toMatchObject({ kind: 'in' })
  expect((await rows()).map(({ patch }) => patch.attended)).toEqual([true, false, true])
})
