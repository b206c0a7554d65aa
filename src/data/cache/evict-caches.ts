/** Evicts caches on a full device in favour of saved changes. */
import { syncedAreas } from '#contract/synced-areas.ts'
import { clearChat } from '../outbox/store/chat-cache.ts'
import { allCaches, clearRows, countRows, pausedKey } from '../outbox/store/row-cache.ts'
import { markCached } from './cached.ts'
import { ownerDatabase } from './db.ts'

/** Keys of the lists that src/data/door/kept-door.ts keeps. */
const doorLists = 'door:'

/** Filled by the worker (sw/pictures.ts). */
const pictures = 'pictures'

/**
 * Evicts all caches of server data: pictures, chats, lists of doors and rows, never the outbox. True when anything was evicted, so that saving can be
 * retried. Rows are then read from the server until the person resumes their sync.
 */
export async function evictCaches(): Promise<boolean> {
  const hadPictures = typeof caches !== 'undefined' && (await caches.delete(pictures).catch(() => false))
  const db = ownerDatabase()
  const hadChat = db ? await clearChat(db) : false
  const hadDoors = db ? (await db.meta.where('key').startsWith(doorLists).delete()) > 0 : false
  const areas = db ? allCaches(db) : []
  const counts = await Promise.all(areas.map(countRows))
  if (!db || counts.every((count) => count === 0)) return hadPictures || hadChat || hadDoors
  for (const area of syncedAreas) markCached(area, null)
  for (const cache of areas) await clearRows(cache)
  // An immediate sync would take the freed storage.
  await db.meta.put({ key: pausedKey, value: 'quota' })
  return true
}
