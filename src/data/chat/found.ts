/** Messages found by a search in the list of rooms: on the server, or offline in the cache. */
import { useQuery } from '@tanstack/react-query'
import { excerpt, searchesMessages, searchWords } from '#contract/chat/found.ts'
import { type FoundMessage, foundMessages } from '#contract/chat/messages.ts'
import { searchForm } from '#contract/lib/search/words.ts'
import { ApiError } from '../api/api-error.ts'
import { useConnection } from '../api/connection.ts'
import { request } from '../api/request.ts'
import { ownerDatabase } from '../cache/db.ts'
import { readMessages } from '../outbox/store/chat-cache.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import { queryKeys } from '../query/query-keys.ts'

/** By ref of room. */
export type Found = ReadonlyMap<string, FoundMessage>

const nothing: Found = new Map()
/** Rooms read before yielding to the page. */
const atOnce = 5

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/** Newest cached message of each room with every word. */
export async function findCached(db: OwnerDatabase, search: string, signal?: AbortSignal): Promise<FoundMessage[]> {
  const words = searchWords(search)
  const rooms = await db.rooms.orderBy('last_message_at').reverse().primaryKeys()
  const found: FoundMessage[] = []
  for (const [n, room] of rooms.entries()) {
    if (n % atOnce === atOnce - 1) await pause()
    if (signal?.aborted) break
    const cached = (await readMessages(db, room)).findLast(({ content }) => {
      const text = content == null ? undefined : searchForm(content)
      return text !== undefined && words.every((word) => text.includes(word))
    })
    if (cached?.content) found.push({ room, message: cached.ref, excerpt: excerpt(cached.content, words) })
  }
  return found
}

async function find(search: string, signal: AbortSignal): Promise<FoundMessage[]> {
  try {
    return (await request<{ found: FoundMessage[] }>(foundMessages, { query: { search }, signal })).found
  } catch (error) {
    const db = ownerDatabase()
    if (!(error instanceof ApiError) || !error.offline || !db) throw error
    return db.withConnection(() => findCached(db, search, signal))
  }
}

export function useFound(search: string): Found {
  const line = useConnection()
  const { data } = useQuery({
    queryKey: queryKeys.call(foundMessages.name, { search, line }),
    queryFn: async ({ signal }): Promise<Found> => new Map((await find(search, signal)).map((each) => [each.room, each])),
    enabled: searchesMessages(search),
    networkMode: 'always',
    staleTime: 30_000,
    gcTime: 60_000,
    retry: false,
  })
  return data ?? nothing
}
