/** JSON schemas of fields: inputs, responses, and shared components. */
import { importLimits } from '#contract/import/limits.ts'
import { errorStatus } from '#contract/kit/field/errors.ts'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import { isFile, isMany, isNumeric } from '#contract/kit/field/kind.ts'
import { mayStay } from '#contract/kit/field/left-out.ts'
import type { Call, RemovalFormat } from '#contract/kit/section/call.ts'
import { listedFields } from '#contract/kit/section/listed-fields.ts'

export type Json = Record<string, unknown>

const integer: Json = { type: 'integer' }
const string: Json = { type: 'string' }
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
const storedFile: Json = { type: 'object', properties: { url: string, name: string, size: integer, type: string } }

export const schemaRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** The schema or null. */
function orNull(schema: Json): Json {
  if (Array.isArray(schema.enum)) return { ...schema, enum: [...schema.enum, null] }
  if (Array.isArray(schema.oneOf)) return { oneOf: [...schema.oneOf, { type: 'null' }] }
  return { ...schema, type: [schema.type, 'null'] }
}

function entrySchema(field: Field, sent: boolean): Json {
  if (field.kind === 'reference' || field.kind === 'references') return idOrRef
  if (isFile(field.kind) || field.kind === 'files') return sent ? { type: 'string', format: 'binary' } : storedFile
  if (field.kind === 'flag') return { type: 'boolean' }
  if (field.kind === 'object' || field.kind === 'rows') return sent ? sentRecord(field.fields ?? {}) : innerRecord(field.fields ?? {})
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

export function fieldSchema(field: Field, sent: boolean): Json {
  const entry = entrySchema(field, sent)
  if (!isMany(field.kind)) return entry
  return { type: 'array', items: entry, ...(field.max && { maxItems: field.max }) }
}

const isDemanded = ({ required, shownWhen }: Field) => required && !shownWhen

/** Schema of an input: optional fields may be null, which equals absent. */
export function sentRecord(fields: Fields, needs: (field: Field) => boolean = isDemanded): Json {
  const written = Object.entries(fields).filter(([, field]) => !field.readOnly)
  const required = written.filter(([, field]) => needs(field)).map(([name]) => name)
  const schemaOf = (field: Field) => (needs(field) ? fieldSchema(field, true) : orNull(fieldSchema(field, true)))
  return {
    type: 'object',
    properties: Object.fromEntries(written.map(([name, field]) => [name, schemaOf(field)])),
    ...(required.length && { required }),
  }
}

function answeredFields(fields: Fields): Json {
  const shown = Object.entries(fields).filter(([, { kind }]) => kind !== 'secret')
  const schemaOf = (field: Field) => (isDemanded(field) ? fieldSchema(field, false) : orNull(fieldSchema(field, false)))
  return Object.fromEntries(shown.map(([name, field]) => [name, schemaOf(field)]))
}

/** Nested records: any field may be absent. */
function innerRecord(fields: Fields): Json {
  return { type: 'object', properties: answeredFields(fields) }
}

/** A response has all fields that are readable. */
function answeredRecord(fields: Fields): Json {
  const always = Object.entries(fields).filter(([, { kind, permission }]) => kind !== 'secret' && !permission)
  const required = always.map(([name]) => name)
  return { type: 'object', properties: answeredFields(fields), ...(required.length && { required }) }
}

const isFileField = ({ kind }: Field) => isFile(kind) || kind === 'files'
const without = (fields: Fields, leaves: (field: Field) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => !leaves(field)))

/** Schema of a body: a new record begins with initial values, and an update leaves what may stay (contract/kit/field/left-out.ts). */
export function bodySchema({ action, part, body = {} }: Call): Json {
  const isOptional = (field: Field) => (action === 'create' && field.initial !== undefined) || (action === 'update' && mayStay(field))
  const needs = (field: Field) => isDemanded(field) && !isOptional(field)
  const whole = sentRecord(body, needs)
  if (part === undefined) return whole
  const isBeside = ({ kind }: Field) => isFile(kind)
  const inner = sentRecord(without(body, isBeside), needs)
  const beside = sentRecord(
    without(body, (field) => !isBeside(field)),
    needs,
  )
  return { type: 'object', properties: { [part]: inner, ...toRecord(beside.properties) }, required: [part] }
}

/** JSON in place of a form: rows for its file, or its values without files. */
export function jsonOfForm({ rowsAs, encoding, body }: Call): Json {
  const rows = { type: 'array', items: { type: 'object' }, maxItems: importLimits.rows }
  const schema = rowsAs ? rows : body && encoding === 'multipart' ? sentRecord(without(body, isFileField)) : null
  return schema ? { 'application/json': { schema } } : {}
}

export function removalSchema(format: RemovalFormat): Json | null {
  if (format.by === 'path') return null
  const ids = { type: 'array', items: format.as === 'text' ? string : idOrRef, minItems: 1 }
  return { type: 'object', properties: { [format.by]: ids }, required: [format.by] }
}

export function replySchema({ reply }: Call): Json {
  switch (reply.of) {
    case 'list': {
      const rows = { type: 'array', items: answeredRecord(listedFields(reply)) }
      return { allOf: [schemaRef('Paging'), { type: 'object', properties: { data: rows }, required: ['data'] }] }
    }
    case 'record':
      return { type: 'object', properties: { message: string, data: answeredRecord(reply.fields) }, required: ['message', 'data'] }
    case 'removal':
      return schemaRef('Removal')
    case 'message':
      return { type: 'object', properties: { message: string }, required: ['message'] }
    case 'object':
    case 'lines':
    case 'events':
      return answeredRecord(reply.fields)
    case 'blob':
      return { type: 'string', format: 'binary' }
  }
}

const entry = {
  type: 'object',
  properties: {
    id: { type: ['integer', 'null'] },
    ref: { type: ['string', 'null'] },
    message: string,
    reason: schemaRef('Reason'),
    version: integer,
    current: { description: 'Of a record that is no longer the version in `If-Match`: as it is now' },
  },
  required: ['id', 'ref', 'message'],
}
/** Of a delete, refused as a whole or not. */
const entries = { success_entities: { type: 'array', items: entry }, failed_entities: { type: 'array', items: entry } }
const pages = { current_page: integer, page_size: integer, next_page: integer, total_page: integer }

export const sharedSchemas: Json = {
  Paging: { type: 'object', properties: { ...pages, total_record: integer }, required: Object.keys(pages) },
  Removal: {
    type: 'object',
    properties: { message: string, ...entries },
    required: ['message', 'success_entities', 'failed_entities'],
  },
  Reason: {
    type: 'object',
    description: 'Why something was refused, for saying it in another language than the message',
    required: ['code'],
    properties: { code: string, params: { type: 'object' }, uses: { type: 'object', additionalProperties: integer } },
  },
  Problem: {
    type: 'object',
    required: ['type', 'title', 'status', 'code', 'message'],
    properties: {
      type: string,
      title: string,
      status: integer,
      code: { enum: Object.keys(errorStatus) },
      message: string,
      fields: {
        type: 'object',
        description: 'Problems of single fields by their path, such as `sales.0.id`',
        additionalProperties: { type: 'object', properties: { code: string, message: string }, required: ['code', 'message'] },
      },
      reason: schemaRef('Reason'),
      current: { description: 'On `stale`: the record as it is now, or null where it was deleted' },
      challenge: {
        type: 'object',
        description: 'On `second_factor`: what the next step of signing in sends along',
        properties: { token: string, needs: { enum: ['code', 'setup'] }, expires_in: integer },
        required: ['token', 'needs', 'expires_in'],
      },
      ...entries,
      request_id: string,
    },
  },
}
