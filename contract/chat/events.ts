/**
 * The realtime feed: WebSocket at `{websocket host}/utility/public/v2/ws/chat_platform`. The client sends `Hello` as JSON; the server
 * answers `Connected` or closes with 4401. Events follow with cursors: after a gap the client sends its last one, and gets the rest once
 * and in order.
 */

import type { AnyRow } from '../kit/section/section.ts'
import type { Message } from './messages.ts'

export const socketPath = '/utility/public/v2/ws/chat_platform'
/**
 * Close codes: an invalid or revoked token; no or invalid frames; a client that is too slow; the oldest of a person's sockets above
 * `maxSockets`, which reconnects when its page is visible.
 */
export const socketCodes = { unauthorized: 4401, rude: 4400, slow: 4408, many: 4429 } as const
export const maxSockets = 20
/**
 * Sockets of one network (an IPv4 address, the /64 of IPv6) at a process, and of these the ones that have not said who they are: more are
 * refused with 429.
 */
export const maxNetworkSockets = 5_000
export const maxUnknownSockets = 200

/** Minimum token length; a shorter token closes the socket for good (docs/product/chat.md#feed). */
export const minTokenLength = 10
export const reconnectMs = 5_000
/** Delay after `many`; a shorter one would make tabs evict each other. */
export const reconnectManyMs = 300_000
export const reconnectedMs = 700
/** Without a greeting for so long, events come over HTTP meanwhile; after `handshakeMs` the attempt is given up. */
export const greetingMs = 2_000
export const handshakeMs = 20_000
/** Delay where HTTP brings the events: sockets do not pass this network. */
export const reconnectHttpMs = 60_000
/** Over HTTP: ms between two readings where no stream says earlier that there is something. */
export const readEventsMs = 3_000
/** A socket that was silent for so long is asked for an echo, which has to come within `echoMs`. */
export const silentSocketMs = 20_000
export const echoMs = 5_000

export interface Hello {
  token: string
  /** The last received event; without it only new events are sent. */
  cursor?: string
}

export interface Connected {
  /** Holds 'connected'. */
  data: string
  /** Current end of the feed. */
  cursor: string
  /** The gap is too large or too old: the device has to resync. */
  resync?: boolean
}

export const listeners = ['incoming_message', 'tracking_message', 'idle'] as const

/** `incoming_message`: by a customer; `tracking_message`: another change of a room or message; `idle`: the customer went idle. */
export interface ChatEvent {
  listener: (typeof listeners)[number]
  cursor: string
  /** The room as visible to this person; `gone` once it is not. */
  data: AnyRow | { ref: string; gone: true }
  /** The message concerned. */
  detail_chat: Message | null
}

/** Viewers and typists of a room; not stored, without a cursor. */
export interface PresenceEvent {
  listener: 'presence'
  room: string
  people: { id: number; name: string; typing: boolean }[]
}

/** Message of the client after `Hello`: the room in view, if any. */
export interface PresenceMessage {
  room: string | null
  typing: boolean
}

/** Asks whether the socket still passes anything, and says nothing new; answered by `{ listener: 'echo' }`. */
export interface EchoMessage extends PresenceMessage {
  echo: true
  /** The console is in sight: it tells of messages itself, and its device needs no push. Nobody has to say it. */
  visible?: boolean
}
