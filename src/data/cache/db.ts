/** The database of the person who is signed in. Opened on first use, closed with the session, never deleted. */

import { sessionStore } from '../api/session.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'
import { databaseStore } from './database-state.ts'

let open: OwnerDatabase | null = null

/** Null while nobody is signed in, and once a newer console has taken the database over. */
export function ownerDatabase(): OwnerDatabase | null {
  const owner = sessionStore.get().session?.user.ref ?? null
  // The browser may close a database by itself (storage cleared, connection lost): the next use opens it again.
  if (open && (open.owner !== owner || open.hasBeenClosed())) closeDatabase()
  if (databaseStore.get() === 'outdated') return null
  if (!open && owner) open = new OwnerDatabase(owner, (trouble) => databaseStore.set(trouble ?? 'ready'))
  return open
}

export function closeDatabase(): void {
  open?.close()
  open = null
}
