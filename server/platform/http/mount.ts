/**
 * The single entry point for every call of the contract: session, permission, parsing, validation, idempotency, effect.
 * In this order, so that a caller without permission learns nothing of what exists, and a repeated change is recognised
 * before it is validated.
 */

import type { Context, Hono } from 'hono'
import { withAliases } from '#contract/kit/field/aliases.ts'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import { validate } from '#contract/kit/field/schema.ts'
import { type Call, removedIds } from '#contract/kit/section/call.ts'
import { uuid } from '#contract/lib/patterns.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '../core/background.ts'
import type { CurrentUser, Platform } from '../core/context.ts'
import { ApiError, fieldError } from '../core/problem.ts'
import { takeUploads } from '../files/uploads.ts'
import { isJson, readBody, readRows } from './body.ts'
import { admit, type Caller, countRefusal } from './guard.ts'
import { once, type StoredResponse } from './idempotency.ts'
import { mayUseDemo } from './is-local-request.ts'
import { reply } from './reply.ts'
import { clientAddress, InnerRequest, readIfMatch, readKey, readMask, readParams, readQuery } from './request.ts'

export interface CallRequest {
  user: CurrentUser
  session: Caller['session']
  /** The client's network address, for rate limits. */
  address: string
  /** The host that the request names, as it is written there; '' of what is no request, such as an import. */
  host: string
  /** What the client calls itself: its User-Agent. */
  agent: string
  /** Demo accounts and the simulator answer this client (loopback.ts). */
  mayUseDemo: boolean
  /** The transaction, in a mutation of somebody signed in. */
  db: Db
  params: Record<string, string>
  list: ListQuery
  query: Record<string, unknown>
  /** Validated; for a masked update the decoded fields as they came. Files are stored. */
  body: Record<string, unknown>
  raw: unknown
  /** The Idempotency-Key of the request, where it has one that counts. */
  mutation: string | null
  /** What the client named a record that it creates. */
  ref: string | null
  ifMatch: number | null
  /** Of a removal: the version of each of `ids`, in their order; empty when the client names none. */
  versions: readonly (number | null)[]
  mask: readonly string[] | null
  /** Of a removal, in the section's own format. */
  ids: (string | number)[]
  /** Runs after the commit; nobody waits for it. */
  after(work: Work): void
  /** A row of a file, or its undo, instead of a form. */
  isImport?: boolean
}

export type Handle = (request: CallRequest) => Promise<unknown>

export interface Mounting {
  withoutTransaction?: boolean
  beforeTransaction?: (request: Pick<CallRequest, 'user' | 'body' | 'db'>) => Promise<void>
  aroundTransaction?: AroundTransaction
}

/** `run` answers with what the key has, or refuses what is attempted for the first time with the error that it is given. */
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

/** The calls an app answers to. */
export function mountedCalls(app: Hono): readonly Call[] {
  return mounted.get(app) ?? []
}

/** Serves a call that reads its request itself, such as one whose signature is over the raw body. Its errors are answered as those of any other. */
export function mountRaw(app: Hono, call: Call, respond: (c: Context) => Promise<Response>): void {
  mounted.set(app, [...mountedCalls(app), call])
  app.on(call.method, call.path, respond)
}

/** The fields that a body has to satisfy: an edit without a file keeps the stored one, so none has to be sent. */
function checkedFields({ action, body = {} }: Call, sent: Readonly<Record<string, unknown>>): Fields {
  const isKept = ([name, { kind }]: [string, Field]) => (isFile(kind) || kind === 'files') && !Object.hasOwn(sent, name)
  if (action !== 'update' || !Object.entries(body).some(isKept)) return body
  return Object.fromEntries(Object.entries(body).filter((entry) => !isKept(entry)))
}

async function parse(c: Context, platform: Platform, call: Call, owner: string): Promise<Parsed> {
  const mask = readMask(c, call)
  const nothing: Parsed = { body: {}, raw: null, ref: null, ids: [], mask, hashed: null, refusal: null, store: async (body) => body }
  if (call.removal) {
    if (call.removal.by === 'path') return nothing
    const raw = await readBody(c.req.raw, null)
    const ids = removedIds(call.removal, raw)
    return { ...nothing, raw, ids: ids ?? [], hashed: ids, refusal: ids ? null : fieldError(call.removal.by, 'record_ids') }
  }
  if (call.encoding === 'bytes') return { ...nothing, raw: await readBody(c.req.raw, null, 'bytes') }
  if (!call.body) return nothing
  const read =
    call.rowsAs && isJson(c.req.raw)
      ? await readRows(c.req.raw, call.rowsAs)
      : await readBody(c.req.raw, call.body, call.encoding, call.part)
  if (!isRecord(read)) return { ...nothing, raw: read, hashed: read, refusal: fieldError('body', 'type') }
  const raw = withAliases(call.body, read)
  const { record: sent, hashed, problems, refusal, store } = await takeUploads(platform, owner, call.body, raw)
  const record = { ...sent, ...call.fixed }
  const ref = typeof raw.ref === 'string' && uuid.test(raw.ref) ? raw.ref.toLowerCase() : null
  const parsed = { ...nothing, raw: record, body: record, ref, hashed, store }
  const checked = mask ? null : validate(checkedFields(call, record), call.rules ?? [], record)
  const fields = {
    ...(checked && !checked.ok && checked.problems),
    ...problems,
    ...(raw.ref != null && !ref && fieldError('ref', 'reference').extra.fields),
  }
  if (Object.keys(fields).length) return { ...parsed, refusal: new ApiError('invalid', undefined, { fields }) }
  if (refusal) return { ...parsed, refusal }
  return checked?.ok ? { ...parsed, body: checked.value } : parsed
}

/** The same value always gives the same text, whatever order its keys came in. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    isRecord(entry) ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))) : entry,
  )
}

/**
 * Serves a call. `handle` returns the body of a 200 (201 for a create) or throws ApiError. `withoutTransaction` opens
 * no transaction and stores no key: for handlers that wait for other servers and may run twice. `beforeTransaction`
 * runs before the transaction begins, so that waiting in it blocks nobody else; it must not decide anything, as the key
 * may have a verdict already. `aroundTransaction` keeps what a refusal must not undo, such as the count of attempts.
 */
export function mount(
  app: Hono,
  platform: Platform,
  call: Call,
  handle: Handle,
  { withoutTransaction = false, beforeTransaction, aroundTransaction }: Mounting = {},
): void {
  mounted.set(app, [...mountedCalls(app), call])
  const success = call.action === 'create' ? 201 : 200
  const { database } = platform
  /** Still running after its first line, so it opens its own transactions. */
  const inLines = call.reply.of === 'lines'

  /** A handler refuses what the permission alone does not: rows of others, or a step too far. */
  async function respond(c: Context): Promise<Response> {
    // A replay within a replay would wait for the queue that the outer one holds.
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
    // Files reach the disk before the transaction begins; a refused form stores none.
    const body = refusal ? parsed.body : await store(parsed.body)
    if (!refusal) await beforeTransaction?.({ user: caller.user, body, db: database.db })
    const run = (late: ApiError | null): Promise<StoredResponse> => {
      if (key) {
        const fingerprint = platform.tokens.fingerprint(stable([call.twinOf ?? call.name, params, asked.query, parsed.mask, hashed]))
        return once(database, { owner: caller.user.ref, key, fingerprint }, c.get('requestId'), (tx) => effect(tx, body, late))
      }
      // Pieces of files touch no table, and a transaction would stay open for as long as the disk takes.
      if (call.kind === 'mutation' && caller.session && call.encoding !== 'bytes' && !inLines && !withoutTransaction)
        return database.transaction((tx) => effect(tx, body, late))
      return effect(database.db, body, late)
    }
    const response = aroundTransaction && !refusal ? await aroundTransaction({ user: caller.user, body }, run) : await run(null)
    // A refusal rolled back what its later work refers to.
    if (response.status < 400) for (const work of later) platform.background.run(work)
    return reply(c, call, response, key)
  }

  app.on(call.method, call.path.replace(/\{(\w+)\}/g, ':$1'), respond)
}
