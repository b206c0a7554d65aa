/** Writes what screens have read to the device, for the next start; loaded once there are rows. */
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { type DehydratedState, dehydrate } from '@tanstack/react-query'
import { isRecord } from '#contract/kit/field/guards.ts'
import { sessionStore } from '../api/session.ts'
import { readItem, removeItem, writeItem } from '../base/storage.ts'
import { buster, cacheKey, queryClient, readLists } from './query-client.ts'

const maxCharacters = 1_000_000
/** A list screen, a dashboard's card and a board may read the same section. */
const maxPages = 3

const isFirstPage = ([, , query]: readonly unknown[]) => isRecord(query) && query.page === undefined && query.query === undefined

/**
 * Of each section the pages that were on the screen last, and the first one, with which a later visit begins; of everything only as much
 * as fits. Newest first.
 */
function selectHot(state: DehydratedState, read: ReadonlySet<string>): DehydratedState {
  const order = ['', ...read]
  const seen = new Map<string, number>()
  const begun = new Set<string>()
  let room = maxCharacters
  // Options come after the lists, which are what the next start shows first.
  const rank = (query: DehydratedState['queries'][number]) => (query.queryKey[0] === 'list' ? order.indexOf(query.queryHash) : 0)
  const queries = [...state.queries]
    .filter((query) => rank(query) >= 0)
    .sort((a, b) => rank(b) - rank(a))
    .filter((query) => {
      const family = JSON.stringify(query.queryKey.slice(0, 2))
      const size = JSON.stringify(query.state.data ?? null).length
      const begins = isFirstPage(query.queryKey) && !begun.has(family)
      const count = (seen.get(family) ?? 0) + (begins ? 0 : 1)
      if (count > maxPages || size > room) return false
      seen.set(family, count)
      if (begins) begun.add(family)
      room -= size
      return true
    })
  return { queries, mutations: [] }
}

const persister = createSyncStoragePersister({
  // A save that was still pending when the person signed out must not bring their rows back.
  storage: { getItem: readItem, setItem: (key, text) => sessionStore.get().session && writeItem(key, text), removeItem },
  key: cacheKey,
  throttleTime: 1_000,
  serialize: (client) => JSON.stringify({ ...client, clientState: selectHot(client.clientState, readLists) }),
})

/** Keeps the reads whose options say `meta: { keep: true }`; at most once in a second. */
export function keepReads(): void {
  const clientState = dehydrate(queryClient, {
    shouldDehydrateQuery: (query) => query.meta?.keep === true && query.state.status === 'success',
  })
  void persister.persistClient({ timestamp: Date.now(), buster: buster(), clientState })
}
