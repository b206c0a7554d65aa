/** The feed over HTTP; apart, because a page needs it only where no socket passes. */
import { flag, number, rows, text, textarea } from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'
import { chatPlatform } from '../sections/sales/chat-platform.ts'

/** Missed events over HTTP, such as for the service worker after a push, or where no socket passes. Same events, same cursor. */
export const chatEvents = call({
  name: 'chat-platform.events',
  kind: 'query',
  method: 'GET',
  path: `${chatPlatform.path}/events`,
  permission: ['get crm', 'get assign-sales'],
  /** `visible`: as in `EchoMessage`. */
  query: { cursor: text({ max: 200 }), visible: flag() },
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

/** `PresenceMessage` over HTTP, for a session without a socket; forgotten after 30 s. Answers with the others in the room. */
export const chatPresence = call({
  name: 'chat-platform.presence',
  kind: 'mutation',
  method: 'PUT',
  path: `${chatPlatform.path}/presence`,
  permission: ['get crm', 'get assign-sales'],
  body: { room: text({ max: 64 }), typing: flag() },
  reply: {
    of: 'object',
    fields: {
      people: rows(
        { id: number({ required: true, integer: true }), name: text({ required: true }), typing: flag({ required: true }) },
        { max: 1_000, required: true },
      ),
    },
  },
  silent: true,
})
