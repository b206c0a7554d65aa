import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { places, refOf, testEvent, testMessage, testMessages, testRoom } from '#console/data/chat/test-chat.ts'
import { readMessages, refillRooms, replaceMessages } from '#console/data/outbox/store/chat-cache.ts'
import { OwnerDatabase } from '#console/data/outbox/store/database.ts'
import type { PushPayload } from '#contract/chat/push.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { makeClient, openScope, type TestScope } from './test-scope.ts'

const room = refOf('room', 1)
const payload: PushPayload = {
  kind: 'message',
  room,
  message_kind: 'text',
  title: 'Ibu Ratna',
  body: 'Masih ada?',
  unread: 2,
}

let scope: TestScope
let owner: string
let asked: string[]
let answers: Record<string, unknown>
let locks: string[]
/** Ref of the test's message: alerted refs are stored on the device. */
let message: string

async function open({ signedIn = true, alerts = true, language = 'id' } = {}) {
  vi.resetModules()
  const credentials = await import('#console/data/outbox/wire/credentials.ts')
  await credentials.writeCredentials(signedIn ? { token: 'the-token', owner } : null)
  await credentials.writePreferences({ alerts, newTab: false })
  await credentials.writeLanguage(language)
  const { handlePush, readPayload } = await import('./push.ts')
  return { handlePush, readPayload, takeAlerts: credentials.takeAlerts }
}

async function onDevice<T>(work: (db: OwnerDatabase) => Promise<T>): Promise<T> {
  const db = new OwnerDatabase(owner)
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

const cached = () => onDevice(async (db) => places(await readMessages(db, room)))
const text = (change: Partial<PushPayload> = {}) => JSON.stringify({ ...payload, message, ...change })

beforeEach(() => {
  scope = openScope()
  owner = uuidv7()
  message = uuidv7()
  asked = []
  answers = {}
  locks = []
  vi.stubGlobal('navigator', { onLine: true, locks: { query: async () => ({ held: locks.map((name) => ({ name })) }) } })
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined, put: async () => undefined }) })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = url.replace('/crm/in/v1/chat-platform/', '')
    if (url !== '/config.json') asked.push(`${path} ${new Headers(init.headers).get('Authorization')}`)
    const response = answers[path.split('?')[0] ?? '']
    return response === undefined ? Promise.reject(new TypeError('no line')) : new Response(JSON.stringify(response))
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a message is shown with the customer and the text, in the language of the console, and the badge is set', async () => {
  const { handlePush } = await open({ language: 'ar' })
  await handlePush(text())
  expect(scope.shown).toMatchObject([
    { title: 'Ibu Ratna', body: 'Masih ada?', tag: `room-${room}`, lang: 'ar', dir: 'rtl', data: { place: 'room', ref: room } },
  ])
  expect(scope.badges).toEqual([2])
})

test('messages of one room are one alert; one without words is named', async () => {
  const { handlePush } = await open()
  for (const body of ['1', '2', '2', '5']) await handlePush(text({ message: uuidv7(), body }))
  await handlePush(text({ message: uuidv7(), message_kind: 'audio', body: '' }))
  await handlePush(text({ message: uuidv7(), room: refOf('room', 2), title: 'Pak Budi' }))
  expect(scope.shown.map(({ title, body }) => [title, body])).toEqual([
    ['Ibu Ratna', '2\n2\n5\nPesan suara'],
    ['Pak Budi', 'Masih ada?'],
  ])
})

test('the same message alerts once, also after its alert was dismissed or where a tab has shown it', async () => {
  const { handlePush, takeAlerts } = await open()
  await handlePush(text())
  scope.shown = []
  await handlePush(text())
  const other = uuidv7()
  await takeAlerts([other])
  await handlePush(text({ message: other }))
  expect(scope.shown).toEqual([])
  await handlePush(text({ message: uuidv7() }))
  expect(scope.shown.map(({ body }) => body)).toEqual(['Masih ada?'])
})

test('a visible console alerts by itself; a hidden one does not suppress the alert', async () => {
  const { handlePush } = await open()
  scope.clients = [makeClient('/leads/list', 'visible')]
  await handlePush(text())
  expect(scope.shown).toEqual([])
  scope.clients = [makeClient('/leads/list'), makeClient('/simulator', 'visible'), makeClient('/docs', 'visible')]
  locks = [`lapangan-looking-${room}`]
  await handlePush(text())
  expect(scope.shown).toEqual([])
  locks = []
  await handlePush(text())
  expect(scope.shown.length).toBe(1)
})

test('a question alerts beside a visible console, unless its chat is viewed; the badge counts rooms only', async () => {
  const { handlePush } = await open()
  scope.clients = [makeClient('/tanya-saham/list', 'visible')]
  const chat = refOf('room', 3)
  const question = { kind: 'question', room: chat, message_kind: 'text', title: 'Siti · BBCA', body: 'Apa target BBCA?' }
  await handlePush(JSON.stringify({ ...question, message }))
  const [shown] = scope.shown
  expect(shown).toMatchObject({ title: 'Siti · BBCA', body: 'Apa target BBCA?', data: { place: 'question', ref: chat } })
  expect([scope.badges, asked]).toEqual([[], []])
  locks = [`lapangan-looking-${chat}`]
  await handlePush(JSON.stringify({ ...question, message: uuidv7() }))
  expect(scope.shown).toEqual([shown])
})

test('a lead whose form came in alerts, and a click on it opens the lead', async () => {
  const { handlePush } = await open()
  const lead = refOf('room', 4)
  await handlePush(JSON.stringify({ kind: 'lead', room: lead, message, message_kind: 'text', title: 'Budi', body: 'Promo Gajian' }))
  expect(scope.shown).toMatchObject([{ title: 'Budi', body: 'Promo Gajian', data: { place: 'lead', ref: lead } }])
  expect(asked).toEqual([])
})

test.each([
  ['nobody is signed in', { signedIn: false }],
  ['alerts are paused', { alerts: false }],
])('nothing is shown while %s, and the subscription ends', async (_why, state) => {
  const { handlePush } = await open(state)
  await handlePush(text())
  expect([scope.shown.length, scope.subscribed, scope.badges.length, asked.length]).toEqual([0, false, 0, 0])
})

test.each([
  [undefined],
  [''],
  ['nonsense'],
  ['null'],
  ['{"kind":"else","title":"a","body":"b"}'],
  ['{"kind":"message","title":1,"body":"b"}'],
])('a foreign push is ignored (%s)', async (bad) => {
  const { handlePush } = await open()
  await handlePush(bad)
  expect([scope.shown.length, scope.subscribed]).toEqual([0, true])
})

test('the self-test is shown and reported to every console', async () => {
  const { handlePush } = await open()
  scope.clients = [makeClient('/alerts', 'visible'), makeClient('/leads/list')]
  await handlePush(JSON.stringify({ kind: 'test', title: 'Lapangan', body: 'Alerts reach this device.' }))
  expect(scope.clients.map(({ received }) => received)).toEqual([[{ type: 'push-test' }], [{ type: 'push-test' }]])
  expect(scope.shown.map(({ body }) => body)).toEqual(['Alerts reach this device.'])
})

test('a push stores missed messages on the device, so that the room is available offline', async () => {
  await onDevice(async (db) => {
    await refillRooms(db, [testRoom(1)], new Set(), 'c 0')
    await replaceMessages(db, room, testMessages(1, 1, 1))
  })
  const wire = (n: number) => {
    const event = testEvent(n, testRoom(1, { version: n + 1, unread: n }), testMessage(1, n))
    return { ...event, data: JSON.stringify(event.data), detail_chat: JSON.stringify(event.detail_chat) }
  }
  const pages = [
    { events: [wire(2)], cursor: 'c2', more: true, resync: false },
    { events: [wire(3)], cursor: 'c3', more: false, resync: false },
  ]
  Object.defineProperty(answers, 'events', { get: () => pages.shift() })
  const { handlePush } = await open()
  await handlePush(text())
  expect(asked).toEqual(['events?cursor=c+0 Bearer the-token', 'events?cursor=c2 Bearer the-token'])
  expect(await cached()).toEqual([1, 2, 3])
  expect(await onDevice(async (db) => [(await db.rooms.get(room))?.row.unread, (await db.meta.get('chatCursor'))?.value])).toEqual([
    3,
    'c3',
  ])
})

test('a push loads a room that was not cached, not only the one message', async () => {
  await onDevice((db) => refillRooms(db, [testRoom(2)], new Set(), 'c 0'))
  const event = testEvent(6, testRoom(1), testMessage(1, 6))
  answers = {
    events: { events: [{ ...event, data: JSON.stringify(event.data), detail_chat: JSON.stringify(event.detail_chat) }], cursor: 'c6' },
    [room]: { data: testRoom(1) },
    [`conversation/${room}`]: { messages: testMessages(1, 1, 6), older: false, newer: false },
  }
  const { handlePush } = await open()
  await handlePush(text())
  expect(await cached()).toEqual([1, 2, 3, 4, 5, 6])
  // A gapless cache is not refetched.
  asked = []
  await handlePush(text({ message: uuidv7() }))
  expect(asked).toEqual(['events?cursor=c6 Bearer the-token'])
})

test.each([[true], [false]])('a device that must be refilled gets the room (was filled: %s)', async (wasFilled) => {
  if (wasFilled) await onDevice((db) => refillRooms(db, [testRoom(2)], new Set(), 'old'))
  answers = {
    events: { events: [], cursor: 'x', more: false, resync: true },
    [room]: { data: testRoom(1) },
    [`conversation/${room}`]: { messages: testMessages(1, 4, 6), older: true, newer: false },
  }
  const { handlePush } = await open()
  await handlePush(text())
  expect(await cached()).toEqual([4, 5, 6])
  expect(await onDevice(async (db) => (await db.meta.get('chatCursor'))?.value)).toBe(wasFilled ? 'old' : undefined)
})

test('the alert is shown offline, too', async () => {
  const { handlePush } = await open()
  await handlePush(text())
  expect([scope.shown.length, await cached()]).toEqual([1, []])
})
