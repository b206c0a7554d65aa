/** Whether this person's leads stand complete on this device; kept apart so that the first row need not wait for Dexie. */
import { sessionStore } from './session.ts'
import { readItem, removeItem, writeItem } from './storage.ts'

/** boot.js reads the same key: held leads need no early request. */
export const leadsHeldKey = 'lapangan-leads-held'

/** True once the first sync of the signed-in person is complete. */
export function leadsHeld(): boolean {
  const owner = sessionStore.get().session?.user.ref
  return owner !== undefined && readItem(leadsHeldKey) === owner
}

export function markLeadsHeld(owner: string | null): void {
  if (owner) writeItem(leadsHeldKey, owner)
  else removeItem(leadsHeldKey)
}
