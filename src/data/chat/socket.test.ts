import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatEvent } from '#contract/chat/events.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import { openBrowser, testToken } from '#tests/support/test-browser.ts'
import type { Greeting } from './socket.ts'
import { testEvent, testMessage, testRoom } from './test-chat.ts'
import { openSockets, type TestSocket } from './test-socket.ts'

const token = testToken(4_000_000_000)

let sockets: TestSocket[]

async function open(stored: Record<string, string> = { jwt_access_token: token }) {
  vi.resetModules()
  const browser = openBrowser(stored)
  vi.stubGlobal('location', { origin: 'https://console.test' })
  const [socket, { configStore }, unauthorized] = await Promise.all([
    import('./socket.ts'),
    import('../api/config.ts'),
    import('../api/token.ts'),
  ])
  const received = { unclear: 0, connected: [] as Greeting[], events: [] as ChatEvent[], unauthorized: 0, cursor: 'c0' as string | null }
  unauthorized.onUnauthorized(() => {
    received.unauthorized += 1
  })
  const start = () =>
    socket.startSocket({
      cursor: () => received.cursor,
      connected: (answer) => received.connected.push(answer),
      event: (event) => received.events.push(event),
      unclear: () => {
        received.unclear += 1
      },
    })
  return { ...socket, browser, configStore, received, start, state: () => socket.socketStore.get() }
}

const last = () => sockets.at(-1) as TestSocket
const isEcho = (frame: unknown) => typeof frame === 'object' && frame !== null && 'echo' in frame

function connect(cursor = 'c1'): void {
  last().accept()
  last().receive({ data: 'connected', cursor })
}

beforeEach(() => {
  vi.useFakeTimers()
  sockets = openSockets()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the socket sends token and cursor, then receives events', async () => {
  const { start, received, state } = await open()
  expect(state().phase).toBe('connecting')
  start()
  expect(last().url).toBe('wss://console.test/utility/public/v2/ws/chat_platform')
  last().accept()
  expect(last().sent).toEqual([{ token, cursor: 'c0' }])
  last().receive({ data: 'connected', cursor: 'c0' })
  expect(state()).toEqual({ phase: 'connected', reconnected: false })
  const event = testEvent(1, testRoom(1), testMessage(1, 1))
  last().receive(event)
  for (const garbage of ['', 'nonsense', '[]', '{"listener":"else"}', { listener: 'idle', cursor: 'x', data: 'y' }]) last().receive(garbage)
  expect(received.events).toEqual([event])
})

test('the socket sends no cursor without one', async () => {
  const app = await open()
  app.received.cursor = null
  app.start()
  last().accept()
  expect(last().sent).toEqual([{ token }])
})

test('the host is that of the configuration', async () => {
  const { start, configStore } = await open()
  configStore.set((old) => ({ ...old, hosts: { ...old.hosts, websocket: 'https://feed.test/' } }))
  start()
  expect(last().url).toBe('wss://feed.test/utility/public/v2/ws/chat_platform')
})

test('the socket reconnects after 5 s, and its state shows that for 700 ms', async () => {
  const { start, state } = await open()
  start()
  connect()
  last().drop()
  expect(state().phase).toBe('connecting')
  vi.advanceTimersByTime(4_999)
  expect(sockets.length).toBe(1)
  vi.advanceTimersByTime(1)
  expect(sockets.length).toBe(2)
  connect()
  expect(state()).toEqual({ phase: 'connected', reconnected: true })
  vi.advanceTimersByTime(699)
  expect(state().reconnected).toBe(true)
  vi.advanceTimersByTime(1)
  expect(state()).toEqual({ phase: 'connected', reconnected: false })
})

test('a server that does not respond is retried every 5 s', async () => {
  const { start } = await open()
  start()
  for (let i = 1; i <= 4; i++) {
    last().drop()
    vi.advanceTimersByTime(5_000)
    expect(sockets.length).toBe(i + 1)
  }
})

test.each([['1234567890'], ['']])('a token of 10 characters or fewer closes, and it stays closed (%s)', async (short) => {
  const { start, state, wakeSocket } = await open(short ? { jwt_access_token: short } : {})
  start()
  vi.advanceTimersByTime(60_000)
  wakeSocket(true)
  expect(sockets.length).toBe(0)
  expect(state().phase).toBe('closed')
})

test('a token of 11 characters is tried', async () => {
  const { start } = await open({ jwt_access_token: '12345678901' })
  start()
  expect(sockets.length).toBe(1)
})

test('a token that is refused ends the session and is not tried again', async () => {
  const { start, state, received } = await open()
  start()
  last().accept()
  last().drop(4401)
  vi.advanceTimersByTime(60_000)
  expect(received.unauthorized).toBe(1)
  expect(sockets.length).toBe(1)
  expect(state().phase).toBe('closed')
})

test('a person who lost the permission is not signed out, and the socket stays closed', async () => {
  const { start, state, received } = await open()
  start()
  connect()
  last().drop(1008)
  vi.advanceTimersByTime(60_000)
  expect([received.unauthorized, sockets.length, state().phase]).toEqual([0, 1, 'closed'])
})

test.each([[4400], [4408], [1011]])('any other end leads to a reconnection (%s)', async (code) => {
  const { start, received } = await open()
  start()
  connect()
  last().drop(code)
  vi.advanceTimersByTime(5_000)
  expect(sockets.length).toBe(2)
  expect(received.unauthorized).toBe(0)
})

test('wakeSocket reconnects at once; an open socket only when forced, and once', async () => {
  const { start, wakeSocket, state } = await open()
  start()
  connect()
  last().drop()
  wakeSocket()
  expect(sockets.length).toBe(2)
  connect()
  wakeSocket()
  expect(sockets.length).toBe(2)
  wakeSocket(true)
  expect(sockets.length).toBe(3)
  expect(sockets[1]?.closed).toBe(true)
  vi.advanceTimersByTime(19_000)
  expect(sockets.length).toBe(3)
  connect()
  expect(state().phase).toBe('connected')
})

test('stopSocket is final, and a new start works for somebody else', async () => {
  const { start, stopSocket, state, wakeSocket } = await open()
  start()
  connect()
  stopSocket()
  wakeSocket(true)
  vi.advanceTimersByTime(60_000)
  expect(sockets.length).toBe(1)
  expect(last().closed).toBe(true)
  expect(state().phase).toBe('closed')
  start()
  connect()
  expect(state()).toEqual({ phase: 'connected', reconnected: false })
})

test('a socket displaced by newer ones waits until its tab is viewed, so that tabs do not displace each other', async () => {
  const { start, wakeSocket, received } = await open()
  start()
  connect()
  last().drop(4429)
  vi.advanceTimersByTime(299_000)
  expect(sockets.length).toBe(1)
  wakeSocket()
  expect(sockets.length).toBe(2)
  connect()
  last().drop(4429)
  vi.advanceTimersByTime(300_000)
  expect([sockets.length, received.unauthorized]).toEqual([3, 0])
})

test('an error closes the socket, and five seconds later it reconnects', async () => {
  const { start, state } = await open()
  start()
  connect()
  last().fail()
  expect(state().phase).toBe('connecting')
  vi.advanceTimersByTime(4_999)
  expect(sockets.length).toBe(1)
  vi.advanceTimersByTime(1)
  expect(sockets.length).toBe(2)
})

test("any message 'connected' counts as a connection", async () => {
  const { start, state } = await open()
  start()
  last().accept()
  last().receive({ data: 'connected, 3 events were missed', cursor: 'c9' })
  expect(state().phase).toBe('connected')
})

test('typing is sent again before others forget it', async () => {
  const { start, sendPresence } = await open()
  start()
  connect()
  for (let second = 0; second < 25; second++) {
    sendPresence('r1', true)
    vi.advanceTimersByTime(1_000)
  }
  expect(
    last()
      .sent.slice(1)
      .filter((frame) => !isEcho(frame)),
  ).toEqual(Array(3).fill({ room: 'r1', typing: true }))
})

test('presence is sent once, and again after a reconnection', async () => {
  const { start, sendPresence } = await open()
  start()
  connect()
  sendPresence('r1', false)
  sendPresence('r1', false)
  sendPresence('r1', true)
  const presence = () =>
    last()
      .sent.slice(1)
      .filter((frame) => !isEcho(frame))
  expect(presence()).toEqual([
    { room: 'r1', typing: false },
    { room: 'r1', typing: true },
  ])
  last().drop()
  vi.advanceTimersByTime(5_000)
  connect()
  expect(presence()).toEqual([{ room: 'r1', typing: true }])
})

test('a console says that it is in sight: with the greeting, soon after a message, and when that changes', async () => {
  const { start, browser } = await open()
  start()
  connect()
  const said = () =>
    last()
      .sent.splice(0)
      .flatMap((frame) => (isEcho(frame) ? [toRecord(frame).visible] : []))
  expect(said()).toEqual([true])
  for (let n = 1; n <= 5; n++) last().receive(testEvent(n, testRoom(1), testMessage(1, n)))
  expect(said()).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(said()).toEqual([true])
  const become = (visibilityState: string) => {
    Object.assign(document, { visibilityState })
    browser.fire('visibilitychange')
  }
  become('hidden')
  expect(said()).toEqual([false])
  // Hidden pages alert by notifications, which the push of a closed one replaces.
  last().receive(testEvent(9, testRoom(1), testMessage(1, 9)))
  vi.advanceTimersByTime(1_000)
  expect(said()).toEqual([])
  become('visible')
  expect(said()).toEqual([true])
  vi.advanceTimersByTime(20_000)
  expect(said()).toEqual([true])
})

test('a server of the base contract is told nothing of what is in sight', async () => {
  const { start } = await open()
  start()
  last().accept()
  last().receive({ data: 'connected' })
  last().receive(testEvent(1, testRoom(1), testMessage(1, 1)))
  vi.advanceTimersByTime(30_000)
  expect(last().sent.filter(isEcho)).toEqual([])
})
