/** Database of the signed-in person. Opened on first use, closed with the session, never deleted. */

import { sessionStore } from '../api/session.ts'
import { isAway } from '../base/page-life.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'
import { databaseStore } from './database-state.ts'
import { trackTransactions } from './open-transactions.ts'

let open: OwnerDatabase | null = null
let abortAll: () => void = () => undefined

/** Null while signed out, once a newer console has upgraded the database, and while the page is left, where nobody could close it. */
export function ownerDatabase(): OwnerDatabase | null {
  const owner = sessionStore.get().session?.user.ref ?? null
  // Browsers may close a database (storage cleared, connection lost): the next use reopens it.
  if (open && (open.owner !== owner || open.hasBeenClosed())) closeDatabase()
  if (databaseStore.get() === 'outdated' || isAway()) return null
  if (!open && owner) {
    open = new OwnerDatabase(owner, (trouble) => databaseStore.set(trouble ?? 'ready'))
    abortAll = trackTransactions(open)
  }
  return open
}

export function closeDatabase(): void {
  open?.close()
  open = null
}

/** The page is left: what was under way is not done, and nobody waits for it. */
export function leaveDatabase(): void {
  abortAll()
  closeDatabase()
}
