/**
 * Calls of the API as data: derived from a section (section-calls.ts), or written with `call()` where irregular. Server routes, console
 * requests, the outbox, OpenAPI and conformance read them.
 */
import type { Condition } from '../field/condition.ts'
import type { Checked, Fields, InputOf } from '../field/field.ts'
import { isRecord } from '../field/guards.ts'
import { type Access, holds, type Permission } from '../field/permission.ts'
import type { Rule } from '../field/rule.ts'
import type { CallRule } from './call-rule.ts'

/** The four hosts are configuration; the websocket is no call. */
export type Host = 'main' | 'backend' | 'imageLoader'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Encoding of a body: JSON, a multipart form, or bytes with the values in the query. */
export type Encoding = 'json' | 'multipart' | 'bytes'

/** Wire formats of a delete's records (docs/product/forms.md#wire-forms). */
export type RemovalFormat =
  | { by: 'ids'; as?: 'text' }
  /** `{ id: [...] }`, or the array alone: the base contract calls it an id array. */
  | { by: 'id'; as?: 'text' }
  /** `DELETE /path/{id}`, one at a time. */
  | { by: 'path' }

/** Shape of a response. `record` and `created` carry `{ message, data }`; `list` the paging envelope. */
export type Reply =
  /** `omit` names fields of the detail alone. */
  | { of: 'list'; fields: Fields; omitTotal?: boolean; omit?: readonly string[] }
  | { of: 'record'; fields: Fields }
  | { of: 'removal' }
  | { of: 'message' }
  /** A plain object of these fields. */
  | { of: 'object'; fields: Fields }
  | { of: 'blob'; type: string }
  /** Records as one JSON text per line (application/x-ndjson), each sent once it is known. */
  | { of: 'lines'; fields: Fields }
  /** Server-sent events (text/event-stream) with these fields as data, until the client disconnects. */
  | { of: 'events'; fields: Fields }

/** Content type of a reply of lines. */
export const linesType = 'application/x-ndjson'
/** Content type of a reply of events. */
export const eventsType = 'text/event-stream'

export interface Call<Body = Record<string, unknown>> {
  readonly name: string
  /** The call that it repeats on another path. */
  readonly twinOf?: string
  /** Independent of the method: the base contract writes with GET in places. Mutations are never prefetched. */
  readonly kind: 'query' | 'mutation'
  readonly host: Host
  readonly method: Method
  /** With parameters in braces, such as `{id}`. */
  readonly path: string
  /** `{id}` may be the slug of the record; a former slug redirects with 301. */
  readonly bySlug?: true
  /** One, or alternatives; 'signed-in' for each session, 'public' for everybody. */
  readonly permission: Permission | readonly Permission[] | 'signed-in' | 'public'
  /** Public calls of members' apps: whether they need a member's token. */
  readonly member?: 'optional' | 'required'
  /** A query that clients may keep: it has an ETag and a time, and 304 answers while it is the same. */
  readonly cached?: true
  /** 'list' for the list grammar; otherwise parameters by name. */
  readonly query?: 'list' | Fields
  /** Parameters of a list beside the list grammar. */
  readonly listQuery?: Fields
  /** Page size where none is requested. */
  readonly defaultSize?: number
  readonly body?: Fields
  readonly rules?: readonly Rule[]
  /** Rules of the body beside the record that the path names. */
  readonly recordRules?: readonly CallRule[]
  /** The state without which the record is refused. */
  readonly when?: Condition
  readonly encoding: Encoding
  /** Forms: the part with all values but the files, as one JSON text. */
  readonly part?: string
  /** Forms: the file field of rows that may be sent as JSON instead, as an array or `{ rows }`. */
  readonly rowsAs?: string
  readonly removal?: RemovalFormat
  readonly reply: Reply
  /** Success message, where the base contract fixes it. */
  readonly success?: string
  /** Message of a body that lacks something or has it wrong, where the base contract fixes it. */
  readonly incomplete?: string
  /** Failure is not shown. */
  readonly silent?: boolean
  /** 'queue' goes through the outbox; 'refuse' needs the network and shows 'No Internet Connection' without it. */
  readonly offline: 'queue' | 'refuse'
  /** The section, and the call's action in it. */
  readonly section?: string
  readonly action?: CallAction
  /** Version of the payload, for rows that wait across an update of the app. */
  readonly payloadVersion: number
  /** Values fixed by the path, which override those of the body. */
  readonly fixed?: Readonly<Record<string, string>>
  readonly bodyType?: Body
}

export type CallAction =
  | 'list'
  | 'options'
  | 'one'
  | 'create'
  | 'update'
  | 'remove'
  | 'swap'
  | 'switch'
  | 'bulkUpdate'
  | 'history'
  | 'revision'
  | 'videos'
  | 'trashed'
  | 'trashedOne'
  | 'restore'
  | 'erase'
  | 'export'
  | 'import'
  | 'call'

/**
 * Example values that cannot be derived from fields: parameters, query and values of the body by name (undefined omits one). It has to work
 * on demo data.
 */
export interface CallExample {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  /** A function of the record's number where records differ in more than texts. */
  body?: unknown
  /** Calls whose examples run before it. */
  after?: readonly string[]
  /** A value that only its receiver has, such as a code: the example has its form, and is refused. */
  onlyWith?: string
}

type Defaults = 'host' | 'encoding' | 'offline' | 'payloadVersion'

/** An irregular call. Defaults: main host, JSON, no queue, payload version 1. */
export function call<const F extends Fields = Record<never, never>>(
  definition: Omit<Call, Defaults | 'body' | 'bodyType'> & Partial<Pick<Call, Defaults>> & { body?: F & Checked<F> },
): Call<InputOf<F>> {
  return { host: 'main', encoding: 'json', offline: 'refuse', payloadVersion: 1, ...definition }
}

/** Fills a path's parameters, percent-encoded. Throws when one is missing. */
export function fillPath(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new Error(`the path ${path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}

/** Whether a person may make a call. */
export function mayCall({ permission }: Pick<Call, 'permission'>, access: Access): boolean {
  if (permission === 'public' || permission === 'signed-in') return true
  return [permission].flat().some((each) => holds(access, each))
}

/** Returns a path's parameters, in order. */
export function pathParams(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

/** Returns a delete's body in the section's format. */
export function removalBody(format: RemovalFormat, ids: readonly (string | number)[]): unknown {
  return format.by === 'path' ? undefined : { [format.by]: format.as === 'text' ? ids.map(String) : ids }
}

/** Most records of one delete. */
export const maxRemoved = 10_000

/** Returns the ids (numbers or refs) of a delete's body, or the code of what is wrong with it. */
export function removedIds(format: RemovalFormat, body: unknown): (string | number)[] | 'record_ids' | 'max_entries' {
  const list = isRecord(body) ? body[format.by] : format.by === 'id' ? body : null
  if (Array.isArray(list) && list.length > maxRemoved) return 'max_entries'
  const isId = (id: unknown) =>
    (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) || (typeof id === 'string' && id.length > 0 && id.length <= 64)
  return Array.isArray(list) && list.length > 0 && list.every(isId) ? list : 'record_ids'
}
