/** What the WhatsApp Cloud API calls here. No session: the verify token and the signature say who asks. */

import { text } from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'

const path = '/utility/public/v1/whatsapp/webhook'

/** Over the raw body: `sha256=` and the HMAC in hexadecimal, made with the secret of the app. */
export const signatureHeader = 'X-Hub-Signature-256'
/** Bytes of one call at most. */
export const maxWebhookBytes = 5_000_000

/** Asked once, when the address is entered there: answers the challenge as plain text. 403 for another token. */
export const webhookVerify = call({
  name: 'whatsapp.verify',
  kind: 'query',
  method: 'GET',
  path,
  permission: 'public',
  query: { 'hub.mode': text({ required: true }), 'hub.verify_token': text({ required: true }), 'hub.challenge': text({ required: true }) },
  reply: { of: 'blob', type: 'text/plain; charset=utf-8' },
  silent: true,
})

/**
 * Messages and states, in any order and any number of times. The answer comes once everything is stored; 403 for a wrong
 * signature, 413 over 5 MB, 503 where media cannot be fetched at the moment: the provider then calls again.
 */
export const webhookReceive = call({
  name: 'whatsapp.receive',
  kind: 'mutation',
  method: 'POST',
  path,
  permission: 'public',
  reply: { of: 'message' },
  silent: true,
})
