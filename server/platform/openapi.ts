/** OpenAPI out of the calls of the contract: nothing is written twice, so nothing can disagree. */

import { exampleRequest, ownExample } from '#contract/examples.ts'
import { importLimits } from '#contract/import/limits.ts'
import { type Call, eventsType, linesType, pathParams, type RemovalFormat } from '#contract/kit/call.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { isRecord, toRecord } from '#contract/kit/guards.ts'
import { isFile, isMany, isNumeric } from '#contract/kit/kind.ts'
import { listedFields } from '#contract/kit/listed-fields.ts'
import { syncHeaders } from '#contract/sync.ts'
import { version } from './version.ts'

type Json = Record<string, unknown>

const idOrRef: Json = {
  oneOf: [
    { type: 'integer', minimum: 0 },
    { type: 'string', format: 'uuid' },
  ],
}
const formats: Partial<Record<Field['kind'], string>> = {
  date: 'date',
  dateTime: 'date-time',
  email: 'email',
  url: 'uri',
  secret: 'password',
}
const storedFile: Json = {
  type: 'object',
  properties: { url: { type: 'string' }, name: { type: 'string' }, size: { type: 'integer' }, type: { type: 'string' } },
}

function entrySchema(field: Field, sent: boolean): Json {
  if (field.kind === 'reference' || field.kind === 'references') return idOrRef
  if (isFile(field.kind) || field.kind === 'files') return sent ? { type: 'string', format: 'binary' } : storedFile
  if (field.kind === 'flag') return { type: 'boolean' }
  if (field.kind === 'object' || field.kind === 'rows') return recordSchema(field.fields ?? {}, sent)
  if (field.kind === 'choice' || field.kind === 'choices') return { enum: field.values ?? [] }
  if (isNumeric(field.kind))
    return {
      type: field.integer || field.kind === 'money' ? 'integer' : 'number',
      ...(field.min !== undefined && { minimum: field.min }),
      ...(field.max !== undefined && { maximum: field.max }),
    }
  const format = formats[field.kind]
  const bounds = isMany(field.kind) ? {} : { ...(field.max && { maxLength: field.max }), ...(field.min && { minLength: field.min }) }
  return { type: 'string', ...(format && { format }), ...bounds, ...(field.pattern && { pattern: field.pattern.regex.source }) }
}

function fieldSchema(field: Field, sent: boolean): Json {
  const entry = entrySchema(field, sent)
  if (!isMany(field.kind)) return entry
  return { type: 'array', items: entry, ...(field.max && { maxItems: field.max }) }
}

function recordSchema(fields: Fields, sent: boolean): Json {
  const shown = Object.entries(fields).filter(([, field]) => (sent ? !field.readOnly : field.kind !== 'secret'))
  const required = shown.filter(([, field]) => field.required && !field.shownWhen).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map(([name, field]) => [name, fieldSchema(field, sent)])),
    ...(required.length && { required }),
  }
}

/** With a part of JSON: values of the call that stand in it, and files beside it. */
function inParts({ part, body = {} }: Call, values: unknown): unknown {
  if (part === undefined || !isRecord(values)) return values
  const isOwn = ([name]: [string, unknown]) => Object.hasOwn(body, name) && isFile(body[name]?.kind ?? 'text')
  const entries = Object.entries(values)
  return { [part]: Object.fromEntries(entries.filter((entry) => !isOwn(entry))), ...Object.fromEntries(entries.filter(isOwn)) }
}

function sentSchema(call: Call, fields: Fields): Json {
  const whole = recordSchema(fields, true)
  if (call.part === undefined) return whole
  const { part } = call
  const inner = Object.fromEntries(Object.entries(fields).filter(([, field]) => !isFile(field.kind)))
  const beside = Object.fromEntries(Object.entries(fields).filter(([, field]) => isFile(field.kind)))
  return {
    type: 'object',
    properties: { [part]: recordSchema(inner, true), ...toRecord(recordSchema(beside, true).properties) },
    required: [part],
  }
}

function removalSchema(format: RemovalFormat): Json | null {
  const ids = { type: 'array', items: idOrRef, minItems: 1 }
  if (format.by === 'path') return null
  if (format.by === 'array') return ids
  const key = format.by === 'key' ? format.key : format.by
  return { type: 'object', properties: { [key]: ids }, required: [key] }
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

function replySchema({ reply }: Call): Json {
  const message = { type: 'string' }
  switch (reply.of) {
    case 'list':
      return {
        allOf: [
          ref('Paging'),
          { type: 'object', properties: { data: { type: 'array', items: recordSchema(listedFields(reply), false) } } },
        ],
      }
    case 'record':
      return { type: 'object', properties: { message, data: recordSchema(reply.fields, false) } }
    case 'removal':
      return ref('Removal')
    case 'message':
      return { type: 'object', properties: { message } }
    case 'object':
      return recordSchema(reply.fields, false)
    case 'lines':
    case 'events':
      return recordSchema(reply.fields, false)
    case 'blob':
      return { type: 'string', format: 'binary' }
  }
}

function replyType({ reply }: Call): string {
  switch (reply.of) {
    case 'blob':
      return reply.type
    case 'lines':
      return linesType
    case 'events':
      return eventsType
    default:
      return 'application/json'
  }
}

function parameters(call: Call): Json[] {
  const example = exampleRequest(call)
  const path = pathParams(call.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    example: example.params[name],
  }))
  const list = ['page', 'size', 'sort', 'query'].map((name) => ({
    name,
    in: 'query',
    schema: { type: name === 'page' || name === 'size' ? 'integer' : 'string' },
    ...(name in example.query && { example: example.query[name] }),
  }))
  const query: Json[] =
    call.query === 'list'
      ? list
      : Object.entries(call.query ?? {}).map(([name, field]) => ({
          name,
          in: 'query',
          required: field.required,
          schema: fieldSchema(field, true),
          ...(name in example.query && { example: example.query[name] }),
        }))
  const header = (name: string) => ({ name, in: 'header', required: false, schema: { type: 'string' } })
  const keyed = call.kind === 'mutation' && call.permission !== 'public' ? [header(syncHeaders.key), header(syncHeaders.owner)] : []
  const matched = call.action === 'update' || call.removal ? [header(syncHeaders.ifMatch)] : []
  const masked = call.action === 'update' ? [header(syncHeaders.mask)] : []
  return [...path, ...query, ...keyed, ...matched, ...masked]
}

/** JSON in place of a form: rows for its file, or what is sent beside its files. */
function insteadOfForm({ rowsAs, encoding, body }: Call): Json {
  const rows = { type: 'array', items: { type: 'object' }, maxItems: importLimits.rows }
  const beside = Object.fromEntries(Object.entries(body ?? {}).filter(([, { kind }]) => !isFile(kind) && kind !== 'files'))
  const schema = rowsAs ? rows : body && encoding === 'multipart' ? recordSchema(beside, true) : null
  return schema ? { 'application/json': { schema } } : {}
}

function operation(call: Call): Json {
  const bytes = call.encoding === 'bytes' ? { type: 'string', format: 'binary' } : null
  const body = bytes ?? (call.removal ? removalSchema(call.removal) : call.body ? sentSchema(call, call.body) : null)
  const type = bytes
    ? 'application/octet-stream'
    : call.encoding === 'multipart' && !call.removal
      ? 'multipart/form-data'
      : 'application/json'
  const { permission } = call
  const example = inParts(call, exampleRequest(call).body)
  const { onlyWith } = ownExample(call)
  return {
    operationId: call.name,
    tags: [call.section ?? call.name.split('.')[0]],
    summary: typeof permission === 'string' ? permission : permission.join(', or '),
    ...(onlyWith && { description: `The example has the form of a right request, which needs ${onlyWith}.` }),
    parameters: parameters(call),
    ...(body && {
      requestBody: {
        required: true,
        content: { [type]: { schema: body, ...(example !== undefined && { example }) }, ...insteadOfForm(call) },
      },
    }),
    ...(permission !== 'public' && { security: [{ bearer: [] }] }),
    responses: {
      [call.action === 'create' ? '201' : '200']: {
        description: call.success ?? 'Done',
        content: { [replyType(call)]: { schema: replySchema(call) } },
      },
      default: { description: 'What went wrong', content: { 'application/problem+json': { schema: ref('Problem') } } },
    },
  }
}

const integer = { type: 'integer' }
const entity = { type: 'object', properties: { id: integer, ref: { type: 'string' }, message: { type: 'string' }, reason: ref('Reason') } }
const schemas: Json = {
  Paging: {
    type: 'object',
    properties: { current_page: integer, page_size: integer, next_page: integer, total_page: integer, total_record: integer },
  },
  Removal: {
    type: 'object',
    properties: {
      message: { type: 'string' },
      success_entities: { type: 'array', items: entity },
      failed_entities: { type: 'array', items: entity },
    },
  },
  Reason: {
    type: 'object',
    description: 'Why something was refused, for saying it in another language than the message',
    required: ['code'],
    properties: { code: { type: 'string' }, params: { type: 'object' }, uses: { type: 'object', additionalProperties: integer } },
  },
  Problem: {
    type: 'object',
    required: ['status', 'code', 'message'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: integer,
      code: { type: 'string' },
      message: { type: 'string' },
      fields: {
        type: 'object',
        additionalProperties: { type: 'object', properties: { code: { type: 'string' }, message: { type: 'string' } } },
      },
      reason: ref('Reason'),
      current: {},
      request_id: { type: 'string' },
    },
  },
}

/** The OpenAPI 3.1 document of these calls. */
export function openApi(calls: readonly Call[]): Json {
  const paths: Record<string, Json> = {}
  for (const call of calls) paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lapangan',
      version,
      description: 'Every {id}, and every reference in a body, may be the number or the ref of a record.',
    },
    paths,
    components: { schemas, securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  }
}
