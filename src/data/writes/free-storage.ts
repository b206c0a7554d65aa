/** Frees storage when the device is full: caches are evicted, what a person saved and drafts never are. */
import { evictCaches } from '../cache/evict-caches.ts'
import { dropCachedReads } from '../query/query-client.ts'

/** Evicts every cache of server data: leads, pictures, and the reads of the last screens. */
export async function freeStorage(): Promise<void> {
  dropCachedReads()
  await evictCaches().catch(() => false)
}
