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
  silent?: boolean
  renotify?: boolean
  actions?: unknown
  close: () => void
}

export interface TestScope {
  shown: TestNotification[]
  /** Titles of all that were ever shown, in order. */
  everShown: string[]
  clients: TestClient[]
  opened: string[]
  badges: number[]
  /** Tags for which the worker asked to be woken, where the browser can. */
  syncs: string[]
  hasSync: boolean
  subscribed: boolean
  /** Key of the subscription. */
  key: unknown
}

/** Installs `self`; call before importing modules under test. */
export function openScope(): TestScope {
  const state: TestScope = {
    shown: [],
    everShown: [],
    clients: [],
    opened: [],
    badges: [],
    syncs: [],
    hasSync: true,
    subscribed: true,
    key: null,
  }
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
      get sync() {
        return state.hasSync ? { register: async (tag: string) => void state.syncs.push(tag) } : undefined
      },
      getNotifications: async ({ tag }: { tag: string }) => state.shown.filter((each) => each.tag === tag),
      showNotification: async (title: string, options: Omit<TestNotification, 'title' | 'close'>) => {
        const close = () => {
          state.shown = state.shown.filter((each) => each !== made)
        }
        const made = { title, ...options, close }
        state.everShown.push(title)
        state.shown = [...state.shown.filter(({ tag }) => tag !== options.tag), made]
      },
      pushManager: {
        subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
          state.key = applicationServerKey
          return testSubscription('made')
        },
        getSubscription: async () => ({
          ...testSubscription('kept'),
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
