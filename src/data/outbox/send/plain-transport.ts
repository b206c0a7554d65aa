/**
 * Sends a change to a server that speaks the base contract alone (decision 9). It keeps no verdict under a mutation's id, so a
 * request goes out only when the API was heard just before, and what may not be repeated is not.
 */

import { isRecord } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { equalValues } from '#contract/kit/field/merge.ts'
import { inBackOffice } from '#contract/kit/section/back-office.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import type { LastError, OutboxRow, Verdict } from '../row/types.ts'
import { buildRequest, type WireRequest } from '../wire/build-request.ts'
import { build, type Config, type ReadyRow } from '../wire/build-row.ts'
import type { Credentials } from '../wire/credentials.ts'
import type { HttpResponse } from '../wire/exchange.ts'
import { type TransportParts, withoutResponse } from '../wire/exchange-as.ts'
import { plainRequest, wholeRecord } from '../wire/plain-request.ts'
import { retryAfter, toLastError } from '../wire/verdict.ts'
import type { SendOptions } from './drain.ts'

/** What an answer of a server without the additions means (decision 9). Pure. */

/**
 * The API itself spoke: JSON by its type and by its text, and something in it. A captive portal's page, or its redirect to one,
 * is not, whatever its status.
 */
function isSpoken({ headers, body }: Pick<HttpResponse, 'headers' | 'body'>): boolean {
  const type = headers.get('Content-Type') ?? ''
  return /^application\/(?:problem\+)?json\b/i.test(type) && (Array.isArray(body) || (isRecord(body) && Object.keys(body).length > 0))
}

/** Nobody knows whether it was done: what may not be repeated waits for the person, everything else goes again. */
function unknown(row: Pick<OutboxRow, 'plain'>, error: LastError, afterMs: number | null = null): Verdict {
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

function judgePlain(call: Pick<Call, 'reply'>, row: Pick<OutboxRow, 'action' | 'plain'>, response: HttpResponse, now: number): Verdict {
  const { status } = response
  const error = toLastError(response)
  const spoken = isSpoken(response)
  const afterMs = retryAfter(response.headers.get('Retry-After'), now)
  if (status === 401) return { kind: 'hold', why: 'auth', error }
  // An answer without a body is no page, and a portal has to show one.
  if (status === 204 || (status < 300 && spoken)) return success(call, response)
  if (status < 400) return unknown(row, error)
  // The sender of these, a proxy or the server, did nothing with the request.
  if (status === 429 || status === 503 || status === 425 || status === 408) return { kind: 'retry', afterMs, error }
  if (status >= 500) return unknown(row, error, afterMs)
  if (!spoken) return { kind: 'retry', afterMs, error }
  if (row.action === 'remove' && (status === 404 || status === 410)) return { kind: 'done', row: null, refused: [] }
  if (row.action !== 'create' && (status === 404 || status === 410))
    return { kind: 'parked', reason: 'conflict', decided: true, error: { ...error, current: null } }
  return { kind: 'parked', reason: status === 413 ? 'tooLarge' : 'rejected', decided: true, error }
}

type Ask = (request: WireRequest) => Promise<HttpResponse | null>
type Heard = { kind: 'heard'; current: AnyRow | null }

/** The record as the server has it; it is known here by the row's own ref. */
function toCurrent(body: unknown, ref: string): AnyRow | null {
  const record = isRecord(body) && isRecord(body.data) ? body.data : body
  if (!isRecord(record) || record.id === undefined) return null
  const { updated_by: by } = record
  const none = { created_at: '', created_by: null, updated_at: '' }
  return { ...none, ...record, id: Number(record.id), ref, version: 0, updated_by: typeof by === 'string' ? by : null }
}

const wholeUpdate = ({ call }: ReadyRow) => call.action === 'update' && call.method === 'PUT'

function question({ call, section }: ReadyRow, row: OutboxRow, config: Config): WireRequest {
  const one = call.action === 'update' && section.wire.detail !== 'list' && section.actions.includes('get')
  const asked = sectionCall(section, one ? 'one' : 'list')
  const input = one ? { params: row.params } : { list: { ...firstPage, size: 1 } }
  return buildRequest(config.backOffice ? inBackOffice(asked, section) : asked, input, config)
}

/** Whether the API is there, and of an update the record as it is now. */
async function listen(ready: ReadyRow, row: OutboxRow, config: Config, ask: Ask, parts: TransportParts): Promise<Heard | Verdict> {
  const response = await ask(question(ready, row, config))
  if (!response || !isSpoken(response)) return withoutResponse(parts)
  const { status } = response
  if (status === 401 || status === 429 || status >= 500 || (wholeUpdate(ready) && (status === 404 || status === 410)))
    return judgePlain(ready.call, { ...row, plain: 'repeatable' }, response, parts.now())
  const isRecordThere = status < 300 && wholeUpdate(ready)
  return { kind: 'heard', current: isRecordThere ? toCurrent(response.body, row.touches[0] ?? '') : null }
}

/** Fields that somebody else changed since the person saw them, and that this change would overwrite. */
function isStale({ section }: ReadyRow, { base, patch }: OutboxRow, current: AnyRow): boolean {
  return Object.keys(patch).some((name) => {
    const field = section.fields[name]
    const saw = base?.values[name]
    return (
      base !== null &&
      Object.hasOwn(base.values, name) &&
      Object.hasOwn(current, name) &&
      !equalValues(field, current[name], saw) &&
      !equalValues(field, current[name], patch[name])
    )
  })
}

export async function sendPlain(
  row: OutboxRow,
  { token }: Credentials,
  parts: TransportParts,
  { signal, onActivity }: SendOptions,
): Promise<Verdict> {
  const ready = await build(row, parts)
  if (ready.kind !== 'ready') return ready
  const onProgress = row.files.length ? (percent: number) => parts.publish?.({ kind: 'sending', id: row.id, percent }) : undefined
  const ask: Ask = async (request) => {
    request.headers.Authorization = `Bearer ${token}`
    const response = await parts.send(request, { signal, onActivity, onProgress }).catch(() => null)
    if (!signal.aborted) parts.onResponse?.(response && (isSpoken(response) || response.status === 204) ? response.status : null, token)
    return response
  }
  const config = await parts.config()
  const received = await listen(ready, row, config, ask, parts)
  if (received.kind !== 'heard') return received
  const { current } = received
  if (current && isStale(ready, row, current))
    return { kind: 'parked', reason: 'conflict', decided: false, error: { status: 412, code: 'stale', message: '', current } }
  const { call, section } = ready
  const patch = wholeUpdate(ready) ? wholeRecord(section, { ...row.base?.values, ...current }, ready.patch) : ready.patch
  const response = await ask(plainRequest({ call, section, params: row.params, touches: row.touches, patch }, config))
  if (response) return judgePlain(call, row, response, parts.now())
  return row.plain === 'once' ? unknown(row, { status: 0, code: 'unconfirmed', message: '' }) : withoutResponse(parts)
}
