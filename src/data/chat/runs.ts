/** Reads messages into memory: from the cache, then from the server, by place in both directions. */
import { conversation, type Message, type MessagePage, pageChat } from '#contract/chat/messages.ts'
import { ApiError } from '../api/api-error.ts'
import { connectionStore } from '../api/connection.ts'
import { request } from '../api/request.ts'
import { idle } from '../base/deferred.ts'
import { ownerDatabase } from '../cache/db.ts'
import { chatTables, readRun, replaceMessages } from '../outbox/store/chat-cache.ts'
import { orAfterSilence } from '../outbox/store/silence.ts'
import {
  addToRun,
  canPrefetch,
  type Run,
  type RunState,
  renewRun,
  runStates,
  runsStore,
  setPrefetchedRun,
  setRun,
  touchRun,
} from './memory.ts'
import { waitUntilStored } from './running.ts'

const pageSize = 100
const maxPageSize = 500

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
  const reading = db.withConnection(() => readRun(db, room)).catch(() => null)
  const run = await orAfterSilence(reading, () => null)
  if (!run?.messages.length || ownerDatabase()?.owner !== db.owner) return null
  return { ...run, newer: false }
}

/** Rooms whose runs were prefetched. */
const prefetched = new Set<string>()

async function readCached(room: string): Promise<boolean> {
  const cached = await cachedRun(room)
  const run = runsStore.get().get(room)
  if (cached && (!run?.messages.length || run.newer || prefetched.has(room))) setRun(room, cached)
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
    if (await db.rooms.get(room)) await replaceMessages(db, room, page)
  })
}

async function readNewest(room: string, renewed?: readonly Message[]): Promise<void> {
  // What comes meanwhile is not lost: it has the room read again.
  if (!runsStore.get().has(room)) setRun(room, { messages: [], older: true, newer: false })
  try {
    const page = await read(room, renewed && { limit: Math.min(Math.max(renewed.length, pageSize), maxPageSize) })
    if (renewed) renewRun(room, page, renewed)
    else addToRun(room, page, 'newer')
    setState(room, 'ready')
    await keep(room, page).catch(() => undefined)
  } catch (error) {
    if (error instanceof ApiError && error.offline) return setState(room, 'offline')
    // docs/product/chat.md#rooms: the conversation is marked empty.
    setRun(room, { messages: [], older: false, newer: false })
    setState(room, 'error')
  }
}

/** After an unknown gap, in which late messages may have come as well: refetches the last viewed room, others when they are opened. */
export async function readAgain(): Promise<void> {
  const last = [...runsStore.get()].at(-1)
  runsStore.set(new Map(last ? [last] : []))
  if (last && !last[1].newer) await readNewest(last[0], last[1].messages)
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
  if (known?.messages.length || (await readCached(room))) setState(room, connectionStore.get() === 'online' ? 'ready' : 'offline')
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
    const { outside: _, ...now } = runsStore.get().get(room) ?? run
    // Messages beyond the edge are known.
    const there = end === 'older' ? { ...page, newer: true } : { ...page, older: true }
    addToRun(room, page.messages.length ? there : { ...now, [end]: false }, end, edge.ref)
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
