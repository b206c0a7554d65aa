import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually, json, openBrowser, testToken } from '#tests/support/test-browser.ts'
import type { AlertStep } from './self-test.ts'

const token = testToken(4_000_000_000)
const key = 'AQID'

interface HeldLock {
  endpoint: string
  unsubscribed: boolean
}

let received: ((event: { data: unknown }) => void) | undefined
let subscriptions: HeldLock[]
let asked: PushSubscriptionOptionsInit[]

function subscription(endpoint: string, bytes: number[]) {
  const made: HeldLock = { endpoint, unsubscribed: false }
  subscriptions.push(made)
  return {
    endpoint,
    options: { applicationServerKey: Uint8Array.from(bytes).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      made.unsubscribed = true
      return true
    },
  }
}

async function open({
  permission = 'granted',
  active = true,
  own = null as number[] | null,
  /** What the push service answers instead of a subscription. */
  refusal = null as (() => Promise<never>) | null,
  /** Endpoint that was stored at the last start. */
  kept = null as string | null,
} = {}) {
  vi.resetModules()
  received = undefined
  subscriptions = []
  asked = []
  const browser = openBrowser({
    jwt_access_token: token,
    'notification-config': '{"paused":false}',
    ...(kept !== null && { 'lapangan-push-endpoint': kept }),
  })
  let current = own ? subscription('https://push.test/old', own) : null
  const registration = {
    active: active ? {} : null,
    pushManager: {
      getSubscription: async () => (subscriptions.at(-1)?.unsubscribed ? null : current),
      subscribe: async (options: PushSubscriptionOptionsInit) => {
        asked.push(options)
        if (refusal) return refusal()
        current = current && !subscriptions.at(-1)?.unsubscribed ? current : subscription('https://push.test/new', [1, 2, 3])
        return current
      },
    },
  }
  Object.assign(navigator, {
    serviceWorker: {
      getRegistration: async () => registration,
      ready: Promise.resolve(registration),
      addEventListener: (_type: string, listener: typeof received) => {
        received = listener
      },
    },
  })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission })
  const [{ runSelfTest }, push, { sessionStore }, { notificationStore }] = await Promise.all([
    import('./self-test.ts'),
    import('./push-subscription.ts'),
    import('../api/session.ts'),
    import('../base/device-preferences.ts'),
  ])
  const user = { id: 7, ref: 'me', name: 'Sari', email: '' }
  const session = { token, roles: [], permissions: ['webnotif crm'], roleRead: [], user }
  sessionStore.set({ status: 'signed-in', session, notice: null, ended: null })
  const notified = () => browser.requests.map(({ url, method }) => `${method} ${url.split('/push/')[1]}`)
  let steps: AlertStep[] = []
  const run = async () => {
    await runSelfTest((next) => {
      steps = next
    })
    return steps.map(({ name, state, detail }) => [name, state, ...(detail ? [detail] : [])])
  }
  return { browser, notified, run, sessionStore, notificationStore, ...push }
}

type App = Awaited<ReturnType<typeof open>>

/** Bodies of what the server was told of subscriptions. */
const sentBodies = ({ browser }: App) =>
  browser.requests.flatMap(({ url, method, body }) => (url.endsWith('subscriptions') ? [[method, JSON.parse(String(body))]] : []))

/** The person leaves the page and comes back. */
function comeBack({ browser }: App): void {
  for (const visibilityState of ['hidden', 'visible']) {
    Object.assign(document, { visibilityState })
    browser.fire('visibilitychange')
  }
}

const server = (url: string, outcome: unknown = { ok: true, status: 201, tried: [] }) => {
  if (url.endsWith('/key')) return json({ key })
  return json(url.endsWith('/test') ? outcome : { message: 'Saved' })
}

beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('the self-test runs every step, with a push that arrives', async () => {
  const app = await open()
  app.browser.answer((url) => {
    if (url.endsWith('/test')) setTimeout(() => received?.({ data: { type: 'push-test' } }), 0)
    return server(url)
  })
  expect(await app.run()).toEqual([
    ['permission', 'ok'],
    ['worker', 'ok'],
    ['subscription', 'ok'],
    ['push', 'ok'],
  ])
  expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: Uint8Array.from([1, 2, 3]) }])
  const body = app.browser.requests.find(({ method, url }) => method === 'POST' && url.endsWith('subscriptions'))?.body
  expect(JSON.parse(String(body))).toEqual({ endpoint: 'https://push.test/new', p256dh: 'p', auth: 'a' })
})

test('the self-test stops at the first step that fails, with the reason', async () => {
  expect((await (await open({ permission: 'denied' })).run())[0]).toEqual(['permission', 'failed', 'denied'])
  expect((await (await open({ active: false })).run())[1]).toEqual(['worker', 'failed', 'missing'])
  const refused = await open()
  refused.browser.answer((url) => (url.endsWith('/key') ? json({ key }) : json({ code: 'forbidden', message: 'Not for you' }, 403)))
  expect(await refused.run()).toEqual([
    ['permission', 'ok'],
    ['worker', 'ok'],
    ['subscription', 'failed', 'Not for you'],
    ['push', 'idle'],
  ])
  const dead = await open()
  dead.browser.answer((url) => server(url, { ok: false, status: 410, tried: [] }))
  expect((await dead.run())[3]).toEqual(['push', 'failed', '410'])
})

test('a push that does not come is a failure', async () => {
  const app = await open()
  app.browser.answer((url) => server(url))
  vi.useFakeTimers()
  const run = app.run()
  await vi.advanceTimersByTimeAsync(20_000)
  expect((await run)[3]).toEqual(['push', 'failed', 'timeout'])
})

test('the subscription follows the preference and the session; the server is told once', async () => {
  const app = await open()
  app.browser.answer((url) => server(url))
  const holds = () => app.sessionStore.get().session?.permissions.includes('webnotif crm') ?? false
  app.followSubscription(holds)
  await eventually(() => expect(app.notified()).toEqual(['GET key', 'POST subscriptions']))
  app.sessionStore.set((old) => ({ ...old }))
  app.notificationStore.set(false)
  await eventually(() => expect(app.notified()).toEqual(['GET key', 'POST subscriptions', 'DELETE subscriptions']))
  expect(subscriptions[0]?.unsubscribed).toBe(true)
  app.notificationStore.set(true)
  await eventually(() => expect(app.notified().length).toBe(5))
  app.sessionStore.set({ status: 'guest', session: null, notice: null, ended: 'signed-out' })
  await eventually(() => expect(subscriptions[1]?.unsubscribed).toBe(true))
  // The session is gone, and its data on the server.
  expect(app.notified().length).toBe(5)
})

test('nobody is subscribed without the permission, and an existing subscription is removed', async () => {
  const app = await open({ own: [1, 2, 3] })
  app.browser.answer((url) => server(url))
  app.followSubscription(() => false)
  await eventually(() => expect(subscriptions[0]?.unsubscribed).toBe(true))
  expect(asked).toEqual([])
})

test('a subscription for other keys of the server is made anew', async () => {
  const app = await open({ own: [9, 9, 9] })
  app.browser.answer((url) => server(url))
  expect((await app.subscribe())?.endpoint).toBe('https://push.test/new')
  expect(subscriptions.map(({ endpoint, unsubscribed }) => [endpoint, unsubscribed])).toEqual([
    ['https://push.test/old', true],
    ['https://push.test/new', false],
  ])
})

const refuse = (name: string, message: string) => async (): Promise<never> => {
  throw new DOMException(message, name)
}

test.each<[string, Parameters<typeof open>[0], ((url: string) => Response) | null, string]>([
  ['everybody says yes', {}, null, 'confirmed'],
  ['the person says no', { permission: 'denied' }, null, 'denied'],
  ['the person does not answer', { permission: 'default' }, null, 'denied'],
  ['Brave has its push service off', { refusal: refuse('AbortError', 'Registration failed - push service error') }, null, 'service'],
  ['a private window takes no subscription', { refusal: refuse('NotAllowedError', 'not in private windows') }, null, 'service'],
  ['Firefox cannot reach its push service', { refusal: refuse('AbortError', 'Error retrieving push subscription.') }, null, 'service'],
  ['the browser has a subscription in another way', { refusal: refuse('InvalidStateError', 'other key') }, null, 'service'],
  ['the server has no key', {}, () => json({ code: 'unknown', message: 'no' }, 500), 'server'],
  [
    'the server refuses to store it',
    {},
    (url) => (url.endsWith('/key') ? json({ key }) : json({ code: 'x', message: 'no' }, 403)),
    'server',
  ],
  [
    'the connection goes before it is stored',
    {},
    (url) => {
      if (url.endsWith('/key')) return json({ key })
      throw new TypeError('Failed to fetch')
    },
    'offline',
  ],
])('alerts are told as they are when %s', async (_, browser, answers, state) => {
  const app = await open(browser)
  app.browser.answer((url) => (answers ?? server)(url))
  expect(app.pushStore.get()).toBe('unknown')
  expect(await app.confirmPush()).toBe(state)
  expect(app.pushStore.get()).toBe(state)
})

test('without a network a push service that fails is not blamed', async () => {
  const app = await open({ refusal: refuse('AbortError', 'no network') })
  app.browser.answer((url) => server(url))
  app.browser.setOnline(false)
  expect(await app.confirmPush()).toBe('offline')
})

test('a push service that never answers is told after 20 s, and a worker that never starts', async () => {
  const app = await open({ refusal: () => new Promise(() => undefined) })
  app.browser.answer((url) => server(url))
  vi.useFakeTimers()
  const silent = app.confirmPush()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await silent).toBe('service')
  Object.assign(navigator.serviceWorker, { ready: new Promise(() => undefined) })
  const workerless = app.confirmPush()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await workerless).toBe('worker')
})

test('two that ask at once subscribe once, and a later press tries again', async () => {
  const app = await open()
  app.browser.answer(() => json({ code: 'x', message: 'no' }, 503))
  expect(await Promise.all([app.confirmPush(), app.confirmPush()])).toEqual(['server', 'server'])
  expect(app.notified()).toEqual(['GET key'])
  app.browser.answer((url) => server(url))
  expect(await app.confirmPush()).toBe('confirmed')
})

test('what failed is tried again with the network, and what is paused is not shown as on', async () => {
  const app = await open()
  app.browser.answer(() => json({ code: 'x', message: 'no' }, 503))
  app.followSubscription(() => true)
  await eventually(() => expect(app.pushStore.get()).toBe('server'))
  app.browser.answer((url) => server(url))
  app.browser.fire('online')
  await eventually(() => expect(app.pushStore.get()).toBe('confirmed'))
  app.notificationStore.set(false)
  await eventually(() => expect(app.pushStore.get()).toBe('unknown'))
})

const oldEndpoint = 'https://push.test/old'
const keys = { p256dh: 'p', auth: 'a' }

test('a subscription that died is renewed at the next start: the server has forgotten it, though the browser has it', async () => {
  const app = await open({ own: [1, 2, 3], kept: oldEndpoint })
  let known = 0
  app.browser.answer((url) => (url.endsWith('/key') ? json({ key }) : json({ message: 'On', is_new: known++ < 2, silent_since: null })))
  app.followSubscription(() => true)
  await eventually(() => expect(app.pushStore.get()).toBe('confirmed'))
  expect(sentBodies(app)).toEqual([
    ['POST', { endpoint: oldEndpoint, ...keys }],
    ['POST', { endpoint: 'https://push.test/new', ...keys }],
  ])
  expect(subscriptions[0]?.unsubscribed).toBe(true)
  expect(app.browser.storage.get('lapangan-push-endpoint')).toBe('https://push.test/new')
})

test.each<[string, Parameters<typeof open>[0], boolean]>([
  ['that the server knows', { own: [1, 2, 3], kept: oldEndpoint }, false],
  ['of a device that was never stored', { own: [1, 2, 3] }, true],
  ['that the browser has changed meanwhile', { own: [1, 2, 3], kept: 'https://push.test/other' }, true],
])('a subscription %s is not made anew', async (_, browser, isNew) => {
  const app = await open(browser)
  app.browser.answer((url) => (url.endsWith('/key') ? json({ key }) : json({ message: 'On', is_new: isNew, silent_since: null })))
  expect(await app.confirmPush()).toBe('confirmed')
  expect([sentBodies(app), subscriptions[0]?.unsubscribed]).toEqual([[['POST', { endpoint: oldEndpoint, ...keys }]], false])
})

test('a subscription that the browser has lost is made again at the next start', async () => {
  const app = await open({ kept: oldEndpoint })
  app.browser.answer((url) => server(url))
  app.followSubscription(() => true)
  await eventually(() => expect(app.pushStore.get()).toBe('confirmed'))
  expect(sentBodies(app)).toEqual([['POST', { endpoint: 'https://push.test/new', ...keys }]])
})

test('alerts that do not arrive are told of at the start, and set up again by a press', async () => {
  const app = await open({ own: [1, 2, 3], kept: oldEndpoint })
  const silent_since = '2026-11-25T03:30:00.000Z'
  app.browser.answer((url, method) => {
    if (url.endsWith('/key')) return json({ key })
    return json({
      message: 'On',
      ...(method === 'POST' && { is_new: subscriptions.length > 1, silent_since: subscriptions.length > 1 ? null : silent_since }),
    })
  })
  expect(await app.confirmPush()).toBe('confirmed')
  expect(app.silenceStore.get()).toBe(silent_since)
  expect(await app.renewPush()).toBe('confirmed')
  expect(app.silenceStore.get()).toBe(null)
  expect(sentBodies(app).slice(1)).toEqual([
    ['DELETE', { endpoint: oldEndpoint }],
    ['POST', { endpoint: 'https://push.test/new', ...keys }],
  ])
})

test('a push that the worker could not confirm is confirmed at the next start, once', async () => {
  const app = await open({ own: [1, 2, 3], kept: oldEndpoint })
  app.browser.answer((url) => server(url))
  const { writeReceipt, readReceipt } = await import('../outbox/wire/credentials.ts')
  await writeReceipt({ receivedAt: 20, confirmedAt: 10 })
  await app.confirmPush()
  expect(sentBodies(app)).toEqual([['POST', { endpoint: oldEndpoint, ...keys, received: true }]])
  expect(await readReceipt()).toEqual({ receivedAt: 20, confirmedAt: 20 })
})

test('permission taken away while the console was closed is seen at the start, and the server pushes no more', async () => {
  const app = await open({ permission: 'denied', kept: oldEndpoint })
  app.browser.answer((url) => server(url))
  app.followSubscription(() => true)
  await eventually(() => expect(sentBodies(app)).toEqual([['DELETE', { endpoint: oldEndpoint }]]))
  await eventually(() => expect(app.pushStore.get()).toBe('denied'))
  expect(app.browser.storage.has('lapangan-push-endpoint')).toBe(false)
})

test.each(['denied', 'default'])(
  'permission that becomes %s while the console is open is seen when the person comes back, and so is its return',
  async (taken) => {
    const app = await open({ own: [1, 2, 3] })
    app.browser.answer((url) => server(url))
    app.followSubscription(() => true)
    await eventually(() => expect(app.pushStore.get()).toBe('confirmed'))
    Object.assign(Notification, { permission: taken })
    comeBack(app)
    await eventually(() => expect(app.pushStore.get()).toBe('denied'))
    Object.assign(Notification, { permission: 'granted' })
    comeBack(app)
    await eventually(() => expect(app.pushStore.get()).toBe('confirmed'))
  },
)

test('a browser that tells of its permission is heard at once', async () => {
  const app = await open({ own: [1, 2, 3] })
  app.browser.answer((url) => server(url))
  const status = new EventTarget()
  Object.assign(navigator, { permissions: { query: async () => status } })
  app.followSubscription(() => true)
  await eventually(() => expect(app.pushStore.get()).toBe('confirmed'))
  Object.assign(Notification, { permission: 'denied' })
  status.dispatchEvent(new Event('change'))
  await eventually(() => expect(app.pushStore.get()).toBe('denied'))
})

test('an installed app that rested for an hour asks anew, as at a start; one that was away for a minute does not', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const app = await open({ own: [1, 2, 3], kept: oldEndpoint })
  app.browser.answer((url) => server(url))
  app.followSubscription(() => true)
  await eventually(() => expect(sentBodies(app)).toHaveLength(1))
  const rest = (ms: number) => {
    Object.assign(document, { visibilityState: 'hidden' })
    app.browser.fire('visibilitychange')
    vi.setSystemTime(Date.now() + ms)
    Object.assign(document, { visibilityState: 'visible' })
    app.browser.fire('visibilitychange')
  }
  rest(60_000)
  rest(3_600_000)
  await eventually(() => expect(sentBodies(app)).toHaveLength(2))
})
