/** The query cache: what it keeps on the device, and how it follows the connection and the person. */
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { type DehydratedState, dehydrate, hydrate, onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { connectionStore } from '../api/connection.ts'
import { sessionStore } from '../api/session.ts'
import { readItem, removeItem, writeItem } from '../base/storage.ts'

declare const __VERSION__: string

const cacheKey = 'lapangan-cache'
const maxCharacters = 1_000_000
/** A list screen, a dashboard's card and a board may read the same section. */
const maxPages = 3
const week = 7 * 24 * 3_600_000

/** Another build may mean other shapes; another person must never see these rows. */
const buster = () => `${typeof __VERSION__ === 'string' ? __VERSION__ : 'test'} ${sessionStore.get().session?.user.ref ?? ''}`

/** Another try is worth it where none of ours was answered, or the server could not. */
export const shouldRetry = (count: number, error: Error) =>
  count < 2 && (!(error instanceof ApiError) || error.offline || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: week,
      retry: shouldRetry,
      refetchOnWindowFocus: true,
    },
  },
})

/** Which lists a screen has read, the last one last; a page that was only fetched ahead is not among them. */
const readLists = new Set<string>()

/** Of each section the pages that were on the screen last; of everything only as much as fits. Newest first. */
export function selectHot(state: DehydratedState, read: ReadonlySet<string>): DehydratedState {
  const order = ['', ...read]
  const seen = new Map<string, number>()
  let room = maxCharacters
  // Options come after the lists, which are what the next start shows first.
  const rank = (query: DehydratedState['queries'][number]) => (query.queryKey[0] === 'list' ? order.indexOf(query.queryHash) : 0)
  const queries = [...state.queries]
    .filter((query) => rank(query) >= 0)
    .sort((a, b) => rank(b) - rank(a))
    .filter((query) => {
      const family = JSON.stringify(query.queryKey.slice(0, 2))
      const size = JSON.stringify(query.state.data ?? null).length
      const count = (seen.get(family) ?? 0) + 1
      if (count > maxPages || size > room) return false
      seen.set(family, count)
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

function restore(): void {
  try {
    const saved = persister.restoreClient()
    if (!saved || !('clientState' in saved)) return
    if (saved.buster !== buster() || Date.now() - saved.timestamp > week) {
      removeItem(cacheKey)
      return
    }
    hydrate(queryClient, saved.clientState)
    for (const { queryHash } of [...saved.clientState.queries].reverse()) {
      readLists.add(queryHash)
      // However young the copy is, what this person did after it is not in it.
      queryClient.getQueryCache().get(queryHash)?.invalidate()
    }
  } catch {
    removeItem(cacheKey)
  }
}

function keep(): void {
  const clientState = dehydrate(queryClient, {
    shouldDehydrateQuery: (query) => query.meta?.keep === true && query.state.status === 'success',
  })
  void persister.persistClient({ timestamp: Date.now(), buster: buster(), clientState })
}

/** Takes the copies of hot reads off the device; they are kept anew as screens read. */
export function dropCachedReads(): void {
  removeItem(cacheKey)
}

let person: string | null = null
let unsubscribe: (() => void) | null = null

/** Keeps hot reads of the signed-in person. A read is kept when its options say `meta: { keep: true }`. */
function follow(): void {
  const { status, session } = sessionStore.get()
  if (status === 'checking' || person === (session?.user.ref ?? '')) return
  unsubscribe?.()
  unsubscribe = null
  if (person || !session) {
    queryClient.clear()
    readLists.clear()
  }
  person = session?.user.ref ?? ''
  if (!session) {
    removeItem(cacheKey)
    return
  }
  restore()
  unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'observerAdded' && event.query.meta?.keep === true) {
      readLists.delete(event.query.queryHash)
      readLists.add(event.query.queryHash)
    }
    if (event.type === 'removed' || (event.type === 'updated' && event.action.type === 'success')) keep()
  })
}

sessionStore.subscribe(follow)
follow()

onlineManager.setEventListener((setOnline) => {
  const update = () => setOnline(connectionStore.get() === 'online')
  update()
  return connectionStore.subscribe(update)
})
