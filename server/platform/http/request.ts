/** Parses the request without its body: parameters, list grammar, outbox headers. */
import { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { decodeEntries } from '#contract/kit/field/decode-entries.ts'
import type { Fields } from '#contract/kit/field/field.ts'
import { type Filter, firstPage, type ListQuery, parseFilters, parseListQuery } from '#contract/kit/field/list-query.ts'
import { maxSize } from '#contract/kit/field/paging.ts'
import { validate } from '#contract/kit/field/schema.ts'
import { type Call, pathParams } from '#contract/kit/section/call.ts'
import { slugPattern, uuid } from '#contract/lib/patterns.ts'
import { maxSlug } from '#contract/lib/slug.ts'
import { syncHeaders } from '#contract/sync.ts'
import { ApiError, fieldError } from '../core/problem.ts'
import { assertStorable } from './body.ts'

/** Marks a request by the API to itself for a client. */
export class InnerRequest {
  constructor(readonly address: string) {}
}

/** A record's number or ref. */
export function isIdOrRef(value: string): boolean {
  return uuid.test(value) || (/^[1-9]\d{0,15}$/.test(value) && Number(value) <= Number.MAX_SAFE_INTEGER)
}

/** Returns the path's parameters. Those named `id` or `*_id` must be an id number or a ref. */
export function readParams(c: Context, call: Call): Record<string, string> {
  const params = Object.fromEntries(pathParams(call.path).map((name) => [name, c.req.param(name) ?? '']))
  for (const [name, value] of Object.entries(params)) {
    assertStorable(value, name)
    const isSlug = call.bySlug && value.length <= maxSlug && slugPattern.test(value)
    if ((name === 'id' || name.endsWith('_id')) && !isIdOrRef(value) && !isSlug)
      throw new ApiError('invalid', 'This does not exist: the address holds no id.', fieldError(name, 'reference').extra)
  }
  return params
}

function readNamed(fields: Fields, given: Iterable<readonly [string, string]>): Record<string, unknown> {
  const checked = validate(fields, [], decodeEntries(fields, [...given]))
  if (!checked.ok) throw new ApiError('invalid', undefined, { fields: checked.problems })
  return checked.value
}

const grammar = ['page', 'size', 'page_size', 'sort', 'search', 'query']
/** Keys of other clients that only come along with a list's address, and filter nothing (docs/product/lists.md#keys-of-an-address). */
const alongside = ['total_record', 'order']

/** Returns one filter a field: one that is given several times, also as `tag[0]`, means either value (docs/product/lists.md#keys-of-an-address). */
function mergeFilters(given: readonly Filter[]): Filter[] {
  const merged = new Map<string, string[]>()
  for (const { field, values } of given) {
    const name = field.replace(/\[\d*\]$/, '')
    merged.set(name, [...(merged.get(name) ?? []), ...values])
  }
  return [...merged].map(([field, values]) => ({ field, values }))
}

/** Parses the list grammar. Everything in `query` may be a parameter, and vice versa. */
function parseList(given: Readonly<Record<string, string[]>>, defaultSize: number | undefined): ListQuery {
  const inQuery = parseFilters((given.query ?? []).filter(Boolean).join(','))
  const parameters = Object.entries(given).map(([field, values]) => ({ field, values: values.filter((value) => value !== '') }))
  const named = [...inQuery.filters, ...parameters.filter(({ values }) => values.length)]
  const last = (name: string) => named.findLast(({ field }) => field === name)?.values.at(-1)
  const size = last('size') ?? last('page_size') ?? defaultSize
  return {
    ...parseListQuery({ page: last('page'), size, sort: last('sort') }),
    search: last('search') ?? inQuery.search,
    filters: mergeFilters(named.filter(({ field }) => !grammar.includes(field) && !alongside.includes(field))),
  }
}

/** Without a requested size, an object is complete. */
export function readQuery(c: Context, call: Call): { list: ListQuery; query: Record<string, unknown> } {
  assertStorable(c.req.query())
  if (!call.query) return { list: firstPage, query: {} }
  if (call.query !== 'list') return { list: firstPage, query: readNamed(call.query, Object.entries(c.req.query())) }
  const list = parseList(c.req.queries(), call.reply.of === 'object' ? maxSize : call.defaultSize)
  const own = call.listQuery ?? {}
  const [named, filters] = [true, false].map((isOwn) => list.filters.filter(({ field }) => Object.hasOwn(own, field) === isOwn))
  const entries = (named ?? []).map(({ field, values }) => [field, values.at(-1) ?? ''] as const)
  return { list: { ...list, filters: filters ?? [] }, query: readNamed(own, entries) }
}

/**
 * Returns the versions of If-Match: `"3"`, and for a delete of several records one each, in order of ids: `"3", *, "1"`. Null is '*'; empty
 * without header.
 */
export function readIfMatch(c: Context): (number | null)[] {
  const header = c.req.header(syncHeaders.ifMatch)?.trim()
  if (!header) return []
  return header.split(',').map((part) => {
    const match = /^(?:\*|(?:W\/)?"?(\d{1,9})"?)$/.exec(part.trim())
    if (!match) throw new ApiError('malformed', 'If-Match must be the version in quotes.')
    return match[1] === undefined ? null : Number(match[1])
  })
}

/** Returns the fields of a partial update; null for all. Throws 422 on an unwritable one. */
export function readMask(c: Context, call: Call): readonly string[] | null {
  const header = c.req.header(syncHeaders.mask)
  if (header === undefined || call.action !== 'update') return null
  const names = header
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  for (const name of names) {
    const field = call.body && Object.hasOwn(call.body, name) ? call.body[name] : undefined
    if (!field || field.readOnly) throw fieldError(name, 'unknown_field')
  }
  return names
}

/** Returns the mutation id of a change; null if none. */
export function readKey(c: Context): string | null {
  const key = c.req.header(syncHeaders.key)
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new ApiError('malformed', 'Idempotency-Key must be 1 to 200 visible characters.')
  return uuid.test(key) ? key.toLowerCase() : key
}

/** Returns the network address behind a connection: what a trusted proxy says, or the socket's; `local` without either. */
export function peerAddress(forwardedFor: string | undefined, socketAddress: string | undefined, trustProxy: boolean): string {
  const forwarded = trustProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined
  // A dual-stack socket has IPv4 clients as IPv6.
  return (forwarded ?? socketAddress ?? 'local').replace(/^::ffff:(?=\d+\.)/, '')
}

/** Returns the client's network address; `local` without one, as in tests. */
export function clientAddress(c: Context, trustProxy: boolean): string {
  if (c.env instanceof InnerRequest) return c.env.address
  const bindings: unknown = c.env
  const incoming = typeof bindings === 'object' && bindings !== null && 'incoming' in bindings ? bindings.incoming : null
  const socketAddress = incoming instanceof IncomingMessage ? incoming.socket.remoteAddress : undefined
  return peerAddress(c.req.header('X-Forwarded-For'), socketAddress, trustProxy)
}
