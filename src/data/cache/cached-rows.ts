/** Every read of the rows cached on the device; the only module that queries their worker. */
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { SyncedArea } from '#contract/synced-areas.ts'
import { sessionStore } from '../api/session.ts'
import type { RowResult } from '../cache-worker/messages.ts'
import { requestFromWorker } from './cache-client.ts'
import { markCached } from './cached.ts'

/**
 * A page of an area's cached rows and the number of all that match, by the list grammar; the same answer as the API's SQL.
 * Where a search finds few, `fuzzy` matches follow, and the total counts them. Null when they are not cached after all.
 * Throws when nobody is signed in, and ListQueryError on an unknown field.
 */
export async function queryCached(area: SyncedArea, query: ListQuery): Promise<RowResult | null> {
  if (!sessionStore.get().session) throw new Error('no cached row is read without a session')
  const found = await requestFromWorker(area, { kind: 'query', query })
  // The browser kept the flag and evicted the database, or no worker can run.
  if (!found) markCached(area, null)
  return found
}

/** One cached row by ref or id number. */
export async function readCached(area: SyncedArea, id: string): Promise<AnyRow | null> {
  const found = await requestFromWorker(area, { kind: 'read', id })
  return found?.rows[0] ?? null
}

/** The cached rows that a text being typed most likely means, best first. Null when they are not cached. */
export async function suggestCached(area: SyncedArea, text: string, max: number): Promise<AnyRow[] | null> {
  const found = await requestFromWorker(area, { kind: 'suggest', text, max })
  return found?.rows ?? null
}
