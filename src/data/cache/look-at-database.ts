/** Looks whether the database answers this page, which says so where it does not. */
import type { SyncedArea } from '#contract/synced-areas.ts'
import { cacheOf, rowTables } from '../outbox/store/row-cache.ts'
import { ownerDatabase } from './db.ts'

/** Reads next to nothing of what the area's worker reads, so that it waits behind the tab that holds that. */
export async function lookAtDatabase(area: SyncedArea): Promise<void> {
  const db = ownerDatabase()
  const cache = db && cacheOf(db, area)
  await cache?.db.transaction('r', rowTables(cache), () => cache.meta.count()).catch(() => undefined)
}
