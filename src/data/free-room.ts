/** When the device is full, what a person saved matters more than what can be read again. */
import { ownerDatabase } from './db.ts'
import { markLeadsHeld } from './leads-held.ts'
import { clearChat } from './outbox/held-chat.ts'
import { clearLeads, countLeads, stoppedKey } from './outbox/held-leads.ts'

/** Kept by the service worker (sw/pictures.ts). */
const pictures = 'pictures'

/**
 * Lets go of everything that the server has, too: pictures, chats and held leads, never the outbox. True when that was anything, so
 * that saving is worth another try. Leads are read from the server until the person has them kept again.
 */
export async function freeRoom(): Promise<boolean> {
  const hadPictures = typeof caches !== 'undefined' && (await caches.delete(pictures).catch(() => false))
  const db = ownerDatabase()
  const hadChat = db ? await clearChat(db) : false
  if (!db || (await countLeads(db)) === 0) return hadPictures || hadChat
  markLeadsHeld(null)
  await clearLeads(db)
  // Filling the device again at once would take the room from what is to be saved.
  await db.meta.put({ key: stoppedKey, value: 'quota' })
  return true
}
