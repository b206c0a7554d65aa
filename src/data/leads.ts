/** Every read of leads that are held on the device; the one door to the worker that answers for them. */
import type { ListQuery } from '#contract/kit/list-query.ts'
import type { AnyRow } from '#contract/kit/section.ts'
import { askWorker } from './leads-client.ts'
import { markLeadsHeld } from './leads-held.ts'
import type { Held } from './leads-worker/messages.ts'
import { sessionStore } from './session.ts'

/**
 * A page of the held leads and the number of all that match, by the list grammar; the same answer as the API's SQL. Where a
 * search finds little, `near` leads that were nearly meant come behind, and the total counts them.
 * Null when they are not held after all. Throws when nobody is signed in, and ListQueryError on an unknown field.
 */
export async function queryLeads(query: ListQuery): Promise<Held | null> {
  if (!sessionStore.get().session) throw new Error('no lead is read without a session')
  const held = await askWorker({ kind: 'query', query })
  // The browser kept the mark and let go of the database, or no worker can run.
  if (!held) markLeadsHeld(null)
  return held
}

/** One held lead by ref or id number. */
export async function readLead(id: string): Promise<AnyRow | null> {
  const held = await askWorker({ kind: 'read', id })
  return held?.rows[0] ?? null
}

/** The held leads that a text being typed most likely means, best first. Null when they are not held. */
export async function suggestLeads(text: string, most: number): Promise<AnyRow[] | null> {
  const held = await askWorker({ kind: 'suggest', text, most })
  return held?.rows ?? null
}
