import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/test-browser.ts'
import { refOf, testEvent, testMessage, testRoom } from './test-chat.ts'

interface Shown {
  title: string
  body: string
  tag: string
  renotify?: boolean
  dir?: string
  actions?: unknown
  onclick?: () => void
  data: unknown
  close: () => void
}

let shown: Shown[]
let page: EventTarget
let played: number
let refusals: number
let spoken: { text: string; pitch: number; rate: number; volume: number; lang: string }[]
let heldLocks: string[]
let onWorkerMessage: ((event: { data: unknown }) => void) | undefined

const preferences = { 'notification-config': '{"paused":false}' }

/** Opens a browser with worker, notifications and voice. */
async function open({
  permissions = ['get crm', 'webnotif crm'],
  stored = preferences as Record<string, string>,
  writer = true,
  worker = true,
  path = '/leads/list',
} = {}) {
  vi.resetModules()
  openBrowser(stored)
  shown = []
  played = 0
  refusals = 0
  spoken = []
  heldLocks = []
  page = new EventTarget()
  vi.stubGlobal('document', {
    addEventListener: page.addEventListener.bind(page),
    visibilityState: 'visible',
    documentElement: { lang: 'id' },
  })
  const registration = {
    active: worker ? {} : null,
    getNotifications: async ({ tag }: { tag?: string }) => shown.filter((each) => tag === undefined || each.tag === tag),
    showNotification: async (title: string, options: Omit<Shown, 'title' | 'close'>) => {
      const made = { title, ...options, close: () => void shown.splice(shown.indexOf(made), 1) }
      const at = shown.findIndex(({ tag }) => tag === options.tag)
      if (at >= 0) shown.splice(at, 1)
      shown.push(made)
    },
    pushManager: { getSubscription: async () => null },
  }
  vi.stubGlobal('location', { pathname: path })
  vi.stubGlobal('navigator', {
    onLine: true,
    userAgent: '',
    serviceWorker: {
      getRegistration: async () => registration,
      ready: Promise.resolve(registration),
      addEventListener: (_type: string, received: typeof onWorkerMessage) => {
        onWorkerMessage = received
      },
    },
    locks: {
      query: async () => ({ held: heldLocks.map((name) => ({ name })) }),
      request: async (name: string, options: { signal?: AbortSignal }, work: () => unknown) => {
        heldLocks.push(name)
        options.signal?.addEventListener('abort', () => heldLocks.splice(heldLocks.indexOf(name), 1))
        return work()
      },
    },
  })
  vi.stubGlobal(
    'Notification',
    class {
      static permission = 'granted'
      onclick: () => void = () => undefined
      constructor(
        readonly title: string,
        options: { body: string; tag: string; data: unknown },
      ) {
        shown.push(Object.assign(this, options, { close: () => undefined }))
      }
    },
  )
  vi.stubGlobal(
    'Audio',
    class {
      currentTime = 0
      async play() {
        if (refusals-- > 0) throw new DOMException('press something first', 'NotAllowedError')
        played += 1
      }
    },
  )
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      constructor(readonly text: string) {}
    },
  )
  vi.stubGlobal('speechSynthesis', { cancel: () => undefined, speak: (what: (typeof spoken)[number]) => spoken.push(what) })
  vi.doMock('./running.ts', () => ({ isWriter: () => writer }))
  const [alerts, { notifyEvent }, { sessionStore }, { socketStore }, { messageStore }, { unreadStore }] = await Promise.all([
    import('./alerts.ts'),
    import('./events.ts'),
    import('../api/session.ts'),
    import('./socket.ts'),
    import('../base/messages.ts'),
    import('../base/unread-store.ts'),
  ])
  const user = { id: 7, ref: 'me', name: 'Sari', email: '' }
  sessionStore.set({ status: 'signed-in', session: { token: 't', roles: [], permissions, roleRead: [], user }, notice: null, ended: null })
  alerts.startAlerts()
  socketStore.set({ phase: 'connected', reconnected: false })
  return { ...alerts, notifyEvent, sessionStore, messageStore, unreadStore }
}

type App = Awaited<ReturnType<typeof open>>

/** Advances the page's clock; pending reads of the worker's store resolve. */
async function rest(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
  for (let round = 0; round < 50; round++) await new Promise((resolve) => setImmediate(resolve))
}

async function ready(options?: Parameters<typeof open>[0]): Promise<App> {
  const app = await open(options)
  await rest(1_000)
  return app
}

let cursor = 0
function write(app: App, room: number, content: string | null, values: Partial<Parameters<typeof testMessage>[2]> = {}): void {
  cursor += 1
  app.notifyEvent(testEvent(cursor, testRoom(room, { contact_name: `Ibu ${room}` }), testMessage(room, cursor, { content, ...values })))
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a customer message shows a notification after 300 ms, with name and text, one per room', async () => {
  const app = await ready()
  write(app, 1, 'Halo')
  await rest(100)
  write(app, 1, 'Ada?')
  write(app, 2, null, { kind: 'audio' })
  await rest(299)
  expect(shown).toEqual([])
  await rest(1)
  expect(shown.map(({ title, body, tag }) => [title, body, tag])).toEqual([
    ['Ibu 1', 'Ada?', `room-${refOf('room', 1)}`],
    ['Ibu 2', 'Pesan suara', `room-${refOf('room', 2)}`],
  ])
})

test('a console that has just connected alerts of what was written since, and leaves what was before to the push', async () => {
  const app = await open()
  expect(heldLocks).toContain('lapangan-alerting')
  write(app, 1, 'Sebelum', { created_at: new Date(Date.now() - 5_000).toISOString() })
  write(app, 2, 'Sesudah', { created_at: new Date().toISOString() })
  await rest(300)
  expect(shown.map(({ body }) => body)).toEqual(['Sesudah'])
  const { socketStore } = await import('./socket.ts')
  socketStore.set({ phase: 'connecting', reconnected: false })
  expect(heldLocks, 'without a connection the worker alerts').not.toContain('lapangan-alerting')
})

test('messages in a row share one notification and one sound, which wait for a pause with a limit', async () => {
  const app = await ready()
  for (let n = 0; n < 5; n++) {
    write(app, 1, `Pesan ${n}`)
    await rest(200)
  }
  expect([shown.length, played]).toEqual([0, 0])
  await rest(100)
  expect(shown.map(({ body }) => body)).toEqual(['Pesan 4'])
  await rest(699)
  expect(played).toBe(0)
  await rest(1)
  expect(played).toBe(1)

  for (const each of [...shown]) each.close()
  for (let n = 0; n < 7; n++) {
    write(app, 1, `Lagi ${n}`)
    await rest(200)
  }
  expect(shown).toEqual([])
  write(app, 1, 'Lagi 7')
  await rest(100)
  expect(shown.map(({ body }) => body)).toEqual(['Lagi 7'])
  for (let n = 8; n < 15; n++) {
    write(app, 1, `Lagi ${n}`)
    await rest(200)
  }
  expect(played).toBe(1)
  await rest(100)
  expect(played).toBe(2)
})

test('a message already shown by the worker is not shown again; the next one is, and alerts again', async () => {
  const app = await ready()
  shown.push({ title: 'Ibu 1', body: 'Before\nHalo', tag: `room-${refOf('room', 1)}`, data: {}, close: () => undefined })
  const { takeAlerts } = await import('../outbox/wire/credentials.ts')
  await takeAlerts([testMessage(1, cursor + 1).ref])
  write(app, 1, 'Halo')
  await rest(300)
  expect(shown.map(({ body }) => body)).toEqual(['Before\nHalo'])
  write(app, 1, 'Ada?')
  await rest(300)
  expect(shown.map(({ body, renotify }) => [body, renotify])).toEqual([['Ada?', true]])
})

test.each<[string, Parameters<typeof open>[0]]>([
  ['without the permission', { permissions: ['get crm'] }],
  ['with notifications paused', { stored: {} }],
  ['in a tab that is not the one that alerts', { writer: false }],
])('nothing alerts %s', async (_why, options) => {
  const app = await ready(options)
  write(app, 1, 'Halo')
  await rest(5_000)
  expect([shown.length, played]).toEqual([0, 0])
})

test('a viewed room does not alert, in any tab, and viewing it closes its alert', async () => {
  const app = await ready()
  write(app, 1, 'Halo')
  await rest(300)
  app.openRoom(refOf('room', 1))
  await rest(0)
  expect(shown).toEqual([])
  write(app, 1, 'Halo?')
  heldLocks.push(`lapangan-looking-${refOf('room', 2)}`)
  write(app, 2, 'Halo')
  await rest(300)
  expect(shown).toEqual([])
  app.openRoom(null)
  await rest(0)
  write(app, 1, 'Halo!')
  await rest(300)
  expect(shown.length).toBe(1)
})

test("a console's alert runs as its words do, and is answered by those who may", async () => {
  const app = await ready({ permissions: ['get crm', 'update crm', 'webnotif crm'] })
  write(app, 1, 'هل ما زال متاحًا؟')
  await rest(300)
  const answer = { owner: 'me', message: testMessage(1, cursor).ref }
  expect(shown).toMatchObject([
    { dir: 'rtl', actions: [{ action: 'read', title: 'Tandai sudah dibaca' }], data: { place: 'room', ref: refOf('room', 1), answer } },
  ])
  const reader = await ready()
  write(reader, 1, 'Halo')
  await rest(300)
  expect(shown).toMatchObject([{ dir: 'ltr', data: { place: 'room', ref: refOf('room', 1) } }])
  expect(shown[0]).not.toHaveProperty('actions')
  expect(shown[0]?.data).not.toHaveProperty('answer')
})

test('an alert that the worker had to show is closed by the tab that shows its room, and by no other', async () => {
  const app = await ready()
  const show = (ref: string) => {
    shown.push({ title: 'Ibu', body: 'Halo', tag: `room-${ref}`, data: {}, close: () => void shown.splice(0) })
    onWorkerMessage?.({ data: { type: 'alert-shown', ref } })
    return rest(0)
  }
  app.openRoom(refOf('room', 1))
  await show(refOf('room', 2))
  expect(shown.length).toBe(1)
  shown = []
  await show(refOf('room', 1))
  expect(shown).toEqual([])
  // A tab that is not seen shows nothing to anybody.
  Object.assign(document, { visibilityState: 'hidden' })
  await show(refOf('room', 1))
  expect(shown.length).toBe(1)
})

test('an alert of the room in sight is closed though no worker says that it is shown, and when the person comes back', async () => {
  const app = await ready()
  const room = refOf('room', 1)
  const show = () => shown.push({ title: 'Ibu', body: 'Halo', tag: `room-${room}`, data: {}, close: () => void shown.splice(0) })
  app.openRoom(room)
  write(app, 1, 'Halo')
  await rest(5_000)
  show()
  await rest(5_000)
  expect(shown).toEqual([])
  const become = (visibilityState: string) => {
    Object.assign(document, { visibilityState })
    page.dispatchEvent(new Event('visibilitychange'))
  }
  become('hidden')
  show()
  await rest(60_000)
  expect(shown.length).toBe(1)
  become('visible')
  await rest(0)
  expect(shown).toEqual([])
})

test('what the worker kept is sent by an open console, too', async () => {
  const wakeOutbox = vi.fn()
  vi.doMock('../writes/start.ts', () => ({ wakeOutbox }))
  await ready()
  onWorkerMessage?.({ data: { type: 'outbox-grew' } })
  await vi.dynamicImportSettled()
  vi.doUnmock('../writes/start.ts')
  expect(wakeOutbox).toHaveBeenCalledTimes(1)
})

test('nothing alerts for own messages, for other events, and after signing out', async () => {
  const app = await ready()
  write(app, 1, 'Baik', { is_admin: true })
  app.notifyEvent(testEvent(9_001, testRoom(1), null))
  app.notifyEvent({ listener: 'incoming_message', cursor: '9002', data: { ref: 'x', gone: true }, detail_chat: testMessage(1, 1) })
  app.sessionStore.set((old) => ({ ...old, session: null }))
  write(app, 1, 'Halo')
  await rest(2_000)
  expect([shown.length, played]).toEqual([0, 0])
})

test('a message shows in the console where somebody works elsewhere, in every tab and without alerts, but not in the inbox', async () => {
  const posted = (app: App) => app.messageStore.get().map(({ text, lines, room }) => [text, lines, room])
  const elsewhere = await ready({ permissions: ['get crm'], writer: false })
  write(elsewhere, 1, 'Halo')
  await rest(0)
  expect(posted(elsewhere)).toEqual([['Ibu 1', ['Halo'], refOf('room', 1)]])
  const inbox = await ready({ path: '/chat-platform/list' })
  write(inbox, 1, 'Halo')
  await rest(0)
  expect(posted(inbox)).toEqual([])
})

test('unread chats are counted in every tab, and by nobody after signing out', async () => {
  const app = await ready({ writer: false })
  const { takeRooms } = await import('./memory.ts')
  takeRooms([
    testRoom(1, { unread: 2 }),
    testRoom(2, { unread: 0, mark_as_unread: true }),
    testRoom(3, { unread: 0, mark_as_unread: false }),
  ])
  await rest(1_000)
  expect(app.unreadStore.get()).toBe(2)
  app.sessionStore.set((old) => ({ ...old, status: 'guest', session: null }))
  expect(app.unreadStore.get()).toBe(0)
})

test('alerts that are shown go with the session, and the badge; others stay', async () => {
  const app = await ready()
  const clearAppBadge = vi.fn(async () => undefined)
  Object.assign(navigator, { clearAppBadge })
  write(app, 1, 'Halo')
  write(app, 2, 'Halo')
  await rest(300)
  shown.push({ title: 'Sign in', body: '', tag: 'sign-in', data: null, close: () => shown.pop() })
  app.sessionStore.set((old) => ({ ...old, status: 'guest', session: null }))
  await rest(0)
  expect(shown.map(({ tag }) => tag)).toEqual(['sign-in'])
  expect(clearAppBadge).toHaveBeenCalledTimes(1)
})

test('messages missed while the console was closed do not alert again', async () => {
  const app = await open()
  write(app, 1, 'Old')
  await rest(2_000)
  expect(shown).toEqual([])
})

test('after a gap only the newest five rooms are shown', async () => {
  const app = await ready()
  for (let room = 1; room <= 9; room++) write(app, room, 'Halo')
  await rest(300)
  expect(shown.map(({ title }) => title)).toEqual(['Ibu 5', 'Ibu 6', 'Ibu 7', 'Ibu 8', 'Ibu 9'])
})

test('the sound rings once within a second, and is tried again five times every 200 ms', async () => {
  const app = await ready()
  write(app, 1, 'a')
  write(app, 2, 'b')
  await rest(999)
  expect(played).toBe(0)
  await rest(1)
  expect(played).toBe(1)
  refusals = 5
  write(app, 1, 'c')
  await rest(1_000 + 4 * 200)
  expect(played).toBe(1)
  await rest(200)
  expect(played).toBe(2)
  refusals = 100
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  write(app, 1, 'd')
  await rest(10_000)
  expect(refusals).toBe(94)
  expect(logged).toHaveBeenCalledTimes(1)
})

test('a message is read aloud where the person wants it, in Indonesian, at full volume', async () => {
  const app = await ready({ stored: { ...preferences, 'speech-config': '{"stop":false}' } })
  write(app, 1, 'Apa kabar?')
  expect(spoken).toMatchObject([{ text: 'Ibu 1. Apa kabar?', pitch: 1, rate: 1, volume: 1, lang: 'id-ID' }])
  const silent = await ready()
  write(silent, 1, 'Apa kabar?')
  expect(spoken).toEqual([])
})

test.each([
  [0.9, []],
  [1, [0.1]],
])('speech is mute below volume 1: at %f', async (volume, received) => {
  const app = await ready({ stored: { ...preferences, 'speech-config': JSON.stringify({ stop: false, volume }) } })
  write(app, 1, 'Apa kabar?')
  expect(spoken.map((each) => each.volume)).toEqual(received)
})

test('a click on an alert shows its room after 700 ms', async () => {
  await ready()
  const pushState = vi.fn()
  vi.stubGlobal('history', { pushState })
  onWorkerMessage?.({ data: { type: 'open-alert', place: 'room', ref: 'r 1' } })
  await rest(699)
  expect(pushState).not.toHaveBeenCalled()
  await rest(1)
  expect(pushState).toHaveBeenCalledWith(null, '', '/chat-platform/list?room=r%201')
  onWorkerMessage?.({ data: { type: 'open-alert', place: 'question', ref: 'q1' } })
  await vi.advanceTimersByTimeAsync(700)
  expect(pushState).toHaveBeenLastCalledWith(null, '', '/tanya-saham/list?open=q1')
})

test('without a worker the page alerts by itself, and a click on that shows the room after 700 ms, too', async () => {
  const app = await ready({ worker: false })
  const pushState = vi.fn()
  vi.stubGlobal('history', { pushState })
  vi.stubGlobal('window', { focus: () => undefined })
  write(app, 1, 'Halo')
  await rest(300)
  expect(shown.map(({ title, body }) => [title, body])).toEqual([['Ibu 1', 'Halo']])
  shown[0]?.onclick?.()
  await rest(699)
  expect(pushState).not.toHaveBeenCalled()
  await rest(1)
  expect(pushState).toHaveBeenCalledWith(null, '', `/chat-platform/list?room=${refOf('room', 1)}`)
})

test('an iPhone outside the installed app says what to do; a browser without push that it cannot', async () => {
  const app = await open()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  expect(await app.enableAlerts()).toBe('unsupported')
  Object.assign(navigator, { userAgent: 'Mozilla/5.0 (iPhone)' })
  expect(await app.enableAlerts()).toBe('install')
  vi.stubGlobal('PushManager', class {})
  Object.assign(Notification, { requestPermission: async () => 'denied' })
  Object.assign(navigator, { userAgent: '' })
  expect(await app.enableAlerts()).toBe('denied')
})

test('alerts are on when the push service confirmed them, not when the permission was given', async () => {
  const app = await open()
  vi.stubGlobal('PushManager', class {})
  Object.assign(Notification, { requestPermission: async () => 'granted' })
  // The registration of this browser has no push service.
  vi.stubGlobal('fetch', async () => Response.json({ key: 'AQID' }))
  expect(await app.enableAlerts()).toBe('service')
})
