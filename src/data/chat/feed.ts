/**
 * Handles events: shown at once in this tab, and written to the device by one tab of the person, in ordered batches. Duplicates are
 * ignored.
 */

import type { ChatEvent } from '#contract/chat/events.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { forgetCursor, isGone, storeEvents } from '../outbox/store/chat-cache.ts'
import type { OwnerDatabase } from '../outbox/store/database.ts'
import { forgetGone, forgetRooms, type RoomRow, roomsStore, takeMessage, takeRooms } from './memory.ts'
import type { Greeting } from './socket.ts'

export interface FeedParts {
  db: OwnerDatabase
  /** False while another tab is the writer. */
  writes: () => boolean
  /** Refetches a room's newest messages. */
  onGap: (room: string) => void
  /** Too much was missed: the cache must be refilled. */
  onResync: () => void
  /** Called when a room is unknown to lists, or changes their counts. */
  onCounts: () => void
  /** Called once per handled event. */
  onEvent: (event: ChatEvent) => void
}

export interface Feed {
  /** Null when the cache must be filled. */
  cursor: () => string | null
  connected: (response: Greeting) => void
  take: (event: ChatEvent) => void
  /** Refs of rooms with events since the last resync. */
  touched: () => ReadonlySet<string>
  /** Resolves when all events so far are stored, with the feed's position then. */
  flush: () => Promise<string | null>
}

const pauseMs = 100
const remembered = 2_000
const maxWaiting = 5_000

/** Fields that move a room between lists. */
const sorting = ['status', 'assignee_sales', 'is_need_support', 'snoozed_until', 'tag'] as const

const moves = (before: RoomRow, after: AnyRow): boolean => sorting.some((name) => toText(before[name]) !== toText(after[name]))

export function createFeed(parts: FeedParts, start: string | null): Feed {
  let cursor = start
  let waiting: ChatEvent[] = []
  let isLost = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<unknown> = Promise.resolve()
  const seen = new Set<string>()
  const touched = new Set<string>()

  function remember(key: string): void {
    seen.add(key)
    if (seen.size > remembered) seen.delete([...seen][0] ?? '')
  }

  async function write(): Promise<void> {
    const events = waiting
    waiting = []
    if (events.length === 0) return
    try {
      await storeEvents(parts.db, events, isLost ? null : (events.at(-1)?.cursor ?? null))
    } catch {
      // The device is full, or the database is gone. Later events must not overtake these: the server still has them.
      waiting = [...events, ...waiting]
      if (waiting.length <= maxWaiting) return
      waiting = []
      isLost = true
      await forgetCursor(parts.db).catch(() => undefined)
    }
  }

  function flush(): Promise<string | null> {
    clearTimeout(timer)
    timer = undefined
    const at = cursor
    const done = writing.then(write)
    writing = done
    return done.then(() => at)
  }

  function show(event: ChatEvent): void {
    const { data, detail_chat } = event
    if (isGone(data)) {
      forgetRooms([data.ref])
      parts.onCounts()
      return
    }
    const before = roomsStore.get().rooms.get(data.ref)
    takeRooms([data])
    if (!before || moves(before, data)) parts.onCounts()
    if (detail_chat && takeMessage(detail_chat) === 'gap') parts.onGap(data.ref)
  }

  return {
    cursor: () => cursor,
    touched: () => touched,
    flush,
    connected(response) {
      // Without a position everything may be missing.
      if (cursor !== null && response.cursor !== null && !response.resync) return
      cursor = response.cursor
      seen.clear()
      touched.clear()
      forgetGone()
      if (parts.writes()) writing = writing.then(() => forgetCursor(parts.db).catch(() => undefined))
      parts.onResync()
    },
    take(event) {
      if (seen.has(event.cursor)) return
      remember(event.cursor)
      cursor = event.cursor
      touched.add(event.data.ref)
      show(event)
      if (parts.writes()) {
        waiting.push(event)
        timer ??= setTimeout(() => void flush(), pauseMs)
      }
      parts.onEvent(event)
    },
  }
}
