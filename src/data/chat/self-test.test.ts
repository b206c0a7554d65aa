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
} = {}) {
  vi.resetModules()
  received = undefined
  subscriptions = []
  asked = []
  const browser = openBrowser({ jwt_access_token: token, 'notification-config': '{"paused":false}' })
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

test('what failed is tried again with the network, and what is paused is not told as on', async () => {
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
