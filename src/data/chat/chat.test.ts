import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '#contract/chat/messages.ts'
import { noValues } from '#contract/chat/template.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { eventually, json, openBrowser, testToken } from '#tests/support/test-browser.ts'
import { places, refOf, shownRoom, testEvent, testMessage, testMessages, testRoom } from './test-chat.ts'
import { openSockets, type TestSocket } from './test-socket.ts'
import type { FilledTemplate } from './write.ts'

const token = testToken(Math.floor(Date.now() / 1000) + 3_600)
const room = shownRoom(1)
const opened: (() => void)[] = []
let sockets: TestSocket[]

type Server = (url: URL, method: string, key: string) => Response | Promise<Response>

const page = (messages: Message[], older = false) => json({ messages, older, newer: false })
const list = (rows: unknown[]) =>
  json({ data: rows, current_page: 1, page_size: 100, next_page: 0, total_page: 1, total_record: rows.length })

/** Responses of a server with one room to reads. */
function reads(url: URL): Response | null {
  if (url.pathname === '/config.json') return json({ hosts: {} })
  // Changes go one by one.
  if (url.pathname.includes('/sync/')) return json({ code: 'not_found', message: 'Not found' }, 404)
  if (url.pathname.includes('/conversation/')) return page(testMessages(1, 1, 3))
  if (url.pathname === '/crm/in/v1/chat-platform') return list([testRoom(1)])
  return null
}

async function open(server: Server, user = { id: 7, ref: uuidv7(), name: 'Sari', email: 'sari@lapangan.test' }) {
  vi.resetModules()
  // Node has no XMLHttpRequest; only progress differs.
  vi.doMock('../api/upload.ts', async () => ({ upload: (await import('../outbox/wire/exchange.ts')).exchange }))
  const session = { roles: [], permissions: ['get crm', 'update crm'], roleRead: [], user }
  const browser = openBrowser({ jwt_access_token: token, 'lapangan-session': JSON.stringify(session) })
  vi.stubGlobal('location', { origin: 'https://console.test' })
  sockets = openSockets()
  browser.answer((url, method) => {
    const address = new URL(url, 'https://console.test')
    const key = browser.requests.at(-1)?.headers.get('Idempotency-Key') ?? ''
    return reads(address) ?? server(address, method, key)
  })
  const [start, write, memory, runs, fold, messages, outbox, store, db, { startSession }, { startChat }, { connectionStore }] =
    await Promise.all([
      import('../writes/start.ts'),
      import('./write.ts'),
      import('./memory.ts'),
      import('./runs.ts'),
      import('./fold.ts'),
      import('./messages.ts'),
      import('../writes/actions.ts'),
      import('../query/outbox-store.ts'),
      import('../cache/db.ts'),
      import('../api/session.ts'),
      import('./start.ts'),
      import('../api/connection.ts'),
    ])
  startSession()
  start.startOutbox()
  startChat()
  opened.push(db.closeDatabase)
  const readRows = async () => (await db.ownerDatabase()?.outbox.orderBy('seq').toArray()) ?? []
  const sent = () => browser.requests.filter(({ headers, url }) => headers.has('Idempotency-Key') && !url.includes('/sync/'))
  const shown = () => {
    const { rows, settled } = store.outboxStore.get()
    return fold.foldMessages(room.ref, memory.runsStore.get().get(room.ref)?.messages ?? [], [...settled, ...rows], user)
  }
  /** Accepts the socket at this feed position. */
  const connect = async (cursor: string) => {
    await eventually(() => expect(sockets.length).toBeGreaterThan(0))
    sockets.at(-1)?.accept()
    sockets.at(-1)?.receive({ data: 'connected', cursor })
  }
  const setConnection = (state: 'online' | 'offline') => {
    browser.setOnline(state === 'online')
    connectionStore.set(state)
  }
  return {
    browser,
    setConnection,
    user,
    rows: readRows,
    sent,
    shown,
    connect,
    db: () => db.ownerDatabase(),
    ...write,
    ...memory,
    ...runs,
    ...messages,
    ...outbox,
    wake: start.wakeOutbox,
  }
}

type App = Awaited<ReturnType<typeof open>>

const down: Server = () => Promise.reject(new TypeError('no line'))
const done = (key: string, data: unknown) => json({ message: 'Saved', data }, 200, { 'Mutation-Id': key })
const closedNow = (key: string) => json({ code: 'window_closed', message: 'Only a template may be sent' }, 422, { 'Mutation-Id': key })
const removal = (key: string, refs: string[]) =>
  json({ message: 'Saved', success_entities: refs.map((ref) => ({ ref, version: 2 })), failed_entities: [] }, 200, { 'Mutation-Id': key })

async function filled(app: App): Promise<void> {
  await app.connect('c0')
  // A response in flight would report the network as up.
  await eventually(async () => expect([await app.db()?.rooms.count(), await app.db()?.messages.count()]).toEqual([1, 3]))
}

beforeEach(() => vi.stubGlobal('Math', Object.assign(Object.create(Math), { random: () => 0.5 })))
afterEach(() => {
  for (const close of opened.splice(0)) close()
  vi.unstubAllGlobals()
})

test('a device is filled at the first connection, and a room is read offline afterwards', async () => {
  const app = await open(down)
  await filled(app)
  expect((await app.db()?.meta.get('chatCursor'))?.value).toBe('c0')
  sockets.at(-1)?.receive(testEvent(1, testRoom(1, { version: 2, unread: 1 }), testMessage(1, 4)))
  await eventually(async () => expect((await app.db()?.meta.get('chatCursor'))?.value).toBe('1'))
  opened.splice(0)[0]?.()

  const later = await open(down, app.user)
  await eventually(() => expect(later.roomsStore.get().loaded).toBe(true))
  expect(later.roomsStore.get().rooms.get(room.ref)?.unread).toBe(1)
  later.setConnection('offline')
  await later.openRun(room.ref)
  expect(places(later.runsStore.get().get(room.ref)?.messages ?? [])).toEqual([1, 2, 3, 4])
  expect(later.runStates.get().get(room.ref)).toBe('offline')
  later.browser.answer(() => Promise.reject(new TypeError('no line')))
  const finds = async (...asked: [string, Message?]) => {
    const { messages, older, isCached } = await later.searchMessages(room.ref, ...asked)
    return [places(messages), older, isCached]
  }
  expect(await finds('MESSAGE 4')).toEqual([[4], false, true])
  expect(await finds('message', testMessage(1, 3))).toEqual([[2, 1], false, true])
  await eventually(() => expect(sockets.length).toBeGreaterThan(0))
  sockets.at(-1)?.accept()
  expect(sockets.at(-1)?.sent).toEqual([{ token, cursor: '1' }])
})

test('a reply is shown at once, sent once by its ref, and turns into the message of the server', async () => {
  const app: App = await open(async (_url, _method, key) => {
    const body = app.sent().at(-1)?.body
    const ref = body instanceof FormData ? String(body.get('ref')) : ''
    return done(key, testMessage(1, 4, { ref, is_admin: true, status: 'sent', content: 'Baik' }))
  })
  await filled(app)
  await app.openRun(room.ref)
  app.setConnection('offline')
  await app.sendText(room, { content: 'Baik', reply_to: refOf('message', 100_003) })
  await eventually(() => expect(app.shown().at(-1)).toMatchObject({ content: 'Baik', tick: 'device', reply_to: { content: 'Message 3' } }))
  expect(app.sent()).toEqual([])
  app.setConnection('online')
  await eventually(async () => expect(await app.rows()).toEqual([]))
  expect(app.sent().length).toBe(1)
  expect(app.shown().at(-1)).toMatchObject({ tick: 'sent', place: 4 })
  expect(app.shown().filter(({ content }) => content === 'Baik').length).toBe(1)
  await eventually(async () => expect(await app.db()?.messages.count()).toBe(4))
})

function filledTemplate(name: string, text: string, ...body: string[]): FilledTemplate {
  return { key: uuidv7(), name, language: 'id', version: '', values: { ...noValues, body }, file: null, text }
}

test('a reply after the window is kept with the reason; a template takes its place, before what was written after it', async () => {
  let isTemplate = false
  const app: App = await open(async (_url, _method, key) => {
    const body = app.sent().at(-1)?.body
    const form = body instanceof FormData ? body : new FormData()
    isTemplate ||= form.has('template')
    const message = testMessage(1, 9, { ref: String(form.get('ref')), is_admin: true, content: String(form.get('content')) })
    return isTemplate ? done(key, message) : closedNow(key)
  })
  await filled(app)
  await app.sendText(room, { content: 'Late' })
  await app.sendText(room, { content: 'Later' })
  await eventually(async () => expect((await app.rows())[0]).toMatchObject({ state: 'parked', reason: 'windowClosed' }))
  const [first, second] = await app.rows()
  expect(second?.state).toBe('queued')
  await eventually(() => expect(app.shown().map(({ tick }) => tick)).toEqual(['parked', 'device']))
  expect(app.shown()[0]?.parked).toMatchObject({ why: 'windowClosed', message: 'Only a template may be sent', seq: first?.seq })
  // In the person's language, not the server's.
  const { messageStore } = await import('../base/messages.ts')
  const [notified] = messageStore.get()
  expect(notified).toMatchObject({ kind: 'error', message: 'outbox.reason.windowClosed' })
  expect(notified).not.toHaveProperty('text')

  await app.chooseTemplateFor(first?.seq ?? 0, filledTemplate('hello', 'Halo Budi', 'Budi'))
  await eventually(async () => expect(await app.rows()).toEqual([]))
  const bodies = app.sent().map(({ body }) => (body instanceof FormData ? Object.fromEntries(body) : {}))
  expect(bodies.map(({ content }) => content)).toEqual(['Late', 'Halo Budi', 'Later'])
  expect(bodies[1]).toMatchObject({ template: 'hello', values: '[{"value":"Budi"}]', room: room.ref })
  const keys = app.sent().map(({ headers }) => headers.get('Idempotency-Key'))
  expect(new Set(keys).size).toBe(3)
})

test('a search asks for the page after its last find, and says when the server could not tell', async () => {
  const app = await open(down)
  await filled(app)
  const asked: string[] = []
  app.browser.answer((url) => {
    const { searchParams } = new URL(url, 'https://console.test')
    if (!searchParams.has('search')) return reads(new URL(url, 'https://console.test')) ?? json({})
    asked.push(String(searchParams))
    return searchParams.has('before') ? json({ code: 'error', message: 'No' }, 500) : page([testMessage(1, 300), testMessage(1, 200)], true)
  })
  const { messages, older, isCached } = await app.searchMessages(room.ref, ' Message ')
  expect([places(messages), older, isCached]).toEqual([[300, 200], true, false])
  await expect(app.searchMessages(room.ref, 'Message', testMessage(1, 200))).rejects.toMatchObject({ status: 500 })
  expect(asked).toEqual(['search=Message&limit=100', 'search=Message&limit=100&before=200'])
})

test('a discarded message leaves later ones in place', async () => {
  const app: App = await open((_url, _method, key) => {
    const body = app.sent().at(-1)?.body
    const form = body instanceof FormData ? body : new FormData()
    return form.get('content') === 'Late' ? closedNow(key) : done(key, testMessage(1, 4, { ref: String(form.get('ref')), is_admin: true }))
  })
  await filled(app)
  await app.sendText(room, { content: 'Late' })
  await app.sendText(room, { content: 'Fine' })
  await eventually(async () => expect((await app.rows())[0]?.state).toBe('parked'))
  await app.discardMessage((await app.rows())[0]?.seq ?? 0)
  await eventually(async () => expect(await app.rows()).toEqual([]))
  expect(app.sent().length).toBe(2)
})

test('cached messages of listed rooms are in memory before a press', async () => {
  vi.stubGlobal('window', {})
  const app = await open(down)
  await filled(app)
  const shown = () => places(app.runsStore.get().get(room.ref)?.messages ?? [])
  await app.prefetchRuns([room.ref, refOf('room', 2)], new AbortController().signal)
  expect([shown(), app.runStates.get().get(room.ref)]).toEqual([[1, 2, 3], undefined])
  // Events during the read are only on the device.
  await app.db()?.messages.put(testMessage(1, 4))
  app.setConnection('offline')
  await app.openRun(room.ref)
  expect([shown(), app.runStates.get().get(room.ref)]).toEqual([[1, 2, 3, 4], 'offline'])
  app.clearMemory()
  const left = new AbortController()
  left.abort()
  await app.prefetchRuns([room.ref], left.signal)
  expect(shown()).toEqual([])
})

test('offline a reply whose window closes is parked before it is sent, and goes on when the customer writes', async () => {
  const app: App = await open((_url, _method, key) => {
    const body = app.sent().at(-1)?.body
    return done(key, testMessage(1, 5, { ref: body instanceof FormData ? String(body.get('ref')) : '', is_admin: true }))
  })
  await filled(app)
  app.setConnection('offline')
  app.patchRoom(room.ref, { window_until: new Date(Date.now() - 1_000).toISOString() })
  await app.sendText(room, { content: 'Late' })
  await eventually(async () => expect((await app.rows())[0]).toMatchObject({ state: 'parked', reason: 'windowClosed', attempted: false }))
  app.setConnection('online')
  await app.connect('c0')
  expect(app.sent()).toEqual([])
  sockets.at(-1)?.receive(testEvent(1, testRoom(1, { version: 3 }), testMessage(1, 4)))
  await eventually(async () => expect(await app.rows()).toEqual([]))
  expect(app.sent().length).toBe(1)
})

test('notes, tags, status and assignment wait for the network, in the lane of their room', async () => {
  const app: App = await open((_url, _method, key) => removal(key, [room.ref]))
  await filled(app)
  app.setConnection('offline')
  await app.changeRooms([room], { notes: 'VIP' })
  await app.changeRooms([room], { tag: ['hot'] })
  await app.changeRooms([room], { status: 'resolved' })
  await app.changeRooms([room], { assignee_sales: 0 })
  await app.changeRooms([room], { release: true })
  await app.changeRooms([room], { takeover: true })
  expect((await app.rows()).map(({ call, touches }) => [call, touches.length])).toEqual([
    ['chat-platform.notes', 1],
    ['chat-platform.tag', 1],
    ['chat-platform.status', 1],
    ['chat-platform.assign-chat', 1],
    ['chat-platform.release-chat', 1],
    ['chat-platform.takeover-chat', 1],
  ])
  app.setConnection('online')
  await eventually(async () => expect(await app.rows()).toEqual([]))
  expect((await app.db()?.rooms.get(room.ref))?.row).toMatchObject({ notes: 'VIP', tag: ['hot'], status: 'resolved' })
  expect(app.roomsStore.get().rooms.get(room.ref)).toMatchObject({ status: 'resolved', assignee_sales: 7, assignee_sales_name: 'Sari' })
})

test('a change of many rooms waits in the lane of each, so that one that is stuck holds up nobody else', async () => {
  const second = shownRoom(2)
  const app: App = await open((url, _method, key) => (url.pathname.endsWith('/send-message') ? closedNow(key) : removal(key, [second.ref])))
  await filled(app)
  await app.sendText(room, { content: 'Late' })
  await eventually(async () => expect((await app.rows())[0]?.state).toBe('parked'))
  await app.changeRooms([room, second], { status: 'resolved' })
  await eventually(async () => expect((await app.rows()).map(({ call, touches: [, at = ''] }) => [call, at]).length).toBe(2))
  expect((await app.rows()).at(-1)?.touches).toEqual([room.ref])
  expect(JSON.parse(String(app.sent().at(-1)?.body))).toEqual({ ids: [second.ref], status: 'resolved' })
})

test('notes and tags are sent with their base, so that those of others stay', async () => {
  const app: App = await open((_url, _method, key) => removal(key, [room.ref]))
  await filled(app)
  await app.changeRooms([shownRoom(1, { notes: 'VIP' })], { notes: 'VIP, paid' })
  await app.changeRooms([shownRoom(1, { notes: 'VIP, called' })], { notes: 'VIP, paid', was: 'VIP' })
  await app.changeRooms([shownRoom(1, { tag: ['hot'] })], { tag: ['hot', 'emt'] })
  await eventually(async () => expect(await app.rows()).toEqual([]))
  expect(app.sent().map(({ body }) => JSON.parse(String(body)))).toEqual([
    { ids: [room.ref], notes: 'VIP, paid', was: { notes: 'VIP' } },
    { ids: [room.ref], notes: 'VIP, paid', was: { notes: 'VIP' } },
    { ids: [room.ref], tag: ['hot', 'emt'], was: { tag: ['hot'] } },
  ])
  expect((await app.db()?.rooms.get(room.ref))?.row).not.toHaveProperty('was')
})

test('reading a room does not wait behind a message that cannot be sent', async () => {
  const app: App = await open((url, _method, key) => (url.pathname.endsWith('/send-message') ? closedNow(key) : removal(key, [])))
  await filled(app)
  await app.openRun(room.ref)
  await app.sendText(room, { content: 'Late' })
  await eventually(async () => expect((await app.rows())[0]?.state).toBe('parked'))
  await app.markRead({ ...room, unread: 2 })
  await eventually(async () => expect((await app.rows()).length).toBe(1))
  const last = app.sent().at(-1)
  expect(last?.url).toContain('/status/message')
  expect(JSON.parse(String(last?.body))).toEqual({ ids: [refOf('message', 100_003)], status: 'read' })
  await app.markRead(room)
  expect((await app.rows()).length).toBe(1)
})

test('reading goes up to what came last, also where that is late, and takes all once that did not help', async () => {
  const app: App = await open((_url, _method, key) => removal(key, []))
  await filled(app)
  await app.openRun(room.ref)
  const { messages = [] } = app.runsStore.get().get(room.ref) ?? {}
  const late = testMessage(1, 5, { created_at: testMessage(1, 0).created_at })
  // A message before it came late from before the part that is here.
  app.setRun(room.ref, {
    messages: [testMessage(1, 4, { created_at: testMessage(1, 1).created_at }), ...messages],
    older: true,
    newer: false,
    outside: [late],
  })
  const read = async () => {
    await app.markRead({ ...room, unread: 1 })
    await eventually(async () => expect(await app.rows()).toEqual([]))
    const { url = '', body } = app.sent().at(-1) ?? {}
    return [url.split('/chat-platform/')[1], JSON.parse(String(body)).ids]
  }
  expect(await read()).toEqual(['status/message', [late.ref, refOf('message', 100_003)]])
  expect(await read()).toEqual(['mark-as-unread', [room.ref]])
})

test('a refused message is logged once, without its text', async () => {
  const app: App = await open((url, _method, key) =>
    url.pathname.endsWith('/error-logs') ? json({ message: 'ok' }) : json({ code: 'invalid', message: 'No' }, 422, { 'Mutation-Id': key }),
  )
  await filled(app)
  await app.sendText(room, { content: 'Secret words' })
  await eventually(() => expect(app.browser.requests.some(({ url }) => url.endsWith('/error-logs'))).toBe(true))
  const logs = app.browser.requests.filter(({ url }) => url.endsWith('/error-logs'))
  expect(logs.length).toBe(1)
  const [row] = await app.rows()
  expect(logs[0]?.headers.get('X-Api-Token')).toBe(token)
  expect(JSON.parse(String(logs[0]?.body))).toEqual({
    message: 'rejected 422',
    code: 'invalid',
    at: 'chat-messages.create',
    detail: `${row?.id} No`,
  })
})

test('a message that the provider refused after the server accepted it is logged once, too', async () => {
  const app: App = await open(() => json({ message: 'ok' }))
  await filled(app)
  const failed = { is_admin: true, status: 'failed', sender: app.user.name, failure: 'Not on WhatsApp (131026)' } as const
  const tell = (cursor: number, values: object) =>
    sockets.at(-1)?.receive(testEvent(cursor, testRoom(1, { version: cursor + 1 }), testMessage(1, 3, { version: cursor, ...values })))
  tell(2, { ...failed, sender: 'Somebody else' })
  tell(3, failed)
  tell(4, failed)
  const logs = () => app.browser.requests.filter(({ url }) => url.endsWith('/error-logs'))
  await eventually(async () => expect((await app.db()?.meta.get('chatCursor'))?.value).toBe('4'))
  expect(logs().map(({ body }) => JSON.parse(String(body)))).toEqual([
    {
      message: 'failed by the provider',
      code: 'failed',
      at: 'chat-messages.create',
      detail: `${testMessage(1, 3).ref} Not on WhatsApp (131026)`,
    },
  ])
})

const outgoing = (name: string, type: string) => ({ key: uuidv7(), file: new File([name], name, { type }) })

test('files are queued all or none, with their draft: after a full device they are sent once', async () => {
  const app: App = await open(down)
  await filled(app)
  app.setConnection('offline')
  const { addDraftFile, dropDraftFiles, readDraftFiles } = await import('../cache/draft-files.ts')
  const files = ['a', 'b', 'c', 'd', 'e'].map((name) => outgoing(`${name}.pdf`, 'application/pdf'))
  for (const { key, file } of files) await addDraftFile('chat/r', { ref: key, name: file.name, blob: file })
  const drafts = async () => (await readDraftFiles('chat/r')).length
  const keys = files.map(({ key }) => key)
  const send = () => app.sendMedia(room, files, { content: 'See' }, (db) => dropDraftFiles('chat/r', keys, db))
  const put = IDBObjectStore.prototype.put
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    const [value] = given
    if (this.name === 'files' && value.key && value.seq % 5 === 3) throw new DOMException('Too much', 'QuotaExceededError')
    return put.apply(this, given)
  })
  // What was asked for before may have been answered meanwhile.
  app.setConnection('offline')
  await expect(send()).rejects.toMatchObject({ reason: 'quota' })
  expect([(await app.rows()).length, await drafts()]).toEqual([0, 5])
  full.mockRestore()
  await send()
  expect((await app.rows()).map(({ touches, patch }) => [touches[0], patch.content])).toEqual(
    keys.map((key, i) => [key, i === 0 ? 'See' : undefined]),
  )
  expect(await drafts()).toBe(0)
})

test('files are sent one per message, the text with the first', async () => {
  const app: App = await open(down)
  await filled(app)
  app.setConnection('offline')
  const files = [outgoing('a.jpg', 'image/jpeg'), outgoing('b.pdf', 'application/pdf')]
  await app.sendMedia(room, files, { content: 'See' })
  await eventually(() => expect(app.shown().length).toBe(2))
  expect(app.shown().map(({ kind, content, media_name }) => [kind, content, media_name])).toEqual([
    ['image', 'See', 'a.jpg'],
    ['document', null, 'b.pdf'],
  ])
  const [first] = app.shown()
  expect(first && (await app.mediaUrl(first))).toMatch(/^blob:/)
})

test('a template that waits shows what the customer will read, in the conversation and in the list', async () => {
  const app = await open(down)
  await filled(app)
  app.setConnection('offline')
  await app.sendTemplate(room, filledTemplate('follow_up', 'Halo Siti, kelasnya mulai Senin.', 'Siti'))
  await eventually(() => expect(app.shown().at(-1)).toMatchObject({ content: 'Halo Siti, kelasnya mulai Senin.', template: 'follow_up' }))
})

test('a template with its file goes once, however often its form is pressed, and carries what it was filled in with', async () => {
  const app = await open(async (_url, _method, key) => done(key, testMessage(1, 9, { is_admin: true })))
  await filled(app)
  app.setConnection('offline')
  const file = new File(['%PDF'], 'tagihan.pdf', { type: 'application/pdf' })
  const values = { ...noValues, body: ['Siti'], buttons: { 1: 'emt 12' }, header: 'EMT' }
  const template = { ...filledTemplate('tagihan', 'Halo Siti', 'Siti'), version: 'v1', file, values }
  await Promise.all([app.sendTemplate(room, template), app.sendTemplate(room, template)])
  await app.sendTemplate(room, template)
  expect(await app.rows()).toMatchObject([{ id: template.key, touches: [template.key, room.ref], files: [{ field: 'media' }] }])
  app.setConnection('online')
  await eventually(async () => expect(await app.rows()).toEqual([]))
  const [{ headers, body } = { headers: new Headers(), body: null }] = app.sent()
  expect([app.sent().length, headers.get('Idempotency-Key')]).toEqual([1, template.key])
  const form = body instanceof FormData ? body : new FormData()
  expect(Object.fromEntries([...form].filter(([name]) => name.startsWith('template')))).toEqual({
    template: 'tagihan',
    template_language: 'id',
    template_version: 'v1',
    template_header: 'EMT',
    template_buttons: '[{"index":1,"value":"emt 12"}]',
  })
  expect(form.get('media')).toMatchObject({ name: 'tagihan.pdf', type: 'application/pdf' })
})

test('a voice note has no caption: the text is with another file, or after it', async () => {
  const app = await open(down)
  await filled(app)
  app.setConnection('offline')
  const voice = () => outgoing('a.ogg', 'audio/ogg')
  await app.sendMedia(room, [voice(), outgoing('b.pdf', 'application/pdf')], { content: 'See' })
  await app.sendMedia(room, [voice()], { content: 'Hear', reply_to: refOf('message', 100_003) })
  await eventually(() => expect(app.shown().length).toBe(4))
  expect(app.shown().map(({ kind, content, reply_to }) => [kind, content, reply_to !== null])).toEqual([
    ['audio', null, false],
    ['document', 'See', false],
    ['audio', null, true],
    ['text', 'Hear', false],
  ])
})

test('signing out leaves nothing of the chat in memory, and no socket', async () => {
  const app = await open(down)
  await filled(app)
  const { end } = await import('../api/session.ts')
  end(null, 'signed-out')
  expect(app.roomsStore.get().rooms.size).toBe(0)
  expect(sockets.at(-1)?.closed).toBe(true)
})

test('a person without access to rooms opens no socket', async () => {
  const app = await open(down)
  const { sessionStore } = await import('../api/session.ts')
  sessionStore.set((old) => ({ ...old, session: old.session && { ...old.session, permissions: ['get content'] } }))
  await eventually(() => expect(app.roomsStore.get().rooms.size).toBe(0))
  expect(sockets.every(({ closed }) => closed)).toBe(true)
})
