/** A minimal service worker scope for unit tests of its handlers. */
import { vi } from 'vitest'

export interface TestClient {
  url: string
  visibilityState: 'visible' | 'hidden'
  received: unknown[]
  focused: boolean
}

export interface TestNotification {
  title: string
  body: string
  tag: string
  lang: string
  dir: string
  data: unknown
}

export interface TestScope {
  shown: TestNotification[]
  clients: TestClient[]
  opened: string[]
  badges: number[]
  subscribed: boolean
  /** Key of the subscription. */
  key: unknown
}

/** Installs `self`; call before importing modules under test. */
export function openScope(): TestScope {
  const state: TestScope = { shown: [], clients: [], opened: [], badges: [], subscribed: true, key: null }
  const wrap = (client: TestClient) => ({
    url: client.url,
    visibilityState: client.visibilityState,
    postMessage: (message: unknown) => client.received.push(message),
    focus: async () => {
      client.focused = true
    },
  })
  vi.stubGlobal('self', {
    navigator: { setAppBadge: async (count: number) => void state.badges.push(count) },
    clients: {
      matchAll: async () => state.clients.map(wrap),
      openWindow: async (address: string) => void state.opened.push(address),
    },
    registration: {
      getNotifications: async ({ tag }: { tag: string }) => state.shown.filter((each) => each.tag === tag),
      showNotification: async (title: string, options: Omit<TestNotification, 'title'>) => {
        state.shown = [...state.shown.filter(({ tag }) => tag !== options.tag), { title, ...options }]
      },
      pushManager: {
        subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
          state.key = applicationServerKey
          return testSubscription('made')
        },
        getSubscription: async () => ({
          unsubscribe: async () => {
            state.subscribed = false
          },
        }),
      },
    },
  })
  return state
}

export const testSubscription = (name: string) => ({
  toJSON: () => ({ endpoint: `https://push.test/${name}`, keys: { p256dh: 'point', auth: 'secret' } }),
})

export const makeClient = (url: string, visibilityState: TestClient['visibilityState'] = 'hidden'): TestClient => ({
  url: `https://console.test${url}`,
  visibilityState,
  received: [],
  focused: false,
})
