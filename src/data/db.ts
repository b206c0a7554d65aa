/** The database of the person who is signed in. Opened on first use, closed with the session, never deleted. */
import { OwnerDatabase } from './outbox/database.ts'
import { sessionStore } from './session.ts'

let open: OwnerDatabase | null = null

/** Null while nobody is signed in. */
export function ownerDatabase(): OwnerDatabase | null {
  const owner = sessionStore.get().session?.user.ref ?? null
  if (open && open.owner !== owner) closeDatabase()
  if (!open && owner) open = new OwnerDatabase(owner)
  return open
}

export function closeDatabase(): void {
  open?.close()
  open = null
}
