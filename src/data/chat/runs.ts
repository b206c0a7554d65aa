/** Reads messages into memory: from the cache, then from the server, by place in both directions. */
import { conversation, type MessagePage, pageChat } from '#contract/chat/messages.ts'
import { ApiError } from '../api/api-error.ts'
import { connectionStore } from '../api/connection.ts'
import { request } from '../api/request.ts'
import { idle } from '../base/deferred.ts'
import { ownerDatabase } from '../cache/db.ts'
import { chatTables, readMessages, replaceMessages } from '../outbox/store/chat-cache.ts'
import { orAfterSilence } from '../outbox/store/silence.ts'
import { addToRun, canPrefetch, type Run, type RunState, runStates, runsStore, setPrefetchedRun, setRun, touchRun } from './memory.ts'
import { waitUntilStored } from './running.ts'

const pageSize = 100

export function setState(room: string, state: RunState): void {
  if (runStates.get().get(room) !== state) runStates.set((old) => new Map(old).set(room, state))
}

const read = (room: string, query: Readonly<Record<string, number>> = {}) =>
  request<MessagePage>(conversation, { params: { id: room }, query: { limit: pageSize, ...query } })

/** End of a cached room; null when it is empty, or the person signed out meanwhile. */
async function cachedRun(room: string): Promise<Run | null> {
  const db = ownerDatabase()
  if (!db) return null
  await orAfterSilence(waitUntilStored(), () => undefined)
  const reading = db.withConnection(() => readMessages(db, room)).catch(() => [])
  const messages = await orAfterSilence(reading, () => [])
  if (!messages.length || ownerDatabase()?.owner !== db.owner) return null
  return { messages, older: (messages[0]?.place ?? 1) > 1, newer: false }
}

/** Rooms whose runs were prefetched. */
const prefetched = new Set<string>()

async function readCached(room: string): Promise<boolean> {
  const cached = await cachedRun(room)
  const run = runsStore.get().get(room)
  if (cached && (!run || run.newer || prefetched.has(room))) setRun(room, cached)
  prefetched.delete(room)
  return cached !== null
}

/** Prefetches rooms from the cache that are likely to be opened next, the likeliest first, while idle. */
export async function prefetchRuns(rooms: readonly string[], signal: AbortSignal): Promise<void> {
  for (const room of rooms) {
    if (!canPrefetch()) return
    if (runsStore.get().has(room)) continue
    await idle()
    const cached = signal.aborted ? null : await cachedRun(room)
    if (signal.aborted) return
    if (!cached) continue
    setPrefetchedRun(room, cached)
    prefetched.add(room)
  }
}

async function keep(room: string, page: MessagePage): Promise<void> {
  const db = ownerDatabase()
  await db?.transaction('rw', chatTables(db), async () => {
    if (await db.rooms.get(room)) await replaceMessages(db, room, page.messages)
  })
}

async function readNewest(room: string): Promise<void> {
  try {
    const page = await read(room)
    addToRun(room, page, 'newer')
    setState(room, 'ready')
    await keep(room, page).catch(() => undefined)
  } catch (error) {
    if (error instanceof ApiError && error.offline) return setState(room, 'offline')
    // docs/product/chat.md#rooms: the conversation is marked empty.
    setRun(room, { messages: [], older: false, newer: false })
    setState(room, 'error')
  }
}

/** After an unknown gap: refetches the end of the last viewed room, others when they are opened. */
export async function readAgain(): Promise<void> {
  const last = [...runsStore.get()].at(-1)
  runsStore.set(new Map(last ? [last] : []))
  if (last && !last[1].newer) await readNewest(last[0])
}

const opening = new Map<string, Promise<void>>()

async function open(room: string): Promise<void> {
  const known = runsStore.get().get(room)
  // Retries after a failure.
  if (!known?.messages.length && runStates.get().get(room) === 'error') setState(room, 'loading')
  touchRun(room)
  // Events during prefetching may be only on the device; online it is refetched anyway.
  if (prefetched.has(room) && connectionStore.get() !== 'online') await readCached(room)
  prefetched.delete(room)
  if (known ? known.messages.length > 0 : await readCached(room)) setState(room, connectionStore.get() === 'online' ? 'ready' : 'offline')
  if (connectionStore.get() === 'online') {
    // A run left in the middle is continued there.
    if (!runsStore.get().get(room)?.newer) await readNewest(room)
  } else {
    setState(room, 'offline')
  }
}

/** Shows a room's newest messages, cached ones at once. Never throws. */
export function openRun(room: string): Promise<void> {
  const known = opening.get(room)
  if (known) return known
  const work = open(room).finally(() => opening.delete(room))
  opening.set(room, work)
  return work
}

const reading = new Set<string>()

/** Loads one more page unless one is loading. False on failure. */
export async function extendRun(room: string, end: 'older' | 'newer'): Promise<boolean> {
  const run = runsStore.get().get(room)
  const edge = end === 'older' ? run?.messages[0] : run?.messages.at(-1)
  if (!run || !edge || !run[end] || reading.has(room)) return true
  reading.add(room)
  try {
    const page = await read(room, end === 'older' ? { before: edge.place } : { after: edge.place })
    // Messages beyond the edge are known.
    const there = end === 'older' ? { ...page, newer: true } : { ...page, older: true }
    if (page.messages.length) addToRun(room, there, end)
    else {
      const now = runsStore.get().get(room)
      if (now) setRun(room, { ...now, [end]: false })
    }
    setState(room, 'ready')
    return true
  } catch (error) {
    if (error instanceof ApiError && error.offline) setState(room, 'offline')
    return false
  } finally {
    reading.delete(room)
  }
}

/** True when the message is in the run. */
export async function jump(room: string, ref: string): Promise<boolean> {
  const isThere = () =>
    runsStore
      .get()
      .get(room)
      ?.messages.some((message) => message.ref === ref) ?? false
  if (isThere()) return true
  try {
    addToRun(room, await request<MessagePage>(pageChat, { params: { id: room, chat_id: ref } }), 'older')
    return isThere()
  } catch {
    return false
  }
}

/** Returns to the room's end. */
export async function showNewest(room: string): Promise<void> {
  if (!runsStore.get().get(room)?.newer) return
  await readCached(room)
  if (connectionStore.get() === 'online') await readNewest(room)
}
