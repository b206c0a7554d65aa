import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changesStream } from '#contract/changes.ts'
import { type ChatEvent, echoMs, handshakeMs, reconnectHttpMs, silentSocketMs } from '#contract/chat/events.ts'
import { chatEvents, chatPresence } from '#contract/chat/http-events.ts'
import { json, openBrowser, testToken } from '#tests/support/test-browser.ts'
import type { Greeting } from './socket.ts'
import { refOf, testEvent, testMessage, testRoom } from './test-chat.ts'
import { openSockets, type TestSocket } from './test-socket.ts'

/** Whatever the network does to sockets, a message is there within so long (docs/product/chat.md#without-sockets). */
const maxMs = 5_000

let sockets: TestSocket[]
const last = () => sockets.at(-1) as TestSocket

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  sockets = openSockets()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server whose events are `waiting`, and what its console was told. */
async function open({ down = false, plain = false } = {}) {
  const session = {
    roles: [],
    permissions: ['get crm'],
    roleRead: [],
    user: { id: 1, ref: 'me', name: 'Sari', email: 'sari@lapangan.test' },
    ...(plain && { plain }),
  }
  const browser = openBrowser({ jwt_access_token: testToken(4_000_000_000), 'lapangan-session': JSON.stringify(session) })
  vi.stubGlobal('location', { origin: 'https://console.test' })
  const server = { waiting: [] as ChatEvent[], resync: false, down, people: [] as unknown[], looks: [] as unknown[], readings: 0 }
  let cursor = 0
  browser.answer((url) => {
    if (server.down) throw new TypeError('Failed to fetch')
    if (url.includes(changesStream.path)) return new Promise<Response>(() => undefined)
    if (url.includes(chatPresence.path)) {
      server.looks.push(JSON.parse(String(browser.requests.at(-1)?.body)))
      return json({ people: server.people })
    }
    if (!url.includes(chatEvents.path)) return json({ hosts: {}, status: 'ok' })
    server.readings += 1
    cursor += 1
    return json({ events: server.waiting.splice(0), cursor: `h${cursor}`, more: false, resync: server.resync })
  })
  const [socket, { startSession }] = await Promise.all([import('./socket.ts'), import('../api/session.ts'), import('./http-feed.ts')])
  startSession()
  const received = { events: [] as ChatEvent[], connected: [] as Greeting[], phases: [] as string[] }
  socket.socketStore.subscribe(() => {
    const { phase, reconnected } = socket.socketStore.get()
    received.phases.push(reconnected ? 'reconnected' : phase)
  })
  socket.startSocket({
    cursor: () => 'c0',
    connected: (answer) => received.connected.push(answer),
    event: (each) => received.events.push(each),
    unclear: () => undefined,
  })
  return { ...socket, browser, server, received, phase: () => socket.socketStore.get().phase }
}

const sentEvent = testEvent(1, testRoom(1), testMessage(1, 1))

/** Runs timers and what they begin. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(0)
}

const networks: Record<string, () => void> = {
  'that refuses the upgrade': () => last().fail(),
  'that holds the handshake': () => undefined,
  'that takes the upgrade and passes nothing': () => last().accept(),
  'that takes the upgrade and closes': () => {
    last().accept()
    last().drop()
  },
}

for (const [network, meets] of Object.entries(networks))
  test(`a message reaches the inbox within 5 s on a network ${network}, and nothing is said of it`, async () => {
    const { server, received, phase, browser } = await open()
    meets()
    await pass(maxMs / 2)
    expect(phase()).toBe('connected')
    // A reading says that the page is in sight, so that its device gets no push.
    const read = browser.requests.findLast(({ url }) => url.includes(chatEvents.path))
    expect(new URL(read?.url ?? '', 'https://console.test').searchParams.get('visible')).toBe('true')
    server.waiting.push(sentEvent)
    await pass(maxMs)
    expect(received.events).toEqual([sentEvent])
    expect(received.connected).toEqual([{ data: 'connected', cursor: 'c0', resync: false }])
    // Sockets are tried again, rarely and unseen.
    await pass(handshakeMs + reconnectHttpMs)
    expect(sockets.length).toBeGreaterThan(1)
    expect(sockets.length).toBeLessThan(4)
    meets()
    await pass(maxMs)
    expect(received.phases).toEqual(['connected'])
  })

test('a socket that passes nothing any more is noticed, and events come over HTTP', async () => {
  const { server, received, phase } = await open()
  last().accept()
  last().receive({ data: 'connected', cursor: 'c0' })
  await pass(silentSocketMs)
  expect(last().sent.at(-1)).toEqual({ room: null, typing: false, echo: true, visible: true })
  last().receive({ listener: 'echo' })
  await pass(silentSocketMs + echoMs - 1)
  expect([sockets[0]?.closed, phase()]).toEqual([false, 'connected'])
  server.waiting.push(sentEvent)
  await pass(1)
  await pass(0)
  expect(sockets[0]?.closed).toBe(true)
  expect([received.events, phase()]).toEqual([[sentEvent], 'connected'])
})

test('a server that answers no echo, as it sends no cursor, is not asked for one', async () => {
  const { phase } = await open()
  last().accept()
  last().receive({ data: 'connected' })
  await pass(10 * silentSocketMs)
  expect([sockets.length, last().sent.length, phase()]).toEqual([1, 1, 'connected'])
})

test('a socket that passes again ends the readings', async () => {
  const { server, received } = await open()
  last().fail()
  await pass(maxMs)
  await pass(reconnectHttpMs)
  last().accept()
  last().receive({ data: 'connected', cursor: 'c1' })
  const before = server.readings
  await pass(maxMs * 3)
  expect(server.readings).toBe(before)
  expect(received.phases).toEqual(['connected'])
})

test('a server that is down is shown, and tried every 5 s', async () => {
  const { server, phase } = await open({ down: true })
  for (let count = 1; count <= 3; count++) {
    expect(sockets).toHaveLength(count)
    last().fail()
    await pass(0)
    expect(phase()).toBe('connecting')
    await pass(5_000)
  }
  expect(server.readings).toBe(0)
})

test('a server without extensions is not asked for events', async () => {
  const { server, phase } = await open({ plain: true })
  last().fail()
  await pass(maxMs)
  expect([server.readings, phase()]).toEqual([0, 'connecting'])
})

test('where too much was missed the console is told to fill its cache', async () => {
  const { server, received } = await open()
  server.resync = true
  last().fail()
  await pass(maxMs)
  expect(received.connected[0]).toEqual({ data: 'connected', cursor: 'h1', resync: true })
})

test('a restart of the server leads to a new socket, without a crowd over HTTP', async () => {
  const { server } = await open()
  last().accept()
  last().receive({ data: 'connected', cursor: 'c0' })
  last().drop(1001)
  await pass(4_999)
  expect(server.readings).toBe(0)
  await pass(1)
  expect(sockets).toHaveLength(2)
})

test('the room in view and typing go over HTTP, and the others in it come back', async () => {
  const { server, sendPresence } = await open()
  server.people = [{ id: 2, name: 'Budi', typing: true }]
  last().fail()
  await pass(maxMs)
  const room = refOf('room', 1)
  sendPresence(room, true)
  await pass(0)
  expect(server.looks.at(-1)).toEqual({ room, typing: true })
  await pass(maxMs)
  expect(server.looks.length).toBeGreaterThan(1)
  sendPresence(null, false)
  await pass(0)
  const before = server.looks.length
  expect(server.looks.at(-1)).toEqual({ typing: false })
  await pass(maxMs)
  expect(server.looks).toHaveLength(before)
})
