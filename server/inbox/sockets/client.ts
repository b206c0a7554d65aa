/** State of a connection of the realtime feed, and sending to it. */
import type { WebSocket } from 'ws'
import { socketCodes } from '#contract/chat/events.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import type { FeedEvent, Member } from './hub.ts'

/** Maximum bytes buffered for a slow client; one webhook may bring 5 MB. */
const maxWaiting = 8_000_000
/** Events per batch; the next is sent after a flush. */
export const atOnce = 100
/** Standard codes: shutdown, no permission, internal error, and changed visibility, which requires a reconnect. */
export const codes = { ...socketCodes, leaving: 1001, forbidden: 1008, failed: 1011, again: 1012 }

/** A connection; `user` once authenticated. */
export interface Client {
  id: string
  socket: WebSocket
  jti: string | null
  user: CurrentUser | null
  member: Member | null
  /** Events received while missed ones are read; null once those are sent. */
  buffered: FeedEvent[] | null
  /** The room in view. */
  room: string | null
  /** Number of presence messages. */
  looks: number
  /** Its console is in sight, as it said last; settled once the processes know. */
  isVisible: boolean
  lastReport: Promise<void>
  isAlive: boolean
  frames: number
}

/** Closes a connection that violates the protocol, and logs why, without content. */
export function dismiss({ log }: Platform, { socket, user }: Client, code: number, why: string): void {
  if (socket.readyState !== socket.OPEN) return
  log.warn({ code, why, user: user?.id }, 'a socket was let go')
  socket.close(code, why)
}

export function send(platform: Platform, client: Client, text: string): void {
  const { socket } = client
  if (socket.readyState !== socket.OPEN) return
  socket.send(text)
  if (socket.bufferedAmount > maxWaiting) dismiss(platform, client, codes.slow, 'too slow')
}

/** Sends events and awaits the socket's drain, so that a client is not closed as too slow. */
export async function sendAll({ socket }: Client, texts: readonly string[]): Promise<void> {
  for (let at = 0; at < texts.length && socket.readyState === socket.OPEN; at += atOnce) {
    const part = texts.slice(at, at + atOnce)
    await new Promise<void>((wentOut) => {
      for (const [n, text] of part.entries()) socket.send(text, n === part.length - 1 ? () => wentOut() : undefined)
    })
  }
}
