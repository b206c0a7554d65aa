/** The query cache: what it keeps on the device, and how it follows the connection and the person. */
import { type DehydratedState, onlineManager, QueryClient } from '@tanstack/react-query'
import { isRecord } from '#contract/kit/field/guards.ts'
import { ApiError } from '../api/api-error.ts'
import { connectionStore } from '../api/connection.ts'
import { sessionStore } from '../api/session.ts'
import { firstRow } from '../base/deferred.ts'
import { readJson, removeItem } from '../base/storage.ts'

declare const __VERSION__: string

export const cacheKey = 'lapangan-cache'
const week = 7 * 24 * 3_600_000

/** Another build may mean other shapes; another person must never see these rows. */
export const buster = () => `${typeof __VERSION__ === 'string' ? __VERSION__ : 'test'} ${sessionStore.get().session?.user.ref ?? ''}`

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
export const readLists = new Set<string>()

type Saved = { buster: string; timestamp: number; clientState: DehydratedState }
const isSaved = (value: unknown): value is Saved => isRecord(value) && isRecord(value.clientState)

function restore(): void {
  try {
    const saved = readJson(cacheKey)
    if (!isSaved(saved)) return
    if (saved.buster !== buster() || Date.now() - saved.timestamp > week) {
      removeItem(cacheKey)
      return
    }
    // The library's own way back knows promises, mutations and serializers, which no copy has.
    for (const { queryKey, queryHash, meta, state } of [...saved.clientState.queries].reverse()) {
      readLists.add(queryHash)
      const kept = { queryKey, queryHash, ...(meta && { meta }) }
      // However young the copy is, what this person did after it is not in it.
      queryClient
        .getQueryCache()
        .build(queryClient, kept, { ...state, fetchStatus: 'idle' })
        .invalidate()
    }
  } catch {
    removeItem(cacheKey)
  }
}

/** A chunk that did not come is asked for again with the next read. */
const keep = () =>
  void firstRow
    .then(() => import('./keep-reads.ts'))
    .then(({ keepReads }) => keepReads())
    .catch(() => undefined)

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
