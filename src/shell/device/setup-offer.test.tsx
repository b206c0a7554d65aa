import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { notificationStore, setNotifications } from '#console/data/base/device-preferences.ts'
import { pushStore } from '#console/data/chat/push-subscription.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { memoryStore } from '#console/data/start/browser-memory.ts'
import { installPromptStore } from '#console/data/start/install-prompt.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { openBrowser } from '#tests/support/test-browser.ts'
import { testRow } from '#tests/support/test-row.ts'
import { findParts, SetupOffer } from './setup-offer.tsx'

// Static rendering reads the stores as they are.
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  useSyncExternalStore: <T,>(_subscribe: unknown, read: () => T) => read(),
}))

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1'
const prompt = Object.assign(new Event('beforeinstallprompt'), { prompt: async () => undefined })

interface Device {
  permission?: NotificationPermission
  userAgent?: string
  hasPush?: boolean
  isInstalled?: boolean
}

function openDevice({ permission = 'default', userAgent = '', hasPush = true, isInstalled = false }: Device = {}) {
  openBrowser()
  Object.assign(document, { documentElement: {} })
  Object.assign(navigator, { userAgent, maxTouchPoints: 0, ...(hasPush && { serviceWorker: {} }) })
  vi.stubGlobal('PushManager', hasPush ? class {} : undefined)
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission })
  vi.stubGlobal('matchMedia', () => ({ matches: isInstalled }))
  if (!hasPush) Reflect.deleteProperty(globalThis, 'PushManager')
}

function drawnFor(...permissions: string[]): string {
  const user = { id: 7, ref: 'r', name: 'Sari', email: 'sari@lapangan.test' }
  const session = { token: 't', roles: ['Sales'], permissions, roleRead: [], user }
  sessionStore.set({ status: 'signed-in', session, notice: null, ended: null })
  return renderToStaticMarkup(<SetupOffer />)
}

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
  await loadMessages(['alerts', 'memory', 'preferences'])
})
beforeEach(() => {
  installPromptStore.set(null)
  notificationStore.set(false)
  pushStore.set('unknown')
  memoryStore.set(null)
  outboxStore.set({ rows: [], ready: true, settled: [] })
})
afterEach(() => vi.unstubAllGlobals())

it('alerts are offered to whoever may have them, unless the browser or the person said no before', async () => {
  openDevice()
  expect(findParts(true)).toEqual(['alerts'])
  expect(findParts(false)).toEqual([])
  openDevice({ permission: 'denied' })
  expect(findParts(true)).toEqual([])
  openDevice()
  await setNotifications(false)
  expect(findParts(true)).toEqual([])
})

it('installing is offered where the browser has a prompt, and told where it has none but a menu', () => {
  openDevice()
  installPromptStore.set(prompt)
  expect(findParts(false)).toEqual(['install'])
  installPromptStore.set(null)
  openDevice({ userAgent: iPhone, hasPush: false })
  expect(findParts(true)).toEqual(['share'])
  openDevice({ userAgent: iPhone, isInstalled: true })
  expect(findParts(true)).toEqual(['alerts'])
})

it('the card says what may be had and can be refused', () => {
  openDevice()
  installPromptStore.set(prompt)
  const card = drawnFor('webnotif crm')
  for (const words of ['Turn on alerts', '>Install<', 'No, thanks']) expect(card).toContain(words)
  installPromptStore.set(null)
  openDevice({ userAgent: iPhone, hasPush: false })
  const guide = drawnFor('webnotif crm')
  expect(guide).toContain('Add to Home Screen')
  expect(guide).not.toContain('Turn on alerts')
})

it('nothing is offered where alerts are on or nothing is left to have', () => {
  openDevice({ permission: 'granted' })
  installPromptStore.set(prompt)
  notificationStore.set(true)
  expect(drawnFor('webnotif crm')).toBe('')
  notificationStore.set(false)
  installPromptStore.set(null)
  expect(drawnFor('get crm')).toBe('')
})

it('alerts that the push service did not confirm stay in the offer, with the reason and another try', () => {
  openDevice({ permission: 'granted' })
  notificationStore.set(true)
  pushStore.set('confirmed')
  expect(drawnFor('webnotif crm')).toBe('')
  for (const [problem, words] of [
    ['service', 'push service does not take this device'],
    ['offline', 'There is no network'],
    ['server', 'The server has not stored this device'],
    ['worker', 'Reload the page'],
  ] as const) {
    pushStore.set(problem)
    const card = drawnFor('webnotif crm')
    for (const each of [words, 'only while Lapangan is open', 'Try again']) expect(card).toContain(each)
    expect(card).not.toContain('Turn on alerts')
  }
})

it('whoever would install an app with a storage of its own is told of the seven days and of what waits', () => {
  const memory = { engine: 'ios', isInstalled: false, isPrivate: false, persisted: false, permission: null } as const
  const rows = [testRow({ seq: 1 }), testRow({ seq: 2 })]
  openDevice({ userAgent: iPhone, hasPush: false })
  memoryStore.set(memory)
  const plain = drawnFor('webnotif crm')
  expect(plain).toContain('after 7 days without use')
  expect(plain).not.toContain('Send first')
  outboxStore.set({ rows, ready: true, settled: [] })
  const waiting = drawnFor('webnotif crm')
  for (const each of ['2 changes wait here.', 'The installed app does not see what waits here.', 'Send first', 'Save the file'])
    expect(waiting).toContain(each)
  // In Chromium the installed app is the same storage.
  openDevice()
  memoryStore.set({ ...memory, engine: 'other' })
  installPromptStore.set(prompt)
  const chromium = drawnFor('webnotif crm')
  expect(chromium).toContain('>Install<')
  for (const each of ['7 days', 'does not see', 'Send first']) expect(chromium).not.toContain(each)
})
