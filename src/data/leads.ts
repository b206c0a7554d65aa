/** Every read of the leads cached on the device; the only module that queries their worker. */
import type { ListQuery } from '#contract/kit/list-query.ts'
import type { AnyRow } from '#contract/kit/section.ts'
import { markLeadsCached } from './leads-cached.ts'
import { requestFromWorker } from './leads-client.ts'
import type { LeadResult } from './leads-worker/messages.ts'
import { sessionStore } from './session.ts'

/**
 * A page of the cached leads and the number of all that match, by the list grammar; the same answer as the API's SQL.
 * Where a search finds few, `fuzzy` matches follow, and the total counts them. Null when they are not cached after all.
 * Throws when nobody is signed in, and ListQueryError on an unknown field.
 */
export async function queryLeads(query: ListQuery): Promise<LeadResult | null> {
  if (!sessionStore.get().session) throw new Error('no lead is read without a session')
  const found = await requestFromWorker({ kind: 'query', query })
  // The browser kept the flag and evicted the database, or no worker can run.
  if (!found) markLeadsCached(null)
  return found
}

/** One cached lead by ref or id number. */
export async function readLead(id: string): Promise<AnyRow | null> {
  const found = await requestFromWorker({ kind: 'read', id })
  return found?.rows[0] ?? null
}

/** The cached leads that a text being typed most likely means, best first. Null when they are not cached. */
export async function suggestLeads(text: string, max: number): Promise<AnyRow[] | null> {
  const found = await requestFromWorker({ kind: 'suggest', text, max })
  return found?.rows ?? null
}
