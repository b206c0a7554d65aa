/**
 * Many waiting changes in one request (docs/decisions/0016-many-changes-in-one-request.md). A module of its own, outside of the first
 * chunk.
 */

import { choice, type InputOf, number, reference, rows, tags, text, textarea } from './kit/field/field.ts'
import { call } from './kit/section/call.ts'

/** Maximum changes per request; with more, the whole request is refused. */
export const maxEntries = 200

/**
 * One change of a replay, as its own request would be. `id` is its Idempotency-Key, `mask` its Update-Mask, `if_match` its If-Match,
 * overridden by the version of `follow` from an earlier entry. Unless all entries of `after` were done, it is not attempted (424).
 */
const entry = {
  id: text({ required: true, max: 60, pattern: { regex: /^[\x21-\x7e]+$/, code: 'reference' } }),
  method: choice(['GET', 'POST', 'PUT', 'DELETE'], { required: true }),
  path: text({ required: true, max: 2_000, pattern: { regex: /^\/[^\s#]*$/, code: 'not_allowed' } }),
  /** Encoding of `body`: JSON, or form entries as application/x-www-form-urlencoded. */
  encoding: choice(['json', 'form'], { initial: 'json' }),
  body: textarea({ max: 900_000, verbatim: true }),
  mask: text({ max: 5_000 }),
  if_match: text({ max: 5_000, pattern: { regex: /^[\d",* ]*$/, code: 'type' } }),
  follow: reference(),
  after: tags({ max: maxEntries }),
} as const
export type ReplayEntry = InputOf<typeof entry>

/**
 * Many waiting changes in one request, for high latency. Each runs in order like a request of its own: same permission, transaction,
 * verdict, response and id. Responses come in order, one line each, once known: an interruption loses only those not received. A 401 or 421
 * is the last line.
 */
export const replay = call({
  name: 'sync.replay',
  kind: 'mutation',
  method: 'POST',
  path: '/sync/in/v1/mutations',
  permission: 'signed-in',
  body: { entries: rows(entry, { required: true, min: 1, max: maxEntries }) },
  reply: {
    of: 'lines',
    fields: {
      id: text({ required: true }),
      status: number({ required: true }),
      /** Mutation of this stored verdict, as in Mutation-Id; null if none was stored. */
      echo: text(),
      /** Seconds, as in Retry-After. */
      retry_after: number(),
      /** Response body as text: JSON of the call's reply or of a problem. */
      body: textarea({ required: true, max: 5_000_000, verbatim: true }),
    },
  },
  silent: true,
})
