import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { places, refOf, testEvent, testMessage, testMessages, testRoom } from '#console/data/chat/test-chat.ts'
import { readMessages, refillRooms, replaceMessages } from '#console/data/outbox/store/chat-cache.ts'
import { OwnerDatabase } from '#console/data/outbox/store/database.ts'
import { type PushPayload, pushSubscribe } from '#contract/chat/push.ts'
import { toText } from '#contract/kit/field/guards.ts'
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
/** Bodies of what the server was told of this device's subscription. */
let confirmed: unknown[]
/** Ref of the test's message: alerted refs are stored on the device. */
let message: string

/** A browser that lets a push show nothing while a console is visible, and one that does not. */
const [chrome, iPhone] = [
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
]

async function open({ signedIn = true, alerts = true, language = 'id', mayAnswer = false, userAgent = chrome } = {}) {
  Object.assign(navigator, { userAgent })
  vi.resetModules()
  const credentials = await import('#console/data/outbox/wire/credentials.ts')
  await credentials.writeCredentials(signedIn ? { token: 'the-token', owner } : null)
  await credentials.writePreferences({ alerts, newTab: false, mayAnswer })
  await credentials.writeLanguage(language)
  const { handlePush, forgivesSilence } = await import('./push.ts')
  return { handlePush, forgivesSilence, ...credentials }
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
  confirmed = []
  vi.stubGlobal('navigator', { onLine: true, locks: { query: async () => ({ held: locks.map((name) => ({ name })) }) } })
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined, put: async () => undefined }) })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = url.replace('/crm/in/v1/chat-platform/', '')
    if (url === pushSubscribe.path) {
      confirmed.push(JSON.parse(toText(init.body)))
      return new Response('{}')
    }
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
    { title: 'Ibu Ratna', body: 'Masih ada?', tag: `room-${room}`, lang: 'ar', dir: 'ltr', data: { place: 'room', ref: room } },
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

test('a visible console that receives messages alerts by itself; one that starts, and a hidden one, do not suppress the alert', async () => {
  const { handlePush } = await open()
  scope.clients = [makeClient('/leads/list', 'visible')]
  locks = ['lapangan-alerting']
  await handlePush(text())
  expect(scope.shown).toEqual([])
  locks = []
  await handlePush(text({ message: uuidv7(), room: refOf('room', 8) }))
  expect(scope.shown.length, 'it has no connection yet').toBe(1)
  scope.shown = []
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

test('news of WhatsApp alerts also beside a visible console, and once on each device', async () => {
  const { handlePush } = await open()
  scope.clients = [makeClient('/leads/list', 'visible')]
  const event = refOf('room', 5)
  const news = JSON.stringify({
    kind: 'channel',
    room: event,
    message: event,
    message_kind: 'text',
    title: 'WhatsApp',
    body: 'PIN changed',
  })
  await handlePush(news)
  expect(scope.shown).toMatchObject([{ title: 'WhatsApp', body: 'PIN changed', data: { place: 'channel', ref: event } }])
  scope.shown = []
  await handlePush(news)
  expect([scope.shown, asked]).toEqual([[], []])
})

test('a broadcast that is held alerts in the words of the device, and a click on it opens it', async () => {
  const { handlePush } = await open()
  const held = refOf('room', 5)
  await handlePush(JSON.stringify({ kind: 'broadcast', room: held, message_kind: 'text', title: 'promo', body: '' }))
  expect(scope.shown).toMatchObject([
    {
      title: 'promo',
      body: 'Siaran ditahan. Tidak ada lagi yang terkirim sampai seseorang melanjutkannya.',
      data: { place: 'broadcast', ref: held },
    },
  ])
})

test.each([
  ['nobody is signed in', { signedIn: false }],
  ['alerts are paused', { alerts: false }],
])('nothing stays while %s, and the subscription ends', async (_why, state) => {
  const { handlePush } = await open(state)
  await handlePush(text())
  expect([scope.shown, scope.everShown, scope.subscribed, scope.badges, asked]).toEqual([[], ['Lapangan'], false, [], []])
})

const foreign = [undefined, '', 'nonsense', 'null', '{"kind":"else","title":"a","body":"b"}', '{"kind":"message","title":1,"body":"b"}']

test.each(foreign)('a foreign push leaves nothing behind (%s)', async (bad) => {
  const { handlePush } = await open()
  await handlePush(bad)
  expect([scope.shown, scope.everShown, scope.subscribed]).toEqual([[], ['Lapangan'], true])
  scope.clients = [makeClient('/leads/list', 'visible')]
  await handlePush(bad)
  expect(scope.everShown).toEqual(['Lapangan'])
})

test('every push shows something on an iPhone, whoever looks, and whatever it says', async () => {
  const { handlePush, takeAlerts, writeCredentials } = await open({ userAgent: iPhone })
  scope.clients = [makeClient('/chat-platform/list', 'visible')]
  locks = [`lapangan-looking-${room}`]
  const known = uuidv7()
  await takeAlerts([known])
  const question = JSON.stringify({ ...payload, kind: 'question', message: uuidv7() })
  const pushes = [text(), text(), text({ message: known, room: refOf('room', 9) }), question, ...foreign]
  for (const [n, push] of pushes.entries()) {
    await handlePush(push)
    expect(scope.everShown.length, `push ${n}`).toBe(n + 1)
  }
  // The room's own alert is closed by the console that shows it; what was told already does not come back.
  expect(scope.clients[0]?.received).toEqual([
    { type: 'alert-shown', ref: room },
    { type: 'alert-shown', ref: room },
  ])
  expect(scope.shown.map(({ tag }) => tag)).toEqual([`room-${room}`])
  await writeCredentials(null)
  await handlePush(text({ message: uuidv7() }))
  expect(scope.everShown.length).toBe(pushes.length + 1)
})

test('a repeated push makes no sound, and keeps what is shown', async () => {
  const { handlePush } = await open({ userAgent: iPhone })
  await handlePush(text())
  await handlePush(text())
  expect(scope.shown).toMatchObject([{ body: 'Masih ada?', silent: true, data: { place: 'room', ref: room } }])
  expect(scope.shown[0]).not.toHaveProperty('renotify')
})

test.each([
  ['fails', () => Promise.reject(new DOMException('Connection to Indexed Database server lost', 'UnknownError'))],
  ['never answers', () => new Promise<never>(() => undefined)],
])('a push whose store %s is shown without a name', async (_, read) => {
  const { handlePush } = await open({ userAgent: iPhone })
  vi.resetModules()
  vi.doMock('#console/data/outbox/wire/credentials.ts', () => ({ readCredentials: read, readPreferences: read, readLanguage: read }))
  const broken = await import('./push.ts')
  vi.doUnmock('#console/data/outbox/wire/credentials.ts')
  vi.useFakeTimers()
  const handled = broken.handlePush(text())
  await vi.advanceTimersByTimeAsync(1_500)
  await handled
  vi.useRealTimers()
  expect(scope.shown).toMatchObject([{ title: 'Lapangan', body: 'New message', data: { place: 'room', ref: room } }])
  expect(scope.subscribed).toBe(true)
  await handlePush(text())
  expect(scope.shown).toMatchObject([{ title: 'Ibu Ratna' }])
})

test.each<[boolean, string]>([
  [true, chrome],
  [true, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0'],
  [true, 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
  [
    true,
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
  ],
  [true, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36'],
  [false, iPhone],
  // An iPad calls itself a Mac.
  [false, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'],
  [
    false,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
  ],
  [
    false,
    'Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/145.0 Mobile/15E148 Safari/605.1.15',
  ],
  [
    false,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) EdgiOS/142.0 Mobile/15E148 Safari/604.1',
  ],
  // Home-screen apps of an iPhone name no browser at all.
  [false, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'],
  [false, ''],
])('silence is forgiven (%s) by %s', async (forgiven, userAgent) => {
  const { forgivesSilence } = await open()
  expect(forgivesSilence(userAgent)).toBe(forgiven)
})

test('the server is told once an hour that pushes arrive', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { handlePush, readReceipt, writeReceipt } = await open()
  await writeReceipt({ receivedAt: 0, confirmedAt: 0 })
  const minutes = async (count: number) => {
    vi.setSystemTime(Date.now() + count * 60_000)
    await handlePush(text({ message: uuidv7() }))
  }
  await minutes(1)
  await minutes(59)
  expect(confirmed).toEqual([{ endpoint: 'https://push.test/kept', p256dh: 'point', auth: 'secret', received: true }])
  await minutes(1)
  expect(confirmed).toHaveLength(2)
  const receipt = await readReceipt()
  expect(receipt.confirmedAt).toBe(receipt.receivedAt)
  // A clock that was set back.
  await minutes(-600)
  expect(confirmed).toHaveLength(3)
  vi.useRealTimers()
})

test('an alert of a message has the buttons that its reader may use and this browser has', async () => {
  const { handlePush } = await open({ mayAnswer: true })
  await handlePush(text())
  expect(scope.shown).toMatchObject([
    { actions: [{ action: 'read', title: 'Tandai sudah dibaca' }], data: { place: 'room', ref: room, answer: { owner, message } } },
  ])
  class NotificationEvent {
    get reply() {
      return null
    }
  }
  vi.stubGlobal('NotificationEvent', NotificationEvent)
  await handlePush(text({ message: uuidv7() }))
  expect(scope.shown[0]?.actions).toEqual([
    { action: 'reply', title: 'Balas', type: 'text' },
    { action: 'read', title: 'Tandai sudah dibaca' },
  ])
  await handlePush(JSON.stringify({ ...payload, kind: 'question', message: uuidv7(), room: refOf('room', 3) }))
  expect(scope.shown.at(-1)).not.toHaveProperty('actions')
  const reader = await open({ mayAnswer: false })
  await reader.handlePush(text({ message: uuidv7(), room: refOf('room', 4) }))
  expect(scope.shown.at(-1)).not.toHaveProperty('actions')
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
    await replaceMessages(db, room, { messages: testMessages(1, 1, 1), older: false })
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
