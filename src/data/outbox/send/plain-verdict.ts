/** What an answer of a server without the additions means (decision 9). Pure. */

import { isRecord } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { LastError, OutboxRow, Verdict } from '../row/types.ts'
import type { HttpResponse } from '../wire/exchange.ts'
import { retryAfter, toLastError } from '../wire/verdict.ts'

/**
 * The API itself spoke: JSON by its type and by its text, and something in it. A captive portal's page, or its redirect to one,
 * is not, whatever its status.
 */
export function isSpoken({ headers, body }: Pick<HttpResponse, 'headers' | 'body'>): boolean {
  const type = headers.get('Content-Type') ?? ''
  return /^application\/(?:problem\+)?json\b/i.test(type) && (Array.isArray(body) || (isRecord(body) && Object.keys(body).length > 0))
}

/** Nobody knows whether it was done: what may not be repeated waits for the person, everything else goes again. */
export function unknown(row: Pick<OutboxRow, 'plain'>, error: LastError, afterMs: number | null = null): Verdict {
  if (row.plain === 'once') return { kind: 'parked', reason: 'unconfirmed', decided: false, error: { ...error, code: 'unconfirmed' } }
  return { kind: 'retry', afterMs, error }
}

function madeId(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined
  const { id } = isRecord(body.data) ? body.data : body
  return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : undefined
}

/** Records of a bulk delete that were refused; they are named by their numbers. */
function refusedOf(body: unknown) {
  const failed = isRecord(body) && Array.isArray(body.failed_entities) ? body.failed_entities : []
  return failed.flatMap((entry: unknown) =>
    isRecord(entry) && (typeof entry.id === 'number' || typeof entry.id === 'string')
      ? [{ ref: String(entry.id), message: typeof entry.message === 'string' ? entry.message : '' }]
      : [],
  )
}

function success(call: Pick<Call, 'reply'>, { body }: HttpResponse): Verdict {
  const id = madeId(body)
  return { kind: 'done', row: null, refused: call.reply.of === 'removal' ? refusedOf(body) : [], ...(id !== undefined && { madeId: id }) }
}

export function judgePlain(
  call: Pick<Call, 'reply'>,
  row: Pick<OutboxRow, 'action' | 'plain'>,
  response: HttpResponse,
  now: number,
): Verdict {
  const { status } = response
  const error = toLastError(response)
  const spoken = isSpoken(response)
  const afterMs = retryAfter(response.headers.get('Retry-After'), now)
  if (status === 401) return { kind: 'hold', why: 'auth', error }
  // An answer without a body is no page, and a portal has to show one.
  if (status === 204 || (status < 300 && spoken)) return success(call, response)
  if (status < 400) return unknown(row, error)
  // Refused before anything was done, by whoever said so.
  if (status === 429 || status === 503 || status === 425 || status === 408) return { kind: 'retry', afterMs, error }
  if (status >= 500) return unknown(row, error, afterMs)
  if (!spoken) return { kind: 'retry', afterMs, error }
  if (row.action === 'remove' && (status === 404 || status === 410)) return { kind: 'done', row: null, refused: [] }
  if (row.action !== 'create' && (status === 404 || status === 410))
    return { kind: 'parked', reason: 'conflict', decided: true, error: { ...error, current: null } }
  return { kind: 'parked', reason: status === 413 ? 'tooLarge' : 'rejected', decided: true, error }
}
