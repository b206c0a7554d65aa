/** Messages of screens, folded with the outbox; their media, and search in a room. */
import { useEffect, useMemo, useRef } from 'react'
import { conversation, type Message, type MessagePage } from '#contract/chat/messages.ts'
import { ApiError } from '../api/api-error.ts'
import { useConnection } from '../api/connection.ts'
import { request } from '../api/request.ts'
import { sessionStore } from '../api/session.ts'
import { afterPaint } from '../base/deferred.ts'
import { useStore } from '../base/store.ts'
import { ownerDatabase } from '../cache/db.ts'
import { compareMessages, readMessages } from '../outbox/store/chat-cache.ts'
import { outboxStore } from '../query/outbox-store.ts'
import { progressStore } from '../query/upload-progress.ts'
import { foldMessages, isReact, isSend, roomOf, type ShownMessage, showMessage } from './fold.ts'
import { type RunState, runStates, runsStore } from './memory.ts'
import { allRows } from './rooms.ts'
import { extendRun, jump, openRun, showNewest } from './runs.ts'

export type { ShownMessage, Tick } from './fold.ts'
export { type MediaForm, mediaContent, mediaUrl } from './media.ts'

export interface Messages {
  /** In order, waiting ones last. */
  messages: ShownMessage[]
  older: boolean
  newer: boolean
  /** Late ones from before or behind them. */
  outside?: readonly Message[] | undefined
  /** 'error': reading failed, and the room is shown empty. */
  state: RunState
  /** False when reading failed. */
  loadOlder: () => Promise<boolean>
  loadNewer: () => Promise<boolean>
  /** Loads the part around a message; false where that fails. */
  jumpTo: (ref: string) => Promise<boolean>
  toNewest: () => void
  /** Reads again after a failure. */
  retry: () => void
}

const none: readonly never[] = []
const noUploads: Readonly<Record<string, number>> = {}

/** Messages of a room by ref. */
export function useMessages(room: string): Messages {
  const run = useStore(runsStore, (runs) => runs.get(room))
  const state = useStore(runStates, (states) => states.get(room)) ?? 'loading'
  const outbox = useStore(outboxStore)
  const progress = useStore(progressStore)
  const session = useStore(sessionStore, ({ session: current }) => current)
  const connection = useConnection()
  // Refetched on reconnection: the socket replays missed events, but not failed reads.
  useEffect(() => {
    void connection
    if (room === '') return
    // Renders from memory first.
    if (runsStore.get().has(room)) return afterPaint(() => void openRun(room))
    void openRun(room)
  }, [room, connection])
  const user = session?.user
  const waits = useStableList(
    useMemo(() => allRows(outbox).filter((row) => (isSend(row) || isReact(row)) && roomOf(row) === room), [outbox, room]),
  )
  const sent = run?.messages ?? none
  const isEnd = !run?.newer
  const uploads = waits.length ? progress : noUploads
  const messages = useMemo(
    () => (isEnd && user && waits.length ? foldMessages(room, sent, waits, user, uploads) : sent.map(showMessage)),
    [room, sent, waits, user, isEnd, uploads],
  )
  const calls = useMemo(
    () => ({
      loadOlder: () => extendRun(room, 'older'),
      loadNewer: () => extendRun(room, 'newer'),
      jumpTo: (ref: string) => jump(room, ref),
      toNewest: () => void showNewest(room),
      retry: () => void openRun(room),
    }),
    [room],
  )
  return { messages, older: run?.older ?? false, newer: run?.newer ?? false, outside: run?.outside, state, ...calls }
}

/** The previous array, while entries are equal. */
function useStableList<T>(list: readonly T[]): readonly T[] {
  const kept = useRef(list)
  const isSame = kept.current.length === list.length && kept.current.every((entry, i) => entry === list[i])
  if (!isSame) kept.current = list
  return kept.current
}

export interface Finds {
  /** Newest first. */
  messages: ShownMessage[]
  /** Whether earlier results exist. */
  older: boolean
  /** Offline: only the cache was searched. */
  isCached: boolean
}

const findsPerPage = 100

/** Searches a room's messages, `before` one or from the newest. Throws ApiError on failure. */
export async function searchMessages(room: string, text: string, before?: Message): Promise<Finds> {
  const term = text.trim()
  if (term === '') return { messages: [], older: false, isCached: false }
  try {
    const query = { search: term, limit: findsPerPage, ...(before && { before: before.place }) }
    const { messages, older } = await request<MessagePage>(conversation, { params: { id: room }, query })
    return { messages: messages.map(showMessage), older, isCached: false }
  } catch (error) {
    if (!(error instanceof ApiError) || !error.offline) throw error
    const db = ownerDatabase()
    const cached = db ? await db.withConnection(() => readMessages(db, room)) : []
    const all = new Map([...cached, ...(runsStore.get().get(room)?.messages ?? none)].map((message) => [message.ref, message]))
    const messages = [...all.values()]
      .filter((one) => (!before || compareMessages(one, before) < 0) && one.content?.toLowerCase().includes(term.toLowerCase()))
      .sort((a, b) => compareMessages(b, a))
      .map(showMessage)
    return { messages, older: false, isCached: true }
  }
}
