/** What can be fetched again gives way when the device is full; what a person saved, and drafts, never do. */
import { evictCaches } from './evict-caches.ts'
import { dropCachedReads } from './query-client.ts'

/** Drops every copy of what the server has: held leads, pictures, and the hot reads of the last screens. */
export async function freeStorage(): Promise<void> {
  dropCachedReads()
  await evictCaches().catch(() => false)
}
