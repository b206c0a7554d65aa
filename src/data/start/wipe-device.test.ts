import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openBrowser } from '#tests/support/test-browser.ts'
import { sessionStore } from '../api/session.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'
import { wipeDevice } from './wipe-device.ts'

const session = {
  token: 'a.b.c',
  roles: ['Sales'],
  permissions: [],
  roleRead: [],
  user: { id: 1, ref: 'mine', name: 'Budi', email: 'b@x.test' },
}
const unsubscribe = vi.fn(async () => true)
const unregister = vi.fn(async () => true)
let cached: Set<string>
let kept: Map<string, string>

beforeEach(() => {
  const { storage } = openBrowser({ 'lapangan-cache': 'rows' })
  const clear = () => storage.clear()
  kept = storage
  vi.stubGlobal('localStorage', { ...localStorage, clear })
  vi.stubGlobal('sessionStorage', { clear })
  cached = new Set(['pictures', 'workbox-precache'])
  vi.stubGlobal('caches', { keys: async () => [...cached], delete: async (name: string) => cached.delete(name) })
  const registration = { unregister, pushManager: { getSubscription: async () => ({ unsubscribe }) } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration, getRegistrations: async () => [registration] } })
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Signed out' }))
  sessionStore.set({ status: 'signed-in', session, notice: null, ended: null })
})
afterEach(() => vi.unstubAllGlobals())

async function keep(owner: string): Promise<void> {
  const db = new OwnerDatabase(owner)
  await db.meta.put({ key: 'x', value: 'of before' })
  db.close()
}

it('wipeDevice removes all data of the person, and keeps the changes of others', async () => {
  await keep('mine')
  await keep('of-another')
  await wipeDevice()
  const names = (await indexedDB.databases()).map(({ name }) => name)
  expect(names).toContain('lapangan-of-another')
  expect(names).not.toContain('lapangan-mine')
  expect([cached.size, kept.size, sessionStore.get().status]).toEqual([0, 0, 'guest'])
  expect([unsubscribe, unregister].map((each) => each.mock.calls.length)).toEqual([1, 1])
})
