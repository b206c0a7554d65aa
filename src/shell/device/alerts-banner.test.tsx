// @vitest-environment happy-dom
import { act, type ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { notificationStore } from '#console/data/base/device-preferences.ts'
import { messageStore } from '#console/data/base/messages.ts'
import { pushStore, silenceStore } from '#console/data/chat/push-subscription.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { formatDateTime } from '#console/kit/text/format.ts'
import { NotificationSetting } from '../preferences/notification-setting.tsx'
import { AlertsBanner } from './alerts-banner.tsx'

vi.mock('../base/path-link.tsx', () => ({ PathLink: () => null }))

let root: Root | null = null
const since = '2026-11-25T03:30:00.000Z'
const denied = 'This browser was told not to show notifications.'

const text = () => document.body.textContent ?? ''

async function draw(what: ReactElement): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root?.render(what))
}

async function press(words: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words)
  if (!button) throw new Error(`no button says ${words} in: ${text()}`)
  await act(async () => button.click())
}

function signIn(...permissions: string[]): void {
  const user = { id: 7, ref: 'r', name: 'Sari', email: 'sari@lapangan.test' }
  const session = { token: 't', roles: ['Sales'], permissions, roleRead: [], user }
  sessionStore.set({ status: 'signed-in', session, notice: null, ended: null })
}

/** A browser with a push service that has a subscription; the server answers each request the same. */
function openDevice(permission: NotificationPermission): string[] {
  const asked: string[] = []
  const subscription = (endpoint: string) => ({
    endpoint,
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint, keys: {} }),
    unsubscribe: async () => true,
  })
  const registration = {
    active: {},
    pushManager: {
      getSubscription: async () => subscription('https://push.test/old'),
      subscribe: async () => subscription('https://push.test/new'),
    },
  }
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration }
  vi.stubGlobal('navigator', { onLine: true, userAgent: '', serviceWorker })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (String(url).includes('/push/')) asked.push(`${init?.method ?? 'GET'} ${String(url).split('/push/')[1]}`)
    return Response.json({ key: 'AQID', message: 'On', is_new: false, silent_since: null })
  })
  return asked
}

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await loadMessages(['alerts', 'preferences'])
})
beforeEach(() => {
  signIn('webnotif crm')
  notificationStore.set(true)
  pushStore.set('confirmed')
  silenceStore.set(null)
  messageStore.set([])
})
afterEach(() => {
  act(() => root?.unmount())
  root = null
  document.body.replaceChildren()
})

it.each<[string, () => void]>([
  ['while alerts come', () => silenceStore.set(null)],
  ['to whoever paused them', () => notificationStore.set(false)],
  ['to a role without them', () => signIn('get crm')],
])('nothing is said %s', async (_, change) => {
  openDevice('granted')
  silenceStore.set(since)
  change()
  await draw(<AlertsBanner />)
  expect(text()).toBe('')
})

it('permission that was taken away is said above the screens, and in the preferences', async () => {
  openDevice('denied')
  pushStore.set('denied')
  await draw(<AlertsBanner />)
  expect(text()).toContain(`Alerts are off on this device. ${denied}`)
  act(() => root?.unmount())
  // The preferences ask for themselves, whatever was known before.
  pushStore.set('confirmed')
  await draw(<NotificationSetting />)
  await act(async () => vi.waitFor(() => expect(text()).toContain(denied)))
  expect(text()).not.toContain('Active')
})

it('alerts that have not reached the device are asked about, with since when, and set up again', async () => {
  const asked = openDevice('granted')
  silenceStore.set(since)
  await draw(<AlertsBanner />)
  expect(text()).toContain(`Alerts have not reached this device since ${formatDateTime(since)}.`)
  await press('Set up again')
  await act(async () => vi.waitFor(() => expect(text()).toBe('')))
  expect(asked).toEqual(['DELETE subscriptions', 'GET key', 'POST subscriptions'])
  expect(messageStore.get()).toMatchObject([{ kind: 'success', text: 'Alerts are on.' }])
})

it('the preferences say since when alerts have not come, and not that they are active', async () => {
  openDevice('granted')
  await draw(<NotificationSetting />)
  act(() => silenceStore.set(since))
  expect(text()).toContain(`Alerts have not reached this device since ${formatDateTime(since)}.`)
  expect(text()).not.toContain('Active')
})

it('who puts it off is not asked again until the next start', async () => {
  openDevice('granted')
  silenceStore.set(since)
  await draw(<AlertsBanner />)
  await press('Not now')
  expect(text()).toBe('')
  act(() => root?.unmount())
  await draw(<AlertsBanner />)
  expect(text()).toBe('')
})
