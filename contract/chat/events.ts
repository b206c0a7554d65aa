/**
 * The realtime feed: WebSocket at `{websocket host}/utility/public/v2/ws/chat_platform`. The client sends `Hello` as JSON;
 * the server answers with `Connected` or closes with 4401. Then events, each with a cursor: after a gap the client says the
 * last one it took, and gets what followed, once and in order.
 */

import { flag, rows, text, textarea } from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'
import type { AnyRow } from '../kit/section/section.ts'
import { chatPlatform } from '../sections/sales/chat-platform.ts'
import type { Message } from './messages.ts'

export const socketPath = '/utility/public/v2/ws/chat_platform'
/**
 * Close codes: an invalid or revoked token; a client that sent nothing or invalid frames; a client that is too slow; the oldest socket
 * of a person who has opened more than `maxSockets`, which connects again when it is looked at.
 */
export const socketCodes = { unauthorized: 4401, rude: 4400, slow: 4408, many: 4429 } as const
export const maxSockets = 20

/** A token of so many characters or fewer closes the socket, and it stays closed (docs/product/chat.md#feed). */
export const minTokenLength = 10
export const reconnectMs = 5_000
/** After `many`: sooner, and tabs would push each other out all the time. */
export const reconnectManyMs = 300_000
export const reconnectedMs = 700

export interface Hello {
  token: string
  /** The last event that was taken; without one only what comes from now on is sent. */
  cursor?: string
}

export interface Connected {
  /** Holds 'connected'. */
  data: string
  /** Where the feed stands: events after it follow. */
  cursor: string
  /** What was missed is too much or too old: the device has to resync. */
  resync?: boolean
}

export const listeners = ['incoming_message', 'tracking_message', 'idle'] as const

/** `incoming_message`: a customer wrote; `tracking_message`: anything else about a room or message; `idle`: the customer went idle. */
export interface ChatEvent {
  listener: (typeof listeners)[number]
  cursor: string
  /** The room as this person sees it; `gone` for one they do not see any more. */
  data: AnyRow | { ref: string; gone: true }
  /** The message it is about. */
  detail_chat: Message | null
}

/** Who looks at a room, or types in it; not kept, without a cursor. */
export interface PresenceEvent {
  listener: 'presence'
  room: string
  people: { id: number; name: string; typing: boolean }[]
}

/** A message of the client after `Hello`: which room it looks at, if any. */
export interface PresenceMessage {
  room: string | null
  typing: boolean
}

/** Missed events over HTTP, for a client without a socket, such as the service worker after a push. Same events, same cursor. */
export const chatEvents = call({
  name: 'chat-platform.events',
  kind: 'query',
  method: 'GET',
  path: `${chatPlatform.path}/events`,
  permission: ['get crm', 'get assign-sales'],
  query: { cursor: text({ max: 200 }) },
  reply: {
    of: 'object',
    fields: {
      events: rows(
        { listener: text({ required: true }), cursor: text({ required: true }), data: textarea(), detail_chat: textarea() },
        { max: 1_000 },
      ),
      cursor: text({ required: true }),
      more: flag({ required: true }),
      resync: flag({ required: true }),
    },
  },
  silent: true,
})
