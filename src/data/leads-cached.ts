/**
 * Whether this person's leads are completely cached on this device; a module of its own, so that the first row need not
 * wait for Dexie.
 */
import { sessionStore } from './session.ts'
import { readItem, removeItem, writeItem } from './storage.ts'

/** boot.js reads the same key: cached leads need no early request. */
export const leadsCachedKey = 'lapangan-leads-held'

/** True once the first sync of the signed-in person is complete. */
export function areLeadsCached(): boolean {
  const owner = sessionStore.get().session?.user.ref
  return owner !== undefined && readItem(leadsCachedKey) === owner
}

export function markLeadsCached(owner: string | null): void {
  if (owner) writeItem(leadsCachedKey, owner)
  else removeItem(leadsCachedKey)
}
