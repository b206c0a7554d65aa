import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refOf } from '#console/data/chat/test-chat.ts'
import { OwnerDatabase } from '#console/data/outbox/store/database.ts'
import { messageRead, sendMessage } from '#contract/chat/messages.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { replay } from '#contract/replay.ts'
import { syncHeaders } from '#contract/sync.ts'
import { makeClient, openScope, type TestScope } from './test-scope.ts'

const room = refOf('room', 1)
const message = uuidv7()

let scope: TestScope
let owner: string
let isOnline: boolean
let isSignedIn: boolean
/** What the server applied, by key: a repeated key gets its first answer. */
let applied: Map<string, Applied>
/** Attempts, with those whose answer was lost. */
let attempts: number
let lostAnswers: number

interface Applied {
  path: string
  body: string
}

/** The server of a batch and of single requests: what it applied has its first answer again. */
function answer(url: string, init: RequestInit): Response {
  if (!isSignedIn) return Response.json({ code: 'unauthorized', message: 'Sign in' }, { status: 401 })
  const apply = (key: string, path: string, body: string) => {
    if (!applied.has(key)) applied.set(key, { path, body })
  }
  const done = { message: 'Saved', data: { ref: 'x' } }
  if (url === replay.path) {
    const { entries }: { entries: { id: string; path: string; body?: string }[] } = JSON.parse(toText(init.body))
    for (const { id, path, body = '' } of entries) apply(id, path, decodeURIComponent(body.replaceAll('+', ' ')))
    return new Response(
      entries.map(({ id }) => `${JSON.stringify({ id, status: 200, echo: id, retry_after: null, body: JSON.stringify(done) })}\n`).join(''),
    )
  }
  const own = new Headers(init.headers).get(syncHeaders.key) ?? ''
  apply(own, url, toText(init.body))
  return Response.json(done, { headers: { [syncHeaders.echo]: own } })
}

beforeEach(async () => {
  vi.resetModules()
  scope = openScope()
  owner = uuidv7()
  isOnline = true
  isSignedIn = true
  applied = new Map()
  attempts = 0
  lostAnswers = 0
  vi.stubGlobal('navigator', { onLine: true, locks: undefined })
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined, put: async () => undefined }) })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Response.json({ hosts: {} })
    attempts += 1
    if (!isOnline) throw new TypeError('no line')
    const response = answer(url, init)
    if (lostAnswers-- > 0) throw new TypeError('the line broke')
    return response
  })
  const { writeCredentials, writePreferences, writeLanguage } = await import('#console/data/outbox/wire/credentials.ts')
  await writeCredentials({ token: 'the-token', owner })
  await writePreferences({ alerts: true, newTab: false, mayAnswer: true })
  await writeLanguage('id')
})
afterEach(() => vi.unstubAllGlobals())

const data = () => ({ place: 'room', ref: room, answer: { owner, message } })

async function press(action: string, reply?: string | null, of: unknown = data()): Promise<void> {
  const { handleClick } = await import('./notification-click.ts')
  await handleClick({
    notification: { data: of, title: 'Ibu Ratna', close: () => undefined },
    action,
    ...(reply !== undefined && { reply }),
  })
}

async function waiting(): Promise<string[]> {
  const db = new OwnerDatabase(owner)
  try {
    return (await db.outbox.orderBy('seq').toArray()).map(
      ({ call, state, label, patch }) => `${call} ${state} ${label} ${patch.content ?? patch.status}`,
    )
  } finally {
    db.close()
  }
}

const at = (call: { path: string }) => [...applied.values()].filter(({ path }) => path === call.path).map(({ body }) => body)
/** Rows that wait in the device's database, read and reply of one press. */
const both = [`${messageRead.name} queued Ibu Ratna read`, `${sendMessage.name} queued Ibu Ratna Masih, Kak`]

test('a reply is sent with every tab closed, once, and what was said is read', async () => {
  await press('reply', ' Masih, Kak ')
  expect(at(messageRead)).toEqual([`{"ids":["${message}"],"status":"read"}`])
  expect(at(sendMessage)).toEqual([expect.stringMatching(new RegExp(`^content=Masih, Kak&ref=[\\w-]{36}&room=${room}$`))])
  expect([await waiting(), scope.opened, scope.syncs]).toEqual([[], [], []])
})

test("'Mark as read' reads up to the message that was shown, and opens nothing", async () => {
  await press('read')
  expect([...applied.values()]).toEqual([{ path: messageRead.path, body: `{"ids":["${message}"],"status":"read"}` }])
  expect([await waiting(), scope.opened, scope.syncs]).toEqual([[], [], []])
})

test('a reply without a network waits, the browser wakes the worker for it, and it is sent once though its answer is lost', async () => {
  isOnline = false
  await press('reply', 'Masih, Kak')
  expect([await waiting(), scope.syncs, applied.size]).toEqual([both, ['outbox'], 0])
  isOnline = true
  lostAnswers = 1
  const { replayOutbox } = await import('./replay.ts')
  const db = new OwnerDatabase(owner)
  for (let pass = 0; pass < 4; pass++) {
    await db.outbox.toCollection().modify({ nextAttemptAt: 0 })
    await replayOutbox().catch(() => undefined)
  }
  db.close()
  expect(lostAnswers).toBeLessThan(0)
  expect([applied.size, at(sendMessage).length, await waiting()]).toEqual([2, 1, []])
})

test('a browser without background sync keeps a reply for the next console', async () => {
  isOnline = false
  scope.hasSync = false
  await press('reply', 'Masih, Kak')
  expect(await waiting()).toEqual(both)
})

test('an open console is told that something waits, so that it sends it too', async () => {
  scope.clients = [makeClient('/leads/list'), makeClient('/docs', 'visible')]
  await press('read')
  expect(scope.clients.map(({ received }) => received)).toEqual([[{ type: 'outbox-grew' }], []])
})

test('a reply of somebody whose session has ended waits until they sign in', async () => {
  isSignedIn = false
  await press('reply', 'Masih, Kak')
  expect([await waiting(), scope.shown.map(({ tag }) => tag)]).toEqual([both.map((row) => row.replace('queued', 'parked')), ['sign-in']])
})

test('a reply that the device cannot keep stays in sight with its words', async () => {
  vi.doMock('#console/data/outbox/store/store.ts', () => ({
    addRows: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
  }))
  await press('reply', 'Masih, Kak')
  vi.doUnmock('#console/data/outbox/store/store.ts')
  expect(scope.shown).toMatchObject([
    { title: 'Ibu Ratna', body: 'Masih, Kak\nBelum terkirim. Perangkat ini tidak dapat menyimpannya.', data: { place: 'room', ref: room } },
  ])
  expect([attempts, scope.opened]).toEqual([0, []])
})

const words = 'a'.repeat(5_000)

test.each<[string, string, string | null | undefined, unknown, { opens: boolean; rows: number; content?: string }]>([
  ['on the alert itself', '', undefined, data, { opens: true, rows: 0 }],
  ["of 'Reply' in a browser without a field", 'reply', undefined, data, { opens: true, rows: 0 }],
  ["of 'Reply' without words", 'reply', ' \n ', data, { opens: true, rows: 0 }],
  ["of 'Reply' that has null for them", 'reply', null, data, { opens: true, rows: 0 }],
  ['that has words and names no action', '', 'Masih', data, { opens: false, rows: 2, content: 'Masih' }],
  ['with words of another script and signs', 'reply', 'مرحبا 🙏 <b>&a=1', data, { opens: false, rows: 2, content: 'مرحبا 🙏 <b>&a=1' }],
  ['with more words than a message has', 'reply', words, data, { opens: false, rows: 2, content: words }],
  ['of an action that is not known', 'archive', undefined, data, { opens: true, rows: 0 }],
  ['on an alert of before, without a message', 'read', undefined, () => ({ place: 'room', ref: room }), { opens: true, rows: 0 }],
  ['on an alert of somebody else', 'read', undefined, () => ({ ...data(), answer: { owner: 'other', message } }), { opens: true, rows: 0 }],
  ['on an alert whose data is broken', 'read', undefined, () => ({ ...data(), answer: { owner, message: 7 } }), { opens: true, rows: 0 }],
  ['on an alert of no place', 'reply', 'Masih', () => null, { opens: true, rows: 0 }],
])('a press %s does what it can', async (_, action, reply, of, { opens, rows, content }) => {
  isOnline = false
  await press(action, reply, typeof of === 'function' ? of() : of)
  const kept = await waiting()
  expect([scope.opened.length > 0, kept.length]).toEqual([opens, rows])
  if (content !== undefined) expect(kept[1]).toBe(`${sendMessage.name} queued Ibu Ratna ${content}`)
})

test('a press of somebody who has signed out opens the console, and keeps nothing', async () => {
  const { writeCredentials } = await import('#console/data/outbox/wire/credentials.ts')
  const of = data()
  await writeCredentials(null)
  await press('reply', 'Masih, Kak', of)
  expect([scope.opened, await waiting()]).toEqual([[`/chat-platform/list?room=${room}`], []])
})
