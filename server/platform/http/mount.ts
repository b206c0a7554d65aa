/**
 * Entry point of every call: session, permission, parsing, validation, idempotency, effect, in this order: a caller without permission
 * learns nothing about existence, and a repeated change is recognised before validation.
 */

import type { Context, Hono } from 'hono'
import { withAliases } from '#contract/kit/field/aliases.ts'
import type { Condition } from '#contract/kit/field/condition.ts'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { fillDefaults, isLeftOut } from '#contract/kit/field/left-out.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import { validate } from '#contract/kit/field/schema.ts'
import { hasVideo } from '#contract/kit/field/video.ts'
import { type Call, maxRemoved, removedIds } from '#contract/kit/section/call.ts'
import { postTwin } from '#contract/kit/section/post-twin.ts'
import { uuid } from '#contract/lib/patterns.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '../core/background.ts'
import type { CurrentUser, Platform } from '../core/context.ts'
import { ApiError, fieldError } from '../core/problem.ts'
import { takeUploads } from '../files/uploads.ts'
import { isForm, isJson, readBody, readRows } from './body.ts'
import { admit, type Caller, countRefusal } from './guard.ts'
import { once, type StoredResponse } from './idempotency.ts'
import { mayUseDemo } from './is-local-request.ts'
import { readLoosely } from './loose-values.ts'
import { reply } from './reply.ts'
import { clientAddress, InnerRequest, readIfMatch, readKey, readMask, readParams, readQuery } from './request.ts'
import { readVideoForm } from './video-form.ts'

export interface CallRequest {
  user: CurrentUser
  session: Caller['session']
  member: Caller['member']
  /** The client's network address, for rate limits. */
  address: string
  /** Host of the request, as sent; '' without a request, such as in an import. */
  host: string
  /** User-Agent of the client. */
  agent: string
  /** Demo accounts and the simulator answer this client (is-local-request.ts). */
  mayUseDemo: boolean
  /** The transaction, in a signed-in user's mutation. */
  db: Db
  params: Record<string, string>
  list: ListQuery
  query: Record<string, unknown>
  /** Validated; for a masked update as decoded. Files are stored. */
  body: Record<string, unknown>
  raw: unknown
  /** The request's Idempotency-Key, if effective. */
  mutation: string | null
  /** The client's name for a created record. */
  ref: string | null
  ifMatch: number | null
  /** Of a delete: versions in order of `ids`; empty if the client sent none. */
  versions: readonly (number | null)[]
  mask: readonly string[] | null
  /** Of a delete, in the section's format. */
  ids: (string | number)[]
  /** Runs after the commit, in the background. */
  after(work: Work): void
  /** A file's row or its undo, not a form. */
  isImport?: boolean
}

export type Handle = (request: CallRequest) => Promise<unknown>

export interface Mounting {
  withoutTransaction?: boolean
  beforeTransaction?: (request: Pick<CallRequest, 'user' | 'body' | 'db'>) => Promise<void>
  aroundTransaction?: AroundTransaction
}

/** `run` returns the key's response, or refuses first attempts with the given error. */
export type AroundTransaction = (
  request: Pick<CallRequest, 'user' | 'body'>,
  run: (refusal: ApiError | null) => Promise<StoredResponse>,
) => Promise<StoredResponse>

type Parsed = Pick<CallRequest, 'body' | 'raw' | 'ref' | 'ids' | 'mask'> & {
  hashed: unknown
  refusal: ApiError | null
  store: (body: Record<string, unknown>) => Promise<Record<string, unknown>>
}

const mounted = new WeakMap<Hono, Call[]>()

/** Returns the calls of an app. */
export function mountedCalls(app: Hono): readonly Call[] {
  return mounted.get(app) ?? []
}

/** Serves a call that reads its own request, such as for a signature of the raw body. Errors are answered as usual. */
export function mountRaw(app: Hono, call: Call, respond: (c: Context) => Promise<Response>): void {
  mounted.set(app, [...mountedCalls(app), call])
  app.on(call.method, call.path, respond)
}

/** Names of the fields that a condition reads. */
const readBy = (condition?: Condition): string[] => (condition ? [condition.field, ...readBy(condition.and)] : [])

/**
 * Returns the fields as far as a part of a record can be judged: neither what stays while it is not named is asked for, nor what depends on
 * it. `sent`: null where that differs from row to row.
 */
function partialFields(fields: Fields, sent: Readonly<Record<string, unknown>> | null): Fields {
  const isOpen = (name: string) => fields[name] !== undefined && isLeftOut(fields[name], name, sent ?? {})
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, Field] => {
      const { shownWhen, requiredWhen, ...rest } = field
      const inner = field.fields && { fields: partialFields(field.fields, null) }
      if (!isOpen(name) && ![...readBy(shownWhen), ...readBy(requiredWhen)].some(isOpen)) return [name, { ...field, ...inner }]
      return [name, { ...rest, ...inner, required: false }]
    }),
  )
}

/** Of an update without a mask, which leaves the rest to the engine: only that knows the whole record (server/crud/write/unnamed.ts). */
function checkRecord({ action, body = {}, rules = [] }: Call, sent: Readonly<Record<string, unknown>>) {
  if (action === 'update') return validate(partialFields(body, sent), [], sent)
  return validate(body, rules, action === 'create' ? fillDefaults(body, sent) : sent)
}

function readRecord(request: Request, platform: Platform, call: Call, fields: Fields, owner: string): Promise<unknown> {
  if (call.rowsAs && isJson(request)) return readRows(request, call.rowsAs)
  const isStreamed = call.encoding === 'multipart' && isForm(request) && hasVideo(fields)
  if (isStreamed) return readVideoForm(request, platform, owner, { fields, part: call.part })
  return readBody(request, fields, call.encoding, call.part)
}

async function parse(c: Context, platform: Platform, call: Call, owner: string): Promise<Parsed> {
  const mask = readMask(c, call)
  const nothing: Parsed = { body: {}, raw: null, ref: null, ids: [], mask, hashed: null, refusal: null, store: async (body) => body }
  if (call.removal) {
    if (call.removal.by === 'path') return nothing
    const raw = await readBody(c.req.raw, null)
    const ids = removedIds(call.removal, raw)
    if (typeof ids === 'string') return { ...nothing, raw, refusal: fieldError(call.removal.by, ids, { max: maxRemoved }) }
    return { ...nothing, raw, ids, hashed: ids }
  }
  if (call.encoding === 'bytes') return { ...nothing, raw: await readBody(c.req.raw, null, 'bytes') }
  if (!call.body) return nothing
  const read = await readRecord(c.req.raw, platform, call, call.body, owner)
  if (!isRecord(read)) return { ...nothing, raw: read, hashed: read, refusal: fieldError('body', 'type') }
  const raw = readLoosely(call.body, withAliases(call.body, read))
  const { record: sent, hashed, problems, refusal, store } = await takeUploads(platform, owner, call.body, raw)
  const record = { ...sent, ...call.fixed }
  const ref = typeof raw.ref === 'string' && uuid.test(raw.ref) ? raw.ref.toLowerCase() : null
  const parsed = { ...nothing, raw: record, body: record, ref, hashed, store }
  const checked = mask ? null : checkRecord(call, record)
  const fields = {
    ...(checked && !checked.ok && checked.problems),
    ...problems,
    ...(raw.ref != null && !ref && fieldError('ref', 'reference').extra.fields),
  }
  if (Object.keys(fields).length) return { ...parsed, refusal: new ApiError('invalid', call.incomplete, { fields }) }
  if (refusal) return { ...parsed, refusal }
  return checked?.ok ? { ...parsed, body: checked.value } : parsed
}

/** Returns equal texts for equal values, in any order of keys. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    isRecord(entry) ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))) : entry,
  )
}

/**
 * Serves a call. `handle` returns the body of a 200 (201 for a create) or throws ApiError. `withoutTransaction`: no transaction and no key,
 * for handlers that wait for other servers and may run twice. `beforeTransaction` may wait without blocking others, but not decide: the key
 * may have a verdict. `aroundTransaction` keeps writes that a refusal must not undo, such as counts of attempts.
 */
export function mount(
  app: Hono,
  platform: Platform,
  call: Call,
  handle: Handle,
  { withoutTransaction = false, beforeTransaction, aroundTransaction }: Mounting = {},
): void {
  const twin = postTwin(call)
  mounted.set(app, [...mountedCalls(app), call, ...(twin ? [twin] : [])])
  const success = call.action === 'create' ? 201 : 200
  const { database } = platform
  /** Runs beyond its first line, so it opens its own transactions. */
  const inLines = call.reply.of === 'lines'

  /** A handler refuses more than the permission: rows of others, or a step too far. */
  async function respond(c: Context): Promise<Response> {
    // A nested replay would wait for its outer one's queue.
    if (inLines && c.env instanceof InnerRequest) throw new ApiError('not_attempted', 'This has to be sent by itself.')
    const caller = await admit(c, platform, call)
    try {
      return await handleRequest(c, caller)
    } catch (error) {
      if (caller.session && error instanceof ApiError && error.code === 'forbidden') countRefusal(c, platform, call, caller.user)
      throw error
    }
  }

  async function handleRequest(c: Context, caller: Caller): Promise<Response> {
    const params = readParams(c, call)
    const asked = readQuery(c, call)
    const versions = readIfMatch(c)
    const [ifMatch = null] = versions
    const key = call.kind === 'mutation' && !inLines && !withoutTransaction && caller.session ? readKey(c) : null
    const { hashed, refusal, store, ...parsed } = await parse(c, platform, call, caller.user.ref)
    const later: Work[] = []
    const effect = async (db: Db, values: Record<string, unknown>, late: ApiError | null): Promise<StoredResponse> => {
      if (refusal ?? late) throw refusal ?? late
      const records = call.removal && call.removal.by !== 'path' ? parsed.ids.length : 1
      if (versions.length && versions.length !== records) throw new ApiError('malformed', 'If-Match must name one version for each record.')
      const after = (work: Work) => later.push(work)
      const address = clientAddress(c, platform.settings.trustProxy)
      const agent = c.req.header('User-Agent') ?? ''
      const host = c.req.header('Host') ?? ''
      const demo = mayUseDemo(c, platform.settings)
      const input = { agent, mayUseDemo: demo, ...caller, ...asked, ...parsed, body: values, params, ifMatch, versions, mutation: key }
      return { status: success, body: await handle({ ...input, address, host, db, after }) }
    }
    // Files are written before the transaction starts; a refused form stores none.
    const body = refusal ? parsed.body : await store(parsed.body)
    if (!refusal) await beforeTransaction?.({ user: caller.user, body, db: database.db })
    const run = (late: ApiError | null): Promise<StoredResponse> => {
      if (key) {
        const fingerprint = platform.tokens.fingerprint(stable([call.twinOf ?? call.name, params, asked.query, parsed.mask, hashed]))
        return once(database, { owner: caller.user.ref, key, fingerprint }, c.get('requestId'), (tx) => effect(tx, body, late))
      }
      // Pieces touch no table, and would keep a transaction open while writing to disk.
      if (call.kind === 'mutation' && caller.session && call.encoding !== 'bytes' && !inLines && !withoutTransaction)
        return database.transaction((tx) => effect(tx, body, late))
      return effect(database.db, body, late)
    }
    const response = aroundTransaction && !refusal ? await aroundTransaction({ user: caller.user, body }, run) : await run(null)
    // Work of a refused call refers to rolled back rows.
    if (response.status < 400) for (const work of later) platform.background.run(work)
    return reply(c, call, response, key)
  }

  app.on(twin ? [call.method, twin.method] : [call.method], [call.path.replace(/\{(\w+)\}/g, ':$1')], respond)
}
