/**
 * A call of the API, as data. Everything regular is derived from a section (section-calls.ts); everything irregular is
 * written with `call()`. Server routes, console requests, the outbox, OpenAPI and conformance all read these.
 */
import type { Checked, Fields, InputOf } from '../field/field.ts'
import { isRecord } from '../field/guards.ts'
import { type Access, holds, type Permission } from '../field/permission.ts'
import type { Rule } from '../field/rule.ts'

/** The four hosts are configuration; the websocket is not a call. */
export type Host = 'main' | 'backend' | 'imageLoader'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** How a body is written: JSON, a multipart form, or plain bytes beside what the query says. */
export type Encoding = 'json' | 'multipart' | 'bytes'

/** The wire's formats for naming the records of a delete (docs/product/forms.md#wire-forms). */
export type RemovalFormat =
  | { by: 'ids'; as?: 'text' }
  /** `{ id: [...] }` */
  | { by: 'id'; as?: 'text' }
  /** `DELETE /path/{id}`, one at a time. */
  | { by: 'path' }

/** The shape of an answer. `record` and `created` carry `{ message, data }`; `list` the paging envelope. */
export type Reply =
  /** `omit` names fields that only the detail has. */
  | { of: 'list'; fields: Fields; omitTotal?: boolean; omit?: readonly string[] }
  | { of: 'record'; fields: Fields }
  | { of: 'removal' }
  | { of: 'message' }
  /** A plain object of these fields. */
  | { of: 'object'; fields: Fields }
  | { of: 'blob'; type: string }
  /** Records of these fields, one JSON text per line (application/x-ndjson), each sent as soon as it is known. */
  | { of: 'lines'; fields: Fields }
  /** Server-sent events (text/event-stream) whose data are records of these fields; it ends when the client leaves. */
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
  /** With `{id}` and other parameters in braces. */
  readonly path: string
  /** `{id}` may be the slug of the record; a former one answers 301 with the one that it has now. */
  readonly bySlug?: true
  /** One, or any one of several; 'signed-in' for anybody with a session, 'public' for everybody. */
  readonly permission: Permission | readonly Permission[] | 'signed-in' | 'public'
  /** 'list' takes the list grammar; otherwise the parameters by name. */
  readonly query?: 'list' | Fields
  /** What a list takes by name beside the list grammar. */
  readonly listQuery?: Fields
  /** As many rows come where no size is asked for. */
  readonly defaultSize?: number
  readonly body?: Fields
  readonly rules?: readonly Rule[]
  readonly encoding: Encoding
  /** Of a form: the name of the part that holds every value but the files, as one JSON text. */
  readonly part?: string
  /** Of a form: the name of the file that rows become which are sent as JSON instead, a bare array or `{ rows }`. */
  readonly rowsAs?: string
  readonly removal?: RemovalFormat
  readonly reply: Reply
  /** What a person is told when it worked, where the base contract gives the words. */
  readonly success?: string
  /** Failure is not shown. */
  readonly silent?: boolean
  /** 'queue' goes through the outbox; 'refuse' needs the network and shows 'No Internet Connection' without it. */
  readonly offline: 'queue' | 'refuse'
  /** The section it belongs to, and what it does there. */
  readonly section?: string
  readonly action?: CallAction
  /** Version of the payload, for rows that wait across an update of the app. */
  readonly payloadVersion: number
  /** Values that its path says of the record: each stands in the body, whatever was sent. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Where the console loads the call with its first row, contract/examples.ts says this. */
  readonly example?: CallExample
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
  | 'trashed'
  | 'trashedOne'
  | 'restore'
  | 'erase'
  | 'export'
  | 'import'
  | 'call'

/**
 * What of a call's example cannot be derived from its fields: parameters, query and values of the body by name (undefined leaves
 * one out). It works on the data as the demo made it.
 */
export interface CallExample {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  /** A function where records differ in more than their texts: of the number of the record. */
  body?: unknown
  /** Names of calls whose examples come before it. */
  after?: readonly string[]
  /** What nobody but its receiver knows, such as a code: the example has its form, and is refused. */
  onlyWith?: string
}

type Defaults = 'host' | 'encoding' | 'offline' | 'payloadVersion'

/** An irregular call. Defaults: main host, JSON, refused offline, payload version 1. */
export function call<const F extends Fields = Record<never, never>>(
  definition: Omit<Call, Defaults | 'body' | 'bodyType'> & Partial<Pick<Call, Defaults>> & { body?: F & Checked<F> },
): Call<InputOf<F>> {
  return { host: 'main', encoding: 'json', offline: 'refuse', payloadVersion: 1, ...definition }
}

/** The path with its parameters filled in, percent-encoded. Throws when one is missing. */
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

/** The names of a path's parameters, in order. */
export function pathParams(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

/** The body of a delete, in the section's own format. */
export function removalBody(format: RemovalFormat, ids: readonly (string | number)[]): unknown {
  return format.by === 'path' ? undefined : { [format.by]: format.as === 'text' ? ids.map(String) : ids }
}

/** Reads the ids (numbers or refs) of a delete's body. Null when it is not of the section's form. */
export function removedIds(format: RemovalFormat, body: unknown): (string | number)[] | null {
  const list = isRecord(body) ? body[format.by] : null
  const isId = (id: unknown) =>
    (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) || (typeof id === 'string' && id.length > 0 && id.length <= 64)
  return Array.isArray(list) && list.length > 0 && list.length <= 10_000 && list.every(isId) ? list : null
}
