/** Push subscriptions, each of one session, with which it ends. */

import { dateTime, flag, number, rows, text, url } from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'
import type { MessageKind } from '../parts/message-fields.ts'

/** Needed for alerts of chats (docs/product/chat.md#alerts). */
export const alertPermission = 'webnotif crm'

/** Days without a push that arrived until a person is asked about it (docs/product/chat.md#alerts). */
export const maxSilentDays = 3

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
    /** A push has arrived since this device last said so. */
    received: flag(),
  },
  reply: {
    of: 'object',
    fields: {
      message: text({ required: true }),
      /** The server did not have it: it is new, or its push service has said that it is gone. */
      is_new: flag({ required: true }),
      /** Since then its push service takes alerts of which none has arrived; only after `maxSilentDays`. */
      silent_since: dateTime(),
    },
  },
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

/** Sends this session a push that answers the self-test; returns the push service's response. */
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

/**
 * Encrypted payload of a push. `question`: a member's question without a bot's answer. `lead`: a filled-in form. `channel`: WhatsApp's news
 * of an account, number or template. `broadcast`: one that is held. `test`: the self-test.
 */
export interface PushPayload {
  kind: 'message' | 'question' | 'lead' | 'channel' | 'broadcast' | 'test'
  /** Ref of the room, of the chat about a stock, of the lead, of the event, or of the broadcast. */
  room?: string
  /** Ref of the message, for one alert per message. */
  message?: string
  /** Kind of the message, translated by the device where `body` is empty. */
  message_kind?: MessageKind
  /** Display name of the room. */
  title: string
  body: string
  /** Number of unread rooms, for the app's badge; questions do not change it. */
  unread?: number
  cursor?: string
}
