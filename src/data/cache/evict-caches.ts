/** Evicts caches on a full device in favour of saved changes. */
import { syncedAreas } from '#contract/synced-areas.ts'
import { clearChat } from '../outbox/store/chat-cache.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import { allCaches, clearRows, countRows, pausedKey } from '../outbox/store/row-cache.ts'
import { markCached } from './cached.ts'
import { ownerDatabase } from './db.ts'

/** Keys of the lists that src/data/door/kept-door.ts keeps. */
const doorLists = 'door:'

/** Filled by the worker (sw/pictures.ts). */
const pictures = 'pictures'

async function dropPictures(): Promise<boolean> {
  return typeof caches !== 'undefined' && (await caches.delete(pictures).catch(() => false))
}

/** Takes what was read from the server out of a person's database. `hasRows`: rows of areas were among it. */
async function dropReads(db: OwnerDatabase): Promise<{ hasAny: boolean; hasRows: boolean }> {
  const hasChat = await clearChat(db)
  const hasDoors = (await db.meta.where('key').startsWith(doorLists).delete()) > 0
  const areas = allCaches(db)
  const hasRows = (await Promise.all(areas.map(countRows))).some(Boolean)
  if (hasRows) for (const cache of areas) await clearRows(cache)
  return { hasAny: hasChat || hasDoors || hasRows, hasRows }
}

/** Takes all that was read from the server off the device; never what is unsent. */
export async function clearReads(db: OwnerDatabase): Promise<void> {
  for (const area of syncedAreas) markCached(area, null)
  await dropPictures()
  await dropReads(db)
}

/**
 * Evicts all caches of server data: pictures, chats, lists of doors and rows, never the outbox. True when anything was evicted, so that saving can be
 * retried. Rows are then read from the server until the person resumes their sync.
 */
export async function evictCaches(): Promise<boolean> {
  const hadPictures = await dropPictures()
  const db = ownerDatabase()
  if (!db) return hadPictures
  const { hasAny, hasRows } = await dropReads(db)
  if (hasRows) {
    for (const area of syncedAreas) markCached(area, null)
    // An immediate sync would take the freed storage.
    await db.meta.put({ key: pausedKey, value: 'quota' })
  }
  return hadPictures || hasAny
}
