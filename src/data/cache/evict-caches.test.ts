import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { openBrowser } from '#tests/support/test-browser.ts'
import { testRow } from '#tests/support/test-row.ts'
import { sessionStore } from '../api/session.ts'
import { testRoom } from '../chat/test-chat.ts'
import { refillRooms } from '../outbox/store/chat-cache.ts'
import { cacheKeys, cacheOf, countRows, rowTables, writeRows } from '../outbox/store/row-cache.ts'
import { isCached, markCached } from './cached.ts'
import { ownerDatabase } from './db.ts'
import { evictCaches } from './evict-caches.ts'

beforeEach(() => {
  openBrowser()
  const user = { id: 1, ref: uuidv7(), name: 'Sari', email: 'sari@lapangan.test' }
  sessionStore.set({
    status: 'signed-in',
    session: { token: 't', roles: [], permissions: [], roleRead: [], user },
    notice: null,
    ended: null,
  })
})
afterEach(() => vi.unstubAllGlobals())

test('evictCaches removes leads and their cursor, and keeps waiting changes', async () => {
  const db = ownerDatabase()
  if (!db) throw new Error('nobody is signed in')
  const cache = cacheOf(db, 'leads')
  await db.outbox.add(testRow({ seq: 1 }))
  expect(await evictCaches()).toBe(false)
  const lead = { id: 1, ref: uuidv7(), version: 1, name: 'Budi' }
  await db.transaction('rw', rowTables(cache), async () =>
    writeRows(cache, [{ ...lead, created_at: '', created_by: null, updated_at: '', updated_by: null }]),
  )
  await db.meta.bulkPut(Object.values(cacheKeys('leads')).map((key) => ({ key, value: 'x' })))
  markCached('leads', db.owner)

  expect(await evictCaches()).toBe(true)
  expect(await countRows(cache)).toBe(0)
  expect((await db.meta.bulkGet(Object.values(cacheKeys('leads')))).filter(Boolean)).toEqual([])
  expect(isCached('leads')).toBe(false)
  expect(await db.outbox.count()).toBe(1)
  expect(await evictCaches()).toBe(false)
})

test('evictCaches removes rooms and messages, too', async () => {
  const db = ownerDatabase()
  if (!db) throw new Error('nobody is signed in')
  await db.outbox.add(testRow({ seq: 1 }))
  await refillRooms(db, [testRoom(1)], new Set(), 'c')
  expect(await evictCaches()).toBe(true)
  expect([await db.rooms.count(), await db.outbox.count()]).toEqual([0, 1])
  expect(await evictCaches()).toBe(false)
})
