import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { eventually, openBrowser } from '#tests/support/test-browser.ts'
import { testRow } from '#tests/support/test-row.ts'
import { sessionStore } from '../api/session.ts'
import { signInAs } from '../api/sign-in.ts'
import { testRoom } from '../chat/test-chat.ts'
import { refillRooms } from '../outbox/store/chat-cache.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'
import { cacheOf, countRows, rowTables, writeRows } from '../outbox/store/row-cache.ts'
import { countWaiting } from './device-lock.ts'
import { isSealing, leaveDevice } from './leave-device.ts'

const who = () => ({ id: 1, ref: uuidv7(), name: 'Sari', email: 'sari@lapangan.test' })
const sessionOf = (device_key?: string) => ({
  ...{ token: 'a.b.c', roles: ['Sales'], permissions: [], roleRead: [], user: who() },
  ...(device_key && { device_key }),
})
const ended: string[] = []
let pictures: Set<string>

function start(session: ReturnType<typeof sessionOf>) {
  const { storage } = openBrowser()
  const items = {
    key: (at: number) => [...storage.keys()][at] ?? null,
    get length() {
      return storage.size
    },
  }
  vi.stubGlobal('localStorage', Object.assign(Object.create(items), localStorage))
  pictures = new Set(['pictures', 'code'])
  vi.stubGlobal('caches', {
    has: async (name: string) => pictures.has(name),
    delete: async (name: string) => pictures.delete(name),
  })
  vi.stubGlobal('fetch', async (url: string) => {
    ended.push(url)
    return Response.json({ message: 'Signed out' })
  })
  sessionStore.set({ status: 'signed-in', session, notice: null, ended: null })
  return { storage, owner: session.user.ref, session }
}

/** A change that waits, a room and a lead that were read, and a draft. */
async function fill(owner: string, storage: Map<string, string>) {
  const db = new OwnerDatabase(owner)
  await db.outbox.add(testRow({ seq: 1, id: uuidv7(), owner }))
  await refillRooms(db, [testRoom(1)], new Set(), 'c')
  const cache = cacheOf(db, 'leads')
  const lead = { id: 1, ref: uuidv7(), version: 1, name: 'Budi', created_at: '', created_by: null, updated_at: '', updated_by: null }
  await db.transaction('rw', rowTables(cache), async () => writeRows(cache, [lead]))
  db.close()
  storage.set(`draft:${owner}:/bank/add`, 'x')
}

async function held(owner: string) {
  const db = new OwnerDatabase(owner)
  const counts = { outbox: await db.outbox.count(), rooms: await db.rooms.count(), leads: await countRows(cacheOf(db, 'leads')) }
  db.close()
  return counts
}

beforeEach(() => void ended.splice(0))
afterEach(() => void vi.unstubAllGlobals())

it('takes what was read, and seals what waits until the same person is back', async () => {
  const { storage, owner, session } = start(sessionOf('k'.repeat(64)))
  await fill(owner, storage)
  expect(isSealing()).toBe(true)
  await leaveDevice()
  expect([await held(owner), sessionStore.get().status]).toEqual([{ outbox: 0, rooms: 0, leads: 0 }, 'guest'])
  expect([await countWaiting(owner), [...pictures], storage.has(`draft:${owner}:/bank/add`)]).toEqual([1, ['code'], false])
  expect(ended).toEqual([expect.stringContaining('logout')])
  // Somebody else with another key finds nothing, and leaves it as it is.
  await signInAs({ ...session, user: who(), device_key: 'other' })
  expect(await countWaiting(owner)).toBe(1)
  await signInAs(session)
  expect([await held(owner), storage.get(`draft:${owner}:/bank/add`)]).toEqual([{ outbox: 1, rooms: 0, leads: 0 }, 'x'])
})

it('without a key takes what was read, and leaves what waits as it is', async () => {
  const { storage, owner } = start(sessionOf())
  await fill(owner, storage)
  expect(isSealing()).toBe(false)
  await leaveDevice()
  expect([await held(owner), storage.has(`draft:${owner}:/bank/add`)]).toEqual([{ outbox: 1, rooms: 0, leads: 0 }, true])
})

it('signs nobody out where it cannot encrypt, and loses nothing', async () => {
  const { storage, owner } = start(sessionOf('k'.repeat(64)))
  await fill(owner, storage)
  vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValueOnce(new Error('no room'))
  await expect(leaveDevice()).rejects.toThrow('no room')
  expect([await held(owner), sessionStore.get().status, ended]).toEqual([{ outbox: 1, rooms: 0, leads: 0 }, 'signed-in', []])
})

it('seals a draft that a form writes while it is left', async () => {
  const { storage, owner } = start(sessionOf('k'.repeat(64)))
  const stop = sessionStore.subscribe(() => storage.set(`draft:${owner}:/late`, 'late'))
  await leaveDevice()
  stop()
  await eventually(() => expect(storage.has(`draft:${owner}:/late`)).toBe(false))
})
