/** Frees storage on a full device by evicting caches; saved changes and drafts are kept. */
import { evictCaches } from '../cache/evict-caches.ts'
import { dropCachedReads } from '../query/query-client.ts'

/** Evicts all caches of server data: leads, pictures, and recent queries. */
export async function freeStorage(): Promise<void> {
  dropCachedReads()
  await evictCaches().catch(() => false)
}
