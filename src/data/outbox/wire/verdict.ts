/** From a response to a verdict: rules 3 and 4 of the outbox. Pure. */

import { type ErrorCode, type FieldProblem, isRetryable } from '#contract/kit/field/errors.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { syncHeaders } from '#contract/sync.ts'
import type { LastError, OutboxRow, ParkedReason, Refused, Verdict } from '../row/types.ts'
import type { HttpResponse } from './exchange.ts'

/** Only a template may be written to the customer any more (docs/product/chat.md#window). */
export const windowClosed = 'window_closed' satisfies ErrorCode

export const isRow = (value: unknown): value is AnyRow =>
  isRecord(value) && typeof value.ref === 'string' && typeof value.version === 'number' && typeof value.id === 'number'

function toFields(value: unknown): LastError['fields'] {
  if (!isRecord(value)) return undefined
  const isParam = (entry: [string, unknown]): entry is [string, string | number] => ['string', 'number'].includes(typeof entry[1])
  const entries = Object.entries(value).flatMap(([path, problem]): [string, FieldProblem][] => {
    if (!isRecord(problem) || typeof problem.code !== 'string' || typeof problem.message !== 'string') return []
    const params = isRecord(problem.params) ? { params: Object.fromEntries(Object.entries(problem.params).filter(isParam)) } : {}
    return [[path, { code: problem.code, message: problem.message, ...params }]]
  })
  return Object.fromEntries(entries)
}

export function toLastError(response: Pick<HttpResponse, 'status' | 'body'>): LastError {
  const body = isRecord(response.body) ? response.body : {}
  const fields = toFields(body.fields)
  return {
    status: response.status,
    code: typeof body.code === 'string' ? body.code : 'unknown',
    message: typeof body.message === 'string' ? body.message : '',
    ...(isRecord(body.reason) && { reason: body.reason }),
    ...(fields && { fields }),
    ...(body.current !== undefined && { current: isRow(body.current) ? body.current : null }),
  }
}

/** Seconds or a date; null when there is none. */
export function retryAfter(header: string | null, now: number): number | null {
  if (!header) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

function refusedOf(body: Record<string, unknown>): Refused[] {
  return (Array.isArray(body.failed_entities) ? body.failed_entities : []).flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry.ref === 'string'
      ? [
          {
            ref: entry.ref,
            message: typeof entry.message === 'string' ? entry.message : '',
            ...(isRecord(entry.reason) && { reason: entry.reason }),
            ...(isRow(entry.current) && { current: entry.current }),
          },
        ]
      : [],
  )
}

function versionsOf(body: Record<string, unknown>): Readonly<Record<string, number>> {
  const entries = (Array.isArray(body.success_entities) ? body.success_entities : []).flatMap((entry: unknown): [string, number][] =>
    isRecord(entry) && typeof entry.ref === 'string' && typeof entry.version === 'number' ? [[entry.ref, entry.version]] : [],
  )
  return Object.fromEntries(entries)
}

/** The answer to a change of many records that was sent at once. */
export function readRemoval(response: unknown): { refused: Refused[]; message: string } {
  const body = isRecord(response) ? response : {}
  return { refused: refusedOf(body), message: firstWords(body) }
}

function firstWords(body: Record<string, unknown>): string {
  const first: unknown = Array.isArray(body.success_entities) ? body.success_entities[0] : undefined
  return isRecord(first) && typeof first.message === 'string' ? first.message : ''
}

function success(call: Pick<Call, 'reply'>, body: Record<string, unknown>): Verdict {
  const row = isRow(body.data) ? body.data : null
  if (call.reply.of !== 'removal') return { kind: 'done', row, refused: [] }
  const versions = versionsOf(body)
  const message = firstWords(body)
  return { kind: 'done', row, refused: refusedOf(body), ...(Object.keys(versions).length && { versions }), ...(message && { message }) }
}

function parkedReason(row: Pick<OutboxRow, 'action'>, status: number, code: string): ParkedReason {
  if (code === windowClosed) return 'windowClosed'
  if (status === 413) return 'tooLarge'
  if (status === 412) return 'conflict'
  // What is not in the trash any more is not there to be merged with.
  if ((status === 404 || status === 410) && row.action !== 'create' && row.action !== 'restore') return 'conflict'
  return 'rejected'
}

/** The meaning of an answer to the row's call. */
export function judge(call: Pick<Call, 'reply'>, row: Pick<OutboxRow, 'id' | 'action'>, response: HttpResponse, now: number): Verdict {
  const { status } = response
  const error = toLastError(response)
  const echoed = response.headers.get(syncHeaders.echo) === row.id
  const again: Verdict = { kind: 'retry', afterMs: retryAfter(response.headers.get('Retry-After'), now), error }
  if (status === 401 || status === 421) return { kind: 'hold', why: 'auth', error }
  // The headers may arrive and the body be cut: which of many records were refused is only in the body.
  if (status >= 200 && status < 300) return echoed && isRecord(response.body) ? success(call, response.body) : again
  // A page of a captive portal or gateway is no response of the API, whatever its status.
  if (isRetryable(status) || status < 400 || error.message === '') return again
  if (row.action === 'remove' && (status === 404 || status === 410)) return { kind: 'done', row: null, refused: [] }
  const reason = parkedReason(row, status, error.code)
  const gone = reason === 'conflict' && status !== 412
  return { kind: 'parked', reason, decided: echoed, error: gone ? { ...error, current: null } : error }
}
