/** All reads of rows cached on the device; the only module that queries their worker. */
import { type ListQuery, ListQueryError } from '#contract/kit/field/list-query.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { SyncedArea } from '#contract/synced-areas.ts'
import { sessionStore } from '../api/session.ts'
import type { RowRequest, RowResult } from '../cache-worker/messages.ts'
import { orAfterSilence } from '../outbox/store/silence.ts'
import { requestFromWorker } from './cache-client.ts'
import { markCached } from './cached.ts'

/** Milliseconds after which the page itself looks whether the database answers: the worker may only have much to do. */
const lookMs = 1_000

/** What the worker answers; `instead` once it is silent (docs/offline.md#a-database-that-is-lost-or-silent). */
async function request<T>(area: SyncedArea, ask: RowRequest, instead: T): Promise<RowResult | null | T> {
  const answer = requestFromWorker(area, ask)
  const looking = setTimeout(
    () => void import('./look-at-database.ts').then(({ lookAtDatabase }) => lookAtDatabase(area)).catch(() => undefined),
    lookMs,
  )
  try {
    return await orAfterSilence(answer, () => instead)
  } finally {
    clearTimeout(looking)
  }
}

/**
 * A page of an area's cached rows and the total, by the list grammar; equals the API's SQL. A search with few matches adds `fuzzy` ones,
 * included in the total. Null when they are not cached, when the worker does not answer for 3 s, and for a filter that is no field of theirs, such as who moved a lead: the API
 * knows it. Throws when nobody is signed in, and ListQueryError.
 */
export async function queryCached(area: SyncedArea, query: ListQuery): Promise<RowResult | null> {
  if (!sessionStore.get().session) throw new Error('no cached row is read without a session')
  const found = await request(area, { kind: 'query', query }, undefined).catch((error: unknown) => {
    if (error instanceof ListQueryError && error.code === 'unknown_field' && error.parameter === 'query') return undefined
    throw error
  })
  if (found === undefined) return null
  // The database was evicted but not the flag, or no worker is available.
  if (!found) markCached(area, null)
  return found
}

/** One cached row by ref or id number. */
export async function readCached(area: SyncedArea, id: string): Promise<AnyRow | null> {
  const found = await request(area, { kind: 'read', id }, null)
  return found?.rows[0] ?? null
}

/** Cached rows that best match a text being typed, best first. Null when they are not cached. */
export async function suggestCached(area: SyncedArea, text: string, max: number): Promise<AnyRow[] | null> {
  const found = await request(area, { kind: 'suggest', text, max }, null)
  return found?.rows ?? null
}
