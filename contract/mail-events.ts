/** What a provider of mail tells of mails that it accepted: signed, possibly repeated and in any order. */

import { call } from './kit/section/call.ts'

/** `sha256=` and the HMAC of the raw body in hexadecimal, keyed by MAIL_EVENTS_SECRET. */
export const mailEventsSignature = 'X-Mail-Signature'
export const maxMailEventBytes = 1_000_000
export const maxMailEvents = 1_000

/** What a provider may tell. */
export const mailEventNames = ['delivered', 'bounce', 'complaint', 'unsubscribe'] as const

/**
 * Body: `[{ message_id, kind }]`, kind one of `mailEventNames`. `address` beside them is used for mails that are of no newsletter. Unknown
 * kinds and mails are left out. 403 for a wrong signature.
 */
export const mailEventsReceive = call({
  name: 'mail-events.receive',
  kind: 'mutation',
  method: 'POST',
  path: '/crm/public/v1/mail-events',
  permission: 'public',
  reply: { of: 'message' },
  silent: true,
})
