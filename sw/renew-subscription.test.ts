import { toText } from '#contract/kit/field/guards.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openScope, type TestScope, testSubscription } from './test-scope.ts'

let scope: TestScope
let asked: unknown[]

async function renew(newSubscription: ReturnType<typeof testSubscription> | null, { signedIn = true, alerts = true } = {}) {
  vi.resetModules()
  const credentials = await import('#console/data/outbox/wire/credentials.ts')
  await credentials.writeCredentials(signedIn ? { token: 'the-token', owner: 'o' } : null)
  await credentials.writePreferences({ alerts, newTab: false })
  const { renewSubscription } = await import('./renew-subscription.ts')
  await renewSubscription({ newSubscription })
}

beforeEach(() => {
  scope = openScope()
  asked = []
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined, put: async () => undefined }) })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') throw new TypeError('no line')
    asked.push([init.method, url, init.body ? JSON.parse(toText(init.body)) : null, new Headers(init.headers).get('Authorization')])
    return new Response(JSON.stringify({ key: 'the-key', message: 'Alerts are on' }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const path = '/utility/in/v1/push'
const notified = (name: string) => [
  'POST',
  `${path}/subscriptions`,
  { endpoint: `https://push.test/${name}`, p256dh: 'point', auth: 'secret' },
  'Bearer the-token',
]

test("the server gets the browser's new address", async () => {
  await renew(testSubscription('new'))
  expect(asked).toEqual([notified('new')])
})

test("the worker subscribes with the server's key where the browser did not", async () => {
  await renew(null)
  expect(asked).toEqual([['GET', `${path}/key`, null, 'Bearer the-token'], notified('made')])
  expect(scope.key).toBe('the-key')
})

test.each([
  ['nobody is signed in', { signedIn: false }],
  ['alerts are paused', { alerts: false }],
])('the worker does not subscribe while %s', async (_why, state) => {
  await renew(null, state)
  expect([asked, scope.key]).toEqual([[], null])
})
