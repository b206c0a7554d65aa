/**
 * Many waiting changes in one request (docs/decisions/0016-many-changes-in-one-request.md).
 * A module of its own, so that it is not part of the first chunk.
 */

import { choice, type InputOf, number, reference, rows, tags, text, textarea } from './kit/field/field.ts'
import { call } from './kit/section/call.ts'

/** Most changes of one request; a client that sends more is refused whole, and nothing of it was done. */
export const maxEntries = 200

/**
 * One change of a replay: the request that it would be on its own. `id` is its Idempotency-Key, `mask` its Update-Mask,
 * `if_match` its If-Match. Where an earlier entry of the same request told the next version of the record `follow`, that
 * version is matched instead. Entries in `after` stand before it: unless all of them were done, it is not attempted (424).
 */
const entry = {
  id: text({ required: true, max: 60, pattern: { regex: /^[\x21-\x7e]+$/, code: 'reference' } }),
  method: choice(['GET', 'POST', 'PUT', 'DELETE'], { required: true }),
  path: text({ required: true, max: 2_000, pattern: { regex: /^\/[^\s#]*$/, code: 'not_allowed' } }),
  /** How `body` is written: JSON, or the entries of a form as application/x-www-form-urlencoded. */
  encoding: choice(['json', 'form'], { initial: 'json' }),
  body: textarea({ max: 900_000, verbatim: true }),
  mask: text({ max: 5_000 }),
  if_match: text({ max: 5_000, pattern: { regex: /^[\d",* ]*$/, code: 'type' } }),
  follow: reference(),
  after: tags({ max: maxEntries }),
} as const
export type ReplayEntry = InputOf<typeof entry>

/**
 * Many waiting changes in one request, for networks with a high latency. Each is done in order as its own request would
 * be: its own permission, transaction, verdict and answer, under the same id by whichever way it comes. The answers
 * come in order, a line each, as soon as they are known: a cut loses what had not come, and nothing else. A 401 or 421
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
      /** The mutation whose stored verdict this is, as in Mutation-Id; null when nothing was stored. */
      echo: text(),
      /** Seconds, as in Retry-After. */
      retry_after: number(),
      /** The body of the answer as text: JSON of the call's reply, or of a problem. */
      body: textarea({ required: true, max: 5_000_000, verbatim: true }),
    },
  },
  silent: true,
})
