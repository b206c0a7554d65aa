/** When the device is full, caches are evicted in favour of what a person saved. */
import { ownerDatabase } from './db.ts'
import { markLeadsCached } from './leads-cached.ts'
import { clearChat } from './outbox/chat-cache.ts'
import { clearLeads, countLeads, pausedKey } from './outbox/lead-cache.ts'

/** Kept by the service worker (sw/pictures.ts). */
const pictures = 'pictures'

/**
 * Evicts every cache of server data: pictures, chats and leads, never the outbox. True when anything was evicted, so
 * that saving is worth another try. Leads are read from the server until the person turns their sync on again.
 */
export async function evictCaches(): Promise<boolean> {
  const hadPictures = typeof caches !== 'undefined' && (await caches.delete(pictures).catch(() => false))
  const db = ownerDatabase()
  const hadChat = db ? await clearChat(db) : false
  if (!db || (await countLeads(db)) === 0) return hadPictures || hadChat
  markLeadsCached(null)
  await clearLeads(db)
  // Syncing again at once would take the storage from what is to be saved.
  await db.meta.put({ key: pausedKey, value: 'quota' })
  return true
}
