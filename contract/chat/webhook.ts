/** Calls by the WhatsApp Cloud API, authenticated by verify token and signature, without session. */

import { text } from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'

const path = '/utility/public/v1/whatsapp/webhook'

/** `sha256=` and the HMAC of the raw body in hexadecimal, keyed by the app's secret. */
export const signatureHeader = 'X-Hub-Signature-256'
/** Maximum bytes of one call. */
export const maxWebhookBytes = 5_000_000

/** Verifies the address: returns the challenge as plain text, 403 for another token. */
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
 * Messages and states, unordered and possibly repeated. Responds after everything is stored; 403 for a wrong signature, 413 over 5 MB, 503
 * while media cannot be fetched: the provider then retries.
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
