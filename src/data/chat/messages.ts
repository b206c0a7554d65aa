/** Messages for screens, folded with what waits; their media, and the search in a room. */
import { useEffect, useMemo, useRef } from 'react'
import { conversation, type MessagePage } from '#contract/chat/messages.ts'
import { ApiError } from '../api/api-error.ts'
import { useConnection } from '../api/connection.ts'
import { request } from '../api/request.ts'
import { sessionStore } from '../api/session.ts'
import { afterPaint } from '../base/after-paint.ts'
import { useStore } from '../base/store.ts'
import { ownerDatabase } from '../cache/db.ts'
import { readMessages } from '../outbox/store/chat-cache.ts'
import { outboxStore } from '../query/outbox-store.ts'
import { progressStore } from '../query/upload-progress.ts'
import { foldMessages, isSend, type ShownMessage, showMessage } from './fold.ts'
import { type RunState, runStates, runsStore } from './memory.ts'
import { allRows } from './rooms.ts'
import { extendRun, jump, openRun, showNewest } from './runs.ts'

export type { ShownMessage, Tick } from './fold.ts'
export { mediaUrl } from './media.ts'

export interface Messages {
  /** In their order, those that wait last. */
  messages: ShownMessage[]
  older: boolean
  newer: boolean
  /** 'error': the room could not be read, and is shown empty. */
  state: RunState
  /** False when it could not be read. */
  loadOlder: () => Promise<boolean>
  loadNewer: () => Promise<boolean>
  /** Shows the part around a message; false where that cannot be read. */
  jumpTo: (ref: string) => Promise<boolean>
  toNewest: () => void
  /** Reads the room again, after it could not be read. */
  retry: () => void
}

const none: readonly never[] = []
const noUploads: Readonly<Record<string, number>> = {}

/** The messages of a room by its ref. */
export function useMessages(room: string): Messages {
  const run = useStore(runsStore, (runs) => runs.get(room))
  const state = useStore(runStates, (states) => states.get(room)) ?? 'loading'
  const outbox = useStore(outboxStore)
  const progress = useStore(progressStore)
  const session = useStore(sessionStore, ({ session: current }) => current)
  const connection = useConnection()
  // Read again whenever the network comes back: what a socket missed is told, what a reading missed is not.
  useEffect(() => {
    void connection
    if (room === '') return
    // What is in memory is on the screen first.
    if (runsStore.get().has(room)) return afterPaint(() => void openRun(room))
    void openRun(room)
  }, [room, connection])
  const user = session?.user
  const waits = useStableList(useMemo(() => allRows(outbox).filter((row) => isSend(row) && row.patch.room === room), [outbox, room]))
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
  return { messages, older: run?.older ?? false, newer: run?.newer ?? false, state, ...calls }
}

/** The list before, while it has the same entries. */
function useStableList<T>(list: readonly T[]): readonly T[] {
  const kept = useRef(list)
  const isSame = kept.current.length === list.length && kept.current.every((entry, i) => entry === list[i])
  if (!isSame) kept.current = list
  return kept.current
}

export interface Finds {
  /** Newest first. */
  messages: ShownMessage[]
  /** Whether there are more before the last of these. */
  older: boolean
  /** Offline: only what the device has cached was searched. */
  isCached: boolean
}

const findsPerPage = 100

/** Messages of a room that hold a text, `before` a place or the newest. Throws ApiError where the server could not tell. */
export async function searchMessages(room: string, text: string, before?: number): Promise<Finds> {
  const term = text.trim()
  if (term === '') return { messages: [], older: false, isCached: false }
  try {
    const query = { search: term, limit: findsPerPage, ...(before !== undefined && { before }) }
    const { messages, older } = await request<MessagePage>(conversation, { params: { id: room }, query })
    return { messages: messages.map(showMessage), older, isCached: false }
  } catch (error) {
    if (!(error instanceof ApiError) || !error.offline) throw error
    const db = ownerDatabase()
    const cached = db ? await readMessages(db, room) : []
    const all = new Map([...cached, ...(runsStore.get().get(room)?.messages ?? none)].map((message) => [message.ref, message]))
    const messages = [...all.values()]
      .filter(({ content, place }) => (before === undefined || place < before) && content?.toLowerCase().includes(term.toLowerCase()))
      .sort((a, b) => b.place - a.place)
      .map(showMessage)
    return { messages, older: false, isCached: true }
  }
}
