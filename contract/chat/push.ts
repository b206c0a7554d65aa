/** Push alerts: a subscription belongs to the session that made it, and ends with it. */

import { flag, number, rows, text, url } from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'
import type { MessageKind } from '../parts/message-fields.ts'

/** Needed for alerts of chats (docs/product/chat.md#alerts). */
export const alertPermission = 'webnotif crm'

export const pushKey = call({
  name: 'push.key',
  kind: 'query',
  method: 'GET',
  path: '/utility/in/v1/push/key',
  permission: 'signed-in',
  /** VAPID public key, base64url. */
  reply: { of: 'object', fields: { key: text({ required: true }) } },
  silent: true,
})

export const pushSubscribe = call({
  name: 'push.subscribe',
  kind: 'mutation',
  method: 'POST',
  path: '/utility/in/v1/push/subscriptions',
  permission: alertPermission,
  body: {
    endpoint: url({ required: true, max: 2_000 }),
    p256dh: text({ required: true, max: 200 }),
    auth: text({ required: true, max: 100 }),
  },
  reply: { of: 'message' },
  silent: true,
})

export const pushUnsubscribe = call({
  name: 'push.unsubscribe',
  kind: 'mutation',
  method: 'DELETE',
  path: '/utility/in/v1/push/subscriptions',
  permission: 'signed-in',
  body: { endpoint: url({ required: true, max: 2_000 }) },
  reply: { of: 'message' },
  silent: true,
})

/** Sends this session's subscription a push that answers the self-test; says what the push service answered. */
export const pushTest = call({
  name: 'push.test',
  kind: 'mutation',
  method: 'POST',
  path: '/utility/in/v1/push/test',
  permission: alertPermission,
  body: { endpoint: url({ required: true, max: 2_000 }) },
  reply: {
    of: 'object',
    fields: { ok: flag({ required: true }), status: number({ required: true }), tried: rows({ endpoint: text() }, { max: 1 }) },
  },
})

/** What a push carries, encrypted. `question`: a member asks about a stock, and no bot answers. `test` answers the self-test. */
export interface PushPayload {
  kind: 'message' | 'question' | 'test'
  /** Ref of the room, or of the chat about a stock. */
  room?: string
  /** Ref of the message: it is alerted of once, whoever hears of it first. */
  message?: string
  /** What the message is, named by the device in its language where `body` is empty. */
  message_kind?: MessageKind
  /** The name that the room is shown under. */
  title: string
  body: string
  /** Unread rooms of this person, for the app's badge; questions leave it as it is. */
  unread?: number
  cursor?: string
}
