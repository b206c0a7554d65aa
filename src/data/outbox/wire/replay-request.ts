/** A row's own request as an entry of a replay, and a line of its answer as the answer of that request. */

import { isRecord } from '#contract/kit/field/guards.ts'
import type { ReplayEntry } from '#contract/replay.ts'
import { syncHeaders } from '#contract/sync.ts'
import type { OutboxRow } from '../row/types.ts'
import type { WireRequest } from './build-request.ts'
import { type HttpResponse, parseText } from './exchange.ts'

function formText(form: FormData): string {
  const entries = [...form].map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : value.name])
  return new URLSearchParams(entries).toString()
}

/** `host` is the address before the path. A form must hold no files. */
export function toEntry(row: OutboxRow, request: WireRequest, host: string, after: readonly string[]): ReplayEntry {
  const { body, headers } = request
  if (body instanceof Blob) throw new Error('a file goes by itself')
  const mask = headers[syncHeaders.mask]
  const version = headers[syncHeaders.ifMatch]
  const [record] = row.touches
  return {
    id: row.id,
    method: toMethod(request.method),
    path: request.url.slice(host.length),
    ...(body instanceof FormData && { encoding: 'form' as const }),
    ...(body !== null && { body: body instanceof FormData ? formText(body) : body }),
    // A mask that names nothing is not the same as none, which would replace the whole record.
    ...(mask !== undefined && { mask: mask || ',' }),
    ...(version !== undefined && { if_match: version }),
    ...(row.action === 'update' && row.base && record && { follow: record }),
    ...(after.length && { after: [...after] }),
  }
}

function toMethod(method: string): ReplayEntry['method'] {
  if (method === 'POST' || method === 'PUT' || method === 'DELETE' || method === 'GET') return method
  throw new Error(`no change is sent with ${method}`)
}

export interface ReplayResponse {
  id: string
  response: HttpResponse
}

/** Null for a line that is none of the API, such as a captive portal's. */
export function readLine(line: string): ReplayResponse | null {
  const value = parseText(line)
  if (!isRecord(value) || typeof value.id !== 'string' || typeof value.status !== 'number' || typeof value.body !== 'string') return null
  const headers = new Headers()
  if (typeof value.echo === 'string') headers.set(syncHeaders.echo, value.echo)
  if (typeof value.retry_after === 'number') headers.set('Retry-After', String(value.retry_after))
  return { id: value.id, response: { status: value.status, headers, body: parseText(value.body) } }
}
