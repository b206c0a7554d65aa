/**
 * The realtime feed where no socket passes (docs/product/chat.md#without-sockets): events are read after each signal of the stream of
 * changes, and every few seconds where a network holds that back, too. Hidden tabs leave it to the one that alerts.
 */
import { type ChatEvent, type PresenceEvent, type PresenceMessage, readEventsMs } from '#contract/chat/events.ts'
import { chatEvents, chatPresence } from '#contract/chat/http-events.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { request } from '../api/request.ts'
import { onWake } from '../base/page-life.ts'
import { isVisible } from '../base/visible.ts'
import { toEvent } from '../outbox/store/chat-cache.ts'
import { watchSections } from '../start/live.ts'
import { isWriter } from './running.ts'
import type { SocketParts } from './socket.ts'

export interface HttpFeed {
  /** Tells others the room in view, and typing. */
  look: (message: PresenceMessage) => void
  stop: () => void
}

interface HttpListener {
  /** Called once, after the first answer. */
  reached: () => void
  people: (room: string, people: PresenceEvent['people']) => void
  /** Called once, after a failed request; it has stopped then. */
  failed: () => void
}

interface Missed {
  events: ChatEvent[]
  cursor: string
  resync: boolean
}

export function followByHttp(parts: SocketParts, begun: PresenceMessage, listener: HttpListener): HttpFeed {
  const control = new AbortController()
  const { signal } = control
  let cursor = parts.cursor()
  let looked = begun
  let isReached = false
  let isReading = false
  let isAsked = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function readEvents(): Promise<void> {
    const query = { ...(cursor !== null && { cursor }), visible: isVisible() }
    const { events, cursor: next, resync } = await request<Missed>(chatEvents, { query, signal })
    if (signal.aborted) return
    if (!isReached || resync) parts.connected({ data: 'connected', cursor: resync ? next : (cursor ?? next), resync })
    if (!isReached) listener.reached()
    isReached = true
    for (const each of events) {
      const event = toEvent(each)
      if (event) parts.event(event)
      else parts.unclear()
    }
    cursor = next
  }

  async function sendLook(): Promise<void> {
    const { room } = looked
    const { people } = await request<Pick<PresenceEvent, 'people'>>(chatPresence, { body: looked, signal })
    if (!signal.aborted && room !== null && room === looked.room) listener.people(room, people)
  }

  async function readOnce(): Promise<void> {
    isReading = true
    clearTimeout(timer)
    try {
      do {
        isAsked = false
        if (isVisible() || isWriter()) await readEvents()
      } while (isAsked && !signal.aborted)
      // Nobody misses presence, so its failure is none of the feed.
      if (looked.room !== null) void sendLook().catch(() => undefined)
      if (!signal.aborted) timer = setTimeout(readSoon, readEventsMs)
    } catch {
      if (signal.aborted) return
      stop()
      listener.failed()
    } finally {
      isReading = false
    }
  }

  function readSoon(): void {
    if (isReading) isAsked = true
    else void readOnce()
  }

  function stop(): void {
    control.abort()
    clearTimeout(timer)
    unwatch()
    stopWaking()
  }

  const unwatch = watchSections([chatPlatform.name], readSoon)
  const stopWaking = onWake(readSoon)
  readSoon()
  return {
    look(message) {
      looked = message
      void sendLook().catch(() => undefined)
    },
    stop,
  }
}
