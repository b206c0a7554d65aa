/** From a call of the contract to what goes on the wire. No DOM, so console and worker build the same request. */

import { defaultProduct, withProduct } from '#contract/choices/product.ts'
import type { ConsoleConfig } from '#contract/config.ts'
import type { ChosenFile } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { formatListQuery, type ListQuery } from '#contract/kit/field/list-query.ts'
import { stripEmpty } from '#contract/kit/field/wire.ts'
import { type Call, fillPath, removalBody } from '#contract/kit/section/call.ts'

export interface RequestInput {
  /** Values of the braces in the path; an id may be a number or a ref. */
  params?: Readonly<Record<string, string | number>> | undefined
  list?: ListQuery | undefined
  query?: Readonly<Record<string, unknown>> | undefined
  /** An object of the call's fields, or the form that `formBody` made of it; for a removal the list of ids. */
  body?: unknown
}

export interface WireRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string | FormData | Blob | null
  reply: Call['reply']['of']
}

export function isChosen(value: unknown): value is ChosenFile & { content: Blob } {
  return typeof value === 'object' && value !== null && 'content' in value && value.content instanceof Blob
}

function searchText(input: RequestInput): string {
  const entries = Object.entries({ ...(input.list && formatListQuery(input.list)), ...stripEmpty(input.query ?? {}) })
  const text = new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text && `?${text}`
}

function encode(call: Call<unknown>, body: unknown): WireRequest['body'] {
  if (call.removal) {
    const removed = removalBody(call.removal, Array.isArray(body) ? body : [])
    return removed === undefined ? null : JSON.stringify(removed)
  }
  if (call.encoding === 'bytes') return body instanceof Blob ? body : null
  if (!call.body || call.method === 'GET') return null
  if (body instanceof FormData) return body
  if (call.encoding === 'multipart') throw new TypeError(`the form of ${call.name} was not made`)
  return JSON.stringify(stripEmpty(isRecord(body) ? body : {}))
}

/** Hosts and product come from the configuration; an empty host is the same origin, and calls of no section need no product. Throws when a path parameter is missing. */
export function buildRequest(
  call: Call<unknown>,
  input: RequestInput,
  config: Pick<ConsoleConfig, 'hosts'> & Partial<Pick<ConsoleConfig, 'product'>>,
): WireRequest {
  const body = encode(call, input.body)
  return {
    method: call.method,
    url:
      config.hosts[call.host].replace(/\/$/, '') +
      fillPath(withProduct(call.path, config.product ?? defaultProduct), input.params) +
      searchText(input),
    headers:
      body === null || body instanceof FormData
        ? {}
        : { 'Content-Type': typeof body === 'string' ? 'application/json' : 'application/octet-stream' },
    body,
    reply: call.reply.of,
  }
}
