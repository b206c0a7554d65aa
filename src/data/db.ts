/** The database of the person who is signed in. Opened on first use, closed with the session, never deleted. */
import { OwnerDatabase } from './outbox/database.ts'
import { sessionStore } from './session.ts'

let open: OwnerDatabase | null = null

/** Null while nobody is signed in. */
export function ownerDatabase(): OwnerDatabase | null {
  const owner = sessionStore.get().session?.user.ref ?? null
  // The browser may close a database by itself (storage cleared, an upgrade elsewhere): the next use opens it again.
  if (open && (open.owner !== owner || open.hasBeenClosed())) closeDatabase()
  if (!open && owner) open = new OwnerDatabase(owner)
  return open
}

export function closeDatabase(): void {
  open?.close()
  open = null
}
