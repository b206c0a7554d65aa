import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { maxSockets, maxUnknownSockets, socketPath } from '#contract/chat/events.ts'
import { chatEvents, chatPresence } from '#contract/chat/http-events.ts'
import { chatPlatform as section } from '#contract/sections/sales/chat-platform.ts'
import { logout } from '#contract/session.ts'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/db/open.ts'
import { rooms } from '#server/db/tables/chat.ts'
import { roles } from '#server/db/tables/people.ts'
import { createPlatform } from '#server/platform/create.ts'
import { isInSight, startVisibleConsoles } from '#server/push/visible-consoles.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber, makeRoom } from '#tests/support/chat.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { receive } from '../inbound/receive.ts'
import { presenceOf } from './presence.ts'
import { attachSockets, type Sockets } from './socket.ts'

const crm = ['get crm', 'create crm', 'update crm', 'get assign-sales', 'update assign-sales']
let test: TestPlatform
let app: ReturnType<typeof createApp>
let server: Server
let sockets: Sockets
let url = ''
let number = 0
const opened: WebSocket[] = []

beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  number = await makeNumber(test.platform)
  server = createServer(getRequestListener(app.fetch))
  sockets = await attachSockets(server, test.platform)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  url = `ws://127.0.0.1:${typeof address === 'object' ? address?.port : 0}${socketPath}`
})
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate()
})
afterAll(async () => {
  sockets.close()
  server.closeAllConnections()
  server.close()
  await test.close()
})

// biome-ignore lint/suspicious/noExplicitAny: tests look into frames of every shape
type Frame = any

interface TestListener {
  socket: WebSocket
  frames: Frame[]
  events(): Frame[]
  code: Promise<number>
  say(value: unknown): void
}

function open(options: ClientOptions = {}, to = url): TestListener {
  const socket = new WebSocket(to, options)
  opened.push(socket)
  const frames: Frame[] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  socket.on('error', () => undefined)
  const code = new Promise<number>((resolve) => socket.on('close', resolve))
  const say = (value: unknown) => socket.send(typeof value === 'string' ? value : JSON.stringify(value))
  return { socket, frames, events: () => frames.filter((frame) => frame.listener && frame.listener !== 'presence'), code, say }
}

const isOpen = ({ socket }: TestListener) =>
  new Promise<void>((resolve) => (socket.readyState === socket.OPEN ? resolve() : socket.on('open', () => resolve())))
const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 })

async function connect(person: Person, cursor?: string, to = url): Promise<TestListener> {
  const listener = open({}, to)
  await isOpen(listener)
  listener.say({ token: person.token, ...(cursor !== undefined && { cursor }) })
  await until(() => expect(listener.frames[0]?.data).toContain('connected'))
  return listener
}

const at = (name: string) => `${section.path}/${name}`
const textsOf = (listener: TestListener) => listener.events().map((event) => event.detail_chat?.content)
const sales = () => makePerson(test.platform, crm, 'Sales')

/** A room whose creation was already sent, so that later connections do not get it. */
async function newRoom({ id }: Person) {
  const { events, socket } = await connect(await makePerson(test.platform, crm, 'Support'))
  const room = await makeRoom(test.platform, number, id)
  await until(() => expect(events().some(({ data }) => data.ref === room.ref)).toBe(true))
  socket.terminate()
  return room
}

describe('a console in sight', () => {
  it('says so by its socket, until it is hidden or gone, and over HTTP', async () => {
    await startVisibleConsoles(test.platform)
    const ani = await sales()
    const jti = await test.platform.tokens.verify(ani.token)
    const sees = () => isInSight(test.platform, jti, 0)
    // Sooner than what was said last is forgotten.
    const seen = (isVisible: boolean) => vi.waitFor(async () => expect(await sees()).toBe(isVisible), { timeout: 2_000, interval: 5 })
    const listener = await connect(ani)
    expect(await sees()).toBe(false)
    const report = (visible: boolean) => listener.say({ room: null, typing: false, echo: true, visible })
    report(true)
    await seen(true)
    await until(() => expect(listener.frames.at(-1)).toEqual({ listener: 'echo' }))
    report(false)
    await seen(false)
    report(true)
    await seen(true)
    // A sign on its way when the page is closed leaves nothing behind.
    for (let n = 0; n < 20; n++) report(true)
    listener.socket.terminate()
    await seen(false)
    await test.platform.background.settled()
    expect(await sees()).toBe(false)
    const read = (query: string) => requestAs(app, ani)('GET', `${chatEvents.path}?cursor=&${query}`)
    expect((await read('visible=true')).status).toBe(200)
    await seen(true)
    expect((await read('visible=false')).status).toBe(200)
    await seen(false)
    // Who says nothing of it, such as the worker or another client, changes nothing.
    await read('visible=true')
    expect((await requestAs(app, ani)('GET', chatEvents.path)).status).toBe(200)
    expect(await sees()).toBe(true)
  })
})

describe('what happens', () => {
  it('is told to those who see the room, with the room and the message', async () => {
    const [ani, budi, support] = [await sales(), await sales(), await makePerson(test.platform, crm, 'Support')]
    const room = await newRoom(ani)
    const clients = await Promise.all([ani, budi, support].map((person) => connect(person)))
    await receive(test.platform, [fromCustomer(number, room.customer_phone, { content: 'Halo kak' })])
    await requestAs(app, ani)('PUT', at('notes'), { ids: [room.ref], notes: 'Catatan' })
    await receive(test.platform, [{ type: 'idle', number, customer_phone: room.customer_phone }])
    const [first, other, third] = clients
    for (const listener of [first, third]) await until(() => expect(listener?.events()).toHaveLength(3))
    expect(first?.events()).toMatchObject([
      {
        listener: 'incoming_message',
        data: { ref: room.ref, unread: 2, detail_chat: { content: 'Halo kak', is_admin: false, media_url: null, unread: 2 } },
        detail_chat: { content: 'Halo kak', is_admin: false },
      },
      { listener: 'tracking_message', data: { ref: room.ref, notes: 'Catatan' }, detail_chat: null },
      { listener: 'idle', data: { ref: room.ref, is_idle: true }, detail_chat: null },
    ])
    expect(other?.events()).toEqual([])
  })

  it('is told to the person who had the room before as gone, and to the new one as theirs', async () => {
    const [ani, budi] = [await sales(), await sales()]
    const room = await newRoom(ani)
    const [asAni, asBudi] = [await connect(ani), await connect(budi)]
    await requestAs(app, ani)('PUT', at('assign-chat'), { ids: [room.ref], assignee_sales: budi.id })
    await until(() => expect([asAni.events().length, asBudi.events().length]).toEqual([1, 1]))
    expect(asAni.events()[0]).toMatchObject({ listener: 'tracking_message', data: { ref: room.ref, gone: true }, detail_chat: null })
    expect(asBudi.events()[0].data).toMatchObject({ ref: room.ref, assignee_sales: budi.id, customer_phone: room.customer_phone })
    await receive(test.platform, [fromCustomer(number, room.customer_phone)])
    await until(() => expect(asBudi.events()).toHaveLength(2))
    expect(asAni.events()).toHaveLength(1)
  })

  it('says to each how much of a room they have not read themselves', async () => {
    const [ani, support] = [await sales(), await makePerson(test.platform, crm, 'Support')]
    const room = await newRoom(ani)
    const [asAni, asSupport] = [await connect(ani), await connect(support)]
    await requestAs(app, support)('PUT', at('mark-as-unread'), { ids: [room.ref], mark_as_unread: false })
    await until(() => expect([asAni.events().length, asSupport.events().length]).toEqual([1, 1]))
    await receive(test.platform, [fromCustomer(number, room.customer_phone)])
    await until(() => expect([asAni.events().length, asSupport.events().length]).toEqual([2, 2]))
    const unread = (listener: TestListener) => listener.events().map(({ data }) => data.unread)
    expect([unread(asAni), unread(asSupport)]).toEqual([
      [1, 2],
      [0, 1],
    ])
    // Also over HTTP later, and to a reconnected socket.
    const { body } = await requestAs(app, support)('GET', `${at('events')}?cursor=${asSupport.events()[0].cursor}`)
    expect(body.events.map(({ data }: { data: { unread: number } }) => data.unread)).toEqual([1])
    const again = await connect(support, asSupport.events()[0].cursor)
    await until(() => expect(unread(again)).toEqual([1]))
  })
})

describe('after a gap', () => {
  it('brings what was missed once and in order, while more is coming', async () => {
    const ani = await sales()
    const room = await newRoom(ani)
    const before = await connect(ani)
    const write = (n: number) => receive(test.platform, [fromCustomer(number, room.customer_phone, { content: `${n}` })])
    for (let n = 0; n < 10; n++) await write(n)
    await until(() => expect(before.events()).toHaveLength(10))
    const cursor: string = before.events()[4].cursor
    before.socket.terminate()
    for (let n = 10; n < 30; n++) await write(n)
    const writing = (async () => {
      for (let n = 30; n < 60; n++) await write(n)
    })()
    const after = await connect(ani, cursor)
    await writing
    await until(() => expect(after.events().length).toBeGreaterThanOrEqual(55))
    expect(textsOf(after)).toEqual(Array.from({ length: 55 }, (_, n) => String(n + 5)))
    const again = await connect(ani, after.events().at(-1).cursor)
    await write(60)
    await until(() => expect(textsOf(again)).toEqual(['60']))
  })

  it('is told the same by a process that heard it happen and by one that only now began', async () => {
    const [ani, budi] = [await sales(), await sales()]
    const [kept, lost] = [await newRoom(ani), await newRoom(ani)]
    const { frames } = await connect(ani)
    for (let n = 0; n < 5; n++) for (const room of [kept, lost]) await receive(test.platform, [fromCustomer(number, room.customer_phone)])
    await requestAs(app, ani)('PUT', at('assign-chat'), { ids: [lost.ref], assignee_sales: budi.id })
    const there = createServer()
    const others = await attachSockets(there, test.platform)
    await new Promise<void>((resolve) => there.listen(0, resolve))
    const bound = there.address()
    const theirs = `ws://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}${socketPath}`
    try {
      const clients = await Promise.all([url, url, theirs].map((to) => connect(ani, frames[0].cursor, to)))
      for (const listener of clients) await until(() => expect(listener.events()).toHaveLength(11))
      const [first, second, third] = clients.map((listener) => listener.events())
      expect(second).toEqual(first)
      expect(third).toEqual(first)
      expect(first?.filter(({ data }) => data.gone)).toHaveLength(6)
    } finally {
      others.close()
      there.closeAllConnections()
      there.close()
    }
  })

  it('asks to fill anew when it is too much, from another database, or of another view', async () => {
    const [ani, support] = [await sales(), await makePerson(test.platform, crm, 'Support')]
    const room = await newRoom(ani)
    const first = await connect(ani)
    const { frames } = first
    const come = async (count: number) => {
      for (let left = count; left > 0; left -= 500)
        await receive(
          test.platform,
          Array.from({ length: Math.min(left, 500) }, () => fromCustomer(number, room.customer_phone)),
        )
    }
    const eventsAfter = (person: Person, cursor: string) => requestAs(app, person)('GET', at(`events?cursor=${cursor}`))
    await come(1_001)
    const second = await connect(ani, frames[0].cursor)
    await until(() => expect(textsOf(second)).toHaveLength(1_001))
    expect(new Set(textsOf(second)).size).toBe(1_001)
    expect((await eventsAfter(ani, frames[0].cursor)).body).toMatchObject({ events: [], resync: true })
    await come(5_000)
    await until(() => expect(first.events()).toHaveLength(6_001))
    for (const [person, cursor] of [
      [ani, frames[0].cursor],
      [support, frames[0].cursor],
      [ani, 'nonsense'],
    ] as const) {
      const listener = await connect(person, cursor)
      expect(listener.frames[0]).toMatchObject({ resync: true, cursor: expect.any(String) })
      const asked = await eventsAfter(person, cursor)
      expect(asked.body).toMatchObject({ events: [], resync: true, more: false })
    }
  })

  it('is answered the same without a socket', async () => {
    const ani = await sales()
    const room = await newRoom(ani)
    const ask: TestRequest = requestAs(app, ani)
    const start = await ask('GET', at('events'))
    expect(start.body).toMatchObject({ events: [], resync: false })
    await receive(test.platform, [fromCustomer(number, room.customer_phone, { content: 'satu' })])
    const first = await ask('GET', at(`events?cursor=${start.body.cursor}`))
    expect(first.body.events).toMatchObject([{ listener: 'incoming_message', data: { ref: room.ref }, detail_chat: { content: 'satu' } }])
    expect((await ask('GET', at(`events?cursor=${first.body.cursor}`))).body.events).toEqual([])
    const listener = await connect(ani, start.body.cursor)
    await until(() => expect(textsOf(listener)).toEqual(['satu']))
    expect(listener.events()).toEqual(first.body.events)
  })

  it('says of a room that went to somebody else only that it is gone', async () => {
    const [ani, budi] = [await sales(), await sales()]
    const room = await newRoom(ani)
    const { frames } = await connect(ani)
    await receive(test.platform, [fromCustomer(number, room.customer_phone, { content: 'rahasia' })])
    await requestAs(app, ani)('PUT', at('assign-chat'), { ids: [room.ref], assignee_sales: budi.id })
    const listener = await connect(ani, frames[0].cursor)
    await until(() => expect(listener.events()).toHaveLength(2))
    expect(listener.events().map(({ data, detail_chat }) => [data, detail_chat])).toEqual([
      [{ ref: room.ref, gone: true }, null],
      [{ ref: room.ref, gone: true }, null],
    ])
  })
})

describe('a client', () => {
  it.each([
    ['garbage', 'ini bukan JSON'],
    ['a list', [1, 2]],
    ['no token', { cursor: 'x' }],
    ['null', 'null'],
  ])('that says %s is closed', async (_, said) => {
    const listener = open()
    await isOpen(listener)
    listener.say(said)
    expect(await listener.code).toBe(4400)
  })

  it.each([
    ['short', 'abc'],
    ['forged', `${'x'.repeat(40)}.y.z`],
  ])('with a token that is %s is closed as unauthorized', async (_, token) => {
    const listener = open()
    await isOpen(listener)
    listener.say({ token })
    expect(await listener.code).toBe(4401)
  })

  it('with a frame that is too large is closed, and nobody else is', async () => {
    const [listener, other] = [open(), await connect(await sales())]
    await isOpen(listener)
    listener.say('x'.repeat(70_000))
    expect(await listener.code).toBe(1009)
    expect(other.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('that is let go leaves a line that says why, and nothing of what it said', async () => {
    const notified = vi.spyOn(test.platform.log, 'warn')
    const listener = open()
    await isOpen(listener)
    listener.say('rahasia')
    await listener.code
    expect(notified.mock.calls).toEqual([[{ code: 4400, why: 'not understood', user: undefined }, 'a socket was let go']])
    notified.mockRestore()
  })

  it('that says nothing is closed after a while', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const listener = open()
      await isOpen(listener)
      vi.advanceTimersByTime(5_001)
      expect(await listener.code).toBe(4400)
    } finally {
      vi.useRealTimers()
    }
  })

  it('without the permission hears nothing', async () => {
    const listener = open()
    await isOpen(listener)
    listener.say({ token: (await makePerson(test.platform, ['get bank'])).token })
    expect(await listener.code).toBe(1008)
    expect(listener.frames).toEqual([])
  })

  it('is closed when its session ends, and cannot come back with it', async () => {
    const ani = await sales()
    const listener = await connect(ani)
    await requestAs(app, ani)('POST', logout.path)
    expect(await listener.code).toBe(4401)
    const again = open()
    await isOpen(again)
    again.say({ token: ani.token })
    expect(await again.code).toBe(4401)
  })

  it('is closed when its role loses the permission, or sees other rooms', async () => {
    const [lost, moved] = [await makePerson(test.platform, crm, 'Admin'), await makePerson(test.platform, crm, 'Admin')]
    const clients = [await connect(lost), await connect(moved)]
    const { database, people } = test.platform
    await database.transaction(async (tx) => {
      const [a, b] = (await tx.select().from(roles)).slice(-2)
      await tx
        .update(roles)
        .set({ permissions: ['get bank'] })
        .where(eq(roles.id, a?.id ?? 0))
      await tx
        .update(roles)
        .set({ name: `Sales ${randomUUID()}` })
        .where(eq(roles.id, b?.id ?? 0))
      await people.changed(tx)
    })
    expect(await Promise.all(clients.map(({ code }) => code))).toEqual([1008, 1012])
  })

  it.each([
    ['another page', { origin: 'https://evil.example' }],
    ['nonsense', { origin: 'null' }],
    ['a page whose name was made to lead here', { origin: 'http://evil.example', headers: { Host: 'evil.example' } }],
    ['a name that was made to lead here', { headers: { Host: 'evil.example' } }],
  ])('from %s is refused before anything is said', async (_, options) => {
    const { socket } = open(options)
    const answered = await new Promise<number | undefined>((resolve) =>
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode)),
    )
    expect(answered).toBe(403)
  })

  it('from our own page is taken', async () => {
    const listener = open({ origin: url.replace('ws:', 'http:').replace(socketPath, '') })
    await isOpen(listener)
    expect(listener.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('of a network that has many whose person is not known is refused, and taken again once they are', async () => {
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    const behind = createServer()
    const own = await attachSockets(behind, { ...test.platform, settings: { ...test.platform.settings, trustProxy: true } })
    await new Promise<void>((resolve) => behind.listen(0, resolve))
    const place = behind.address()
    const to = `ws://127.0.0.1:${typeof place === 'object' ? place?.port : 0}${socketPath}`
    const statusOf = async (address: string) => {
      const { socket } = open(from(address), to)
      return new Promise<number>((resolve) => {
        socket.on('open', () => resolve(101))
        socket.on('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode))
      })
    }
    const silent = Array.from({ length: maxUnknownSockets }, (_, nth) => open(from(`2001:db8:1:2::${(nth + 1).toString(16)}`), to))
    await Promise.all(silent.map(isOpen))
    expect(await statusOf('2001:db8:1:2:ffff::1')).toBe(429)
    expect(await statusOf('2001:db8:1:3::1')).toBe(101)
    const [first] = silent
    first?.say({ token: (await sales()).token })
    await until(() => expect(first?.frames[0]?.data).toContain('connected'))
    expect(await statusOf('2001:db8:1:2::1')).toBe(101)
    expect(await statusOf('2001:db8:1:2::1')).toBe(429)
    silent.at(-1)?.socket.close()
    await until(async () => expect(await statusOf('2001:db8:1:2::1')).toBe(101))
    own.close()
    behind.closeAllConnections()
    behind.close()
  })

  it('of a person who has opened many more is closed, the oldest first', async () => {
    const [ani, budi] = [await sales(), await sales()]
    const other = await connect(budi)
    const clients: TestListener[] = []
    for (let count = 0; count < maxSockets + 2; count++) clients.push(await connect(ani))
    expect(await Promise.all(clients.slice(0, 2).map(({ code }) => code))).toEqual([4429, 4429])
    expect([...clients.slice(2), other].every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true)
  })

  it('that does not read what it is sent is let go', async () => {
    const ani = await sales()
    const room = await newRoom(ani)
    const listener = await connect(ani)
    listener.socket.pause()
    const long = 'x'.repeat(4_096)
    await requestAs(app, ani)('PUT', at('notes'), { ids: [room.ref], notes: 'y'.repeat(5_000) })
    for (let n = 0; n < 3; n++)
      await receive(
        test.platform,
        Array.from({ length: 450 }, () => fromCustomer(number, room.customer_phone, { content: long })),
      )
    listener.socket.resume()
    expect(await listener.code).toBe(4408)
  })
})

describe('who is there', () => {
  const peopleOf = (listener: TestListener) => listener.frames.filter((frame) => frame.listener === 'presence').at(-1)?.people

  it('is told to those in the same room, and to nobody who may not see it', async () => {
    const [ani, support, budi] = [await sales(), await makePerson(test.platform, crm, 'Support'), await sales()]
    const room = await newRoom(ani)
    const clients = await Promise.all([ani, support, budi].map((person) => connect(person)))
    const [first, second, third] = clients
    first?.say({ room: room.ref, typing: false })
    await until(() => expect(first && peopleOf(first)).toEqual([]))
    second?.say({ room: room.ref, typing: true })
    third?.say({ room: room.ref, typing: true })
    await until(() => expect(first && peopleOf(first)).toEqual([{ id: support.id, name: expect.stringMatching(/^Person/), typing: true }]))
    await until(() => expect(second && peopleOf(second)).toMatchObject([{ id: ani.id, typing: false }]))
    expect(third && peopleOf(third)).toBeUndefined()
    second?.say({ room: null, typing: false })
    await until(() => expect(first && peopleOf(first)).toEqual([]))
    second?.say({ room: room.ref, typing: false })
    await until(() => expect(first && peopleOf(first)).toMatchObject([{ id: support.id }]))
    second?.socket.terminate()
    await until(() => expect(first && peopleOf(first)).toEqual([]))
  })

  it('is what each said last, though an answer to the one before came later', async () => {
    const [ani, support, another] = [await sales(), await makePerson(test.platform, crm, 'Support'), await makePerson(test.platform, crm)]
    const room = await newRoom(ani)
    const [first, hasty, third] = await Promise.all([ani, support, another].map((person) => connect(person)))
    first?.say({ room: room.ref, typing: false })
    await until(() => expect(first && peopleOf(first)).toEqual([]))
    hasty?.say({ room: room.ref, typing: false })
    hasty?.say({ room: null, typing: false })
    third?.say({ room: room.ref, typing: false })
    await until(() => expect(first && peopleOf(first)).toMatchObject([{ id: another.id }]))
    expect(first && peopleOf(first)).toHaveLength(1)
  })

  it('is told over HTTP, too, of and to a session without a socket, as long as it asks', async () => {
    const [ani, support, budi] = [await sales(), await makePerson(test.platform, crm, 'Support'), await sales()]
    const room = await newRoom(ani)
    const first = await connect(ani)
    first.say({ room: room.ref, typing: true })
    await until(() => expect(peopleOf(first)).toEqual([]))
    const visit = async (person: Person, body: unknown) => (await requestAs(app, person)('PUT', chatPresence.path, body)).body
    expect(await visit(support, { room: room.ref, typing: true })).toMatchObject({ people: [{ id: ani.id, typing: true }] })
    await until(() => expect(peopleOf(first)).toMatchObject([{ id: support.id, typing: true }]))
    expect(await visit(budi, { room: room.ref, typing: true })).toEqual({ people: [] })
    expect(peopleOf(first)).toHaveLength(1)
    await visit(support, { typing: false })
    await until(() => expect(peopleOf(first)).toEqual([]))
    await visit(support, { room: room.ref, typing: false })
    await until(() => expect(peopleOf(first)).toMatchObject([{ id: support.id, typing: false }]))
    await (await presenceOf(test.platform)).sweep(Date.now() + 30_001)
    await until(() => expect(peopleOf(first)).toEqual([]))
  })

  it('is not changed by who asks for an echo, and gets it', async () => {
    const [ani, support] = [await sales(), await makePerson(test.platform, crm, 'Support')]
    const room = await newRoom(ani)
    const [first, second] = [await connect(ani), await connect(support)]
    first.say({ room: room.ref, typing: false })
    second.say({ room: room.ref, typing: true })
    await until(() => expect(peopleOf(first)).toMatchObject([{ id: support.id, typing: true }]))
    const before = first.frames.length
    second.say({ room: null, typing: false, echo: true })
    await until(() => expect(second.frames.at(-1)).toEqual({ listener: 'echo' }))
    expect(first.frames).toHaveLength(before)
  })

  it('closes who says nonsense', async () => {
    const listener = await connect(await sales())
    listener.say({ room: 5, typing: 'ya' })
    expect(await listener.code).toBe(4400)
  })
})

it('the feed sends each of several simultaneous changes', async () => {
  const ani = await sales()
  const room = await newRoom(ani)
  const listener = await connect(ani)
  const [stored] = await test.platform.database.db.select().from(rooms).where(eq(rooms.id, room.id))
  await Promise.all([
    requestAs(app, ani)('PUT', at('tag'), { ids: [room.ref], tag: ['a'] }),
    receive(test.platform, [fromCustomer(number, room.customer_phone)]),
    requestAs(app, ani)('PUT', at('tag'), { ids: [room.ref], tag: ['b'] }),
  ])
  await until(() => expect(listener.events()).toHaveLength(3))
  expect(listener.events().at(-1).data.version).toBe((stored?.version ?? 0) + 3)
})

/** The embedded database has one process. */
it.runIf(process.env.TEST_DATABASE_URL)('the feed reaches sockets of all processes, and continues across them', async () => {
  const address = new URL(process.env.TEST_DATABASE_URL ?? '')
  const { rows: names } = await test.platform.database.db.execute<{ name: string }>(sql`select current_database() as name`)
  address.pathname = `/${names[0]?.name}`
  const database = await openDatabase({ url: address.href })
  const platform = await createPlatform(test.platform.settings, database)
  const there = createServer()
  const others = await attachSockets(there, platform)
  await new Promise<void>((resolve) => there.listen(0, resolve))
  const bound = there.address()
  const theirs = `ws://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}${socketPath}`
  try {
    const [ani, support] = [await sales(), await makePerson(test.platform, crm, 'Support')]
    const room = await newRoom(ani)
    const [here, far] = [await connect(ani), await connect(support, undefined, theirs)]
    here.say({ room: room.ref, typing: true })
    far.say({ room: room.ref, typing: false })
    const write = (on: TestPlatform['platform'], n: number) => receive(on, [fromCustomer(number, room.customer_phone, { content: `${n}` })])
    await Promise.all(Array.from({ length: 40 }, (_, n) => write(n % 2 ? platform : test.platform, n)))
    for (const listener of [here, far]) await until(() => expect(listener.events()).toHaveLength(40))
    expect(textsOf(far)).toEqual(textsOf(here))
    expect(new Set(textsOf(here)).size).toBe(40)
    await until(() =>
      expect(far.frames.findLast((frame) => frame.listener === 'presence')?.people).toMatchObject([{ id: ani.id, typing: true }]),
    )
    const moved = await connect(ani, here.events()[19].cursor, theirs)
    await until(() => expect(textsOf(moved)).toEqual(textsOf(here).slice(20)))
    await requestAs(app, ani)('POST', logout.path)
    expect(await moved.code).toBe(4401)
  } finally {
    others.close()
    there.closeAllConnections()
    there.close()
    await platform.background.settled()
    await database.close()
  }
})
