/** Evicts caches on a full device in favour of saved changes. */
import { syncedAreas } from '#contract/synced-areas.ts'
import { clearChat } from '../outbox/store/chat-cache.ts'
import { allCaches, clearRows, countRows, pausedKey } from '../outbox/store/row-cache.ts'
import { markCached } from './cached.ts'
import { ownerDatabase } from './db.ts'

/** Filled by the worker (sw/pictures.ts). */
const pictures = 'pictures'

/**
 * Evicts all caches of server data: pictures, chats and rows, never the outbox. True when anything was evicted, so that saving can be
 * retried. Rows are then read from the server until the person resumes their sync.
 */
export async function evictCaches(): Promise<boolean> {
  const hadPictures = typeof caches !== 'undefined' && (await caches.delete(pictures).catch(() => false))
  const db = ownerDatabase()
  const hadChat = db ? await clearChat(db) : false
  const areas = db ? allCaches(db) : []
  const counts = await Promise.all(areas.map(countRows))
  if (!db || counts.every((count) => count === 0)) return hadPictures || hadChat
  for (const area of syncedAreas) markCached(area, null)
  for (const cache of areas) await clearRows(cache)
  // An immediate sync would take the freed storage.
  await db.meta.put({ key: pausedKey, value: 'quota' })
  return true
}
