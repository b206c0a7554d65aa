/**
 * Whether all rows of an area for this person are cached on this device; a module of its own, so that the first row need not load Dexie.
 */
import type { SyncedArea } from '#contract/synced-areas.ts'
import { sessionStore } from '../api/session.ts'
import { readItem, removeItem, writeItem } from '../base/storage.ts'

/** boot.js reads this key: a cached list needs no early request. */
const cachedKey = (area: SyncedArea) => `lapangan-${area}-held`

/** True once the first sync of the signed-in person is complete. */
export function isCached(area: SyncedArea): boolean {
  const owner = sessionStore.get().session?.user.ref
  return owner !== undefined && readItem(cachedKey(area)) === owner
}

export function markCached(area: SyncedArea, owner: string | null): void {
  if (owner) writeItem(cachedKey(area), owner)
  else removeItem(cachedKey(area))
}
