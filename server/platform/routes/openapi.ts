/** OpenAPI derived from the calls of the contract. */

import { errorLog, errorLogToken } from '#contract/error-logs.ts'
import { exampleRequest, ownExample } from '#contract/examples.ts'
import { imageLoader } from '#contract/image-loader.ts'
import { type ErrorCode, errorStatus } from '#contract/kit/field/errors.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import { type Call, eventsType, linesType, pathParams } from '#contract/kit/section/call.ts'
import { refusalsOf } from '#contract/refusals.ts'
import { syncHeaders } from '#contract/sync.ts'
import { defaultMessages } from '../core/problem.ts'
import { version } from '../core/version.ts'
import { bodySchema, fieldSchema, type Json, jsonOfForm, removalSchema, replySchema, schemaRef, sharedSchemas } from './openapi-schemas.ts'

/** A form with a JSON part: values in it, and files beside it. */
function inParts({ part, body = {} }: Call, values: unknown): unknown {
  if (part === undefined || !isRecord(values)) return values
  const isOwn = ([name]: [string, unknown]) => Object.hasOwn(body, name) && isFile(body[name]?.kind ?? 'text')
  const entries = Object.entries(values)
  return { [part]: Object.fromEntries(entries.filter((entry) => !isOwn(entry))), ...Object.fromEntries(entries.filter(isOwn)) }
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
  const named = Object.entries(call.query === 'list' ? (call.listQuery ?? {}) : (call.query ?? {})).map(([name, field]) => ({
    name,
    in: 'query',
    required: field.required,
    schema: fieldSchema(field, true),
    ...(name in example.query && { example: example.query[name] }),
  }))
  const query: Json[] = [...(call.query === 'list' ? list : []), ...named]
  const header = (name: string) => ({ name, in: 'header', required: false, schema: { type: 'string' } })
  const keyed = call.kind === 'mutation' && call.permission !== 'public' ? [header(syncHeaders.key), header(syncHeaders.owner)] : []
  const matched = call.action === 'update' || call.removal ? [header(syncHeaders.ifMatch)] : []
  const masked = call.action === 'update' ? [header(syncHeaders.mask)] : []
  return [...path, ...query, ...keyed, ...matched, ...masked]
}

function requestBody(call: Call): Json | null {
  const isBytes = call.encoding === 'bytes'
  const schema = isBytes
    ? { type: 'string', format: 'binary' }
    : call.removal
      ? removalSchema(call.removal)
      : call.body
        ? bodySchema(call)
        : null
  if (!schema) return null
  const isForm = call.encoding === 'multipart' && !call.removal
  const type = isBytes ? 'application/octet-stream' : isForm ? 'multipart/form-data' : 'application/json'
  const example = inParts(call, exampleRequest(call).body)
  return { required: true, content: { [type]: { schema, ...(example !== undefined && { example }) }, ...jsonOfForm(call) } }
}

/** Where it is not a session's token alone. */
const otherSecurity: Readonly<Record<string, readonly Json[]>> = {
  [errorLog.name]: [{ reportToken: [] }],
  [imageLoader.name]: [{ bearer: [] }, { pictureKey: [] }],
}

const securitySchemes: Json = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  member: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of a member, in calls of their app' },
  reportToken: { type: 'apiKey', in: 'header', name: errorLogToken },
  pictureKey: { type: 'apiKey', in: 'query', name: 'key', description: 'The `image_key` of a session' },
}

function securityOf({ permission, member }: Call): Json[] {
  if (permission !== 'public') return [{ bearer: [] }]
  return member ? [...(member === 'optional' ? [{}] : []), { member: [] }] : []
}

/** Returns statuses in order, with the codes of a call. */
function codesByStatus(call: Call): [status: number, codes: ErrorCode[]][] {
  const codes = refusalsOf(call).toSorted()
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].sort((a, b) => a - b)
  return statuses.map((status) => [status, codes.filter((code) => errorStatus[code] === status)])
}

const nameOf = (codes: readonly ErrorCode[]) => codes.join('.')

const mayWait: readonly ErrorCode[] = ['in_progress', 'rate_limited', 'unavailable']
const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } }

function refusal(codes: readonly ErrorCode[]): Json {
  const isOne = { type: 'object', properties: { code: { enum: codes } } }
  return {
    description: codes.map((code) => `\`${code}\`: ${defaultMessages[code]}`).join(' '),
    ...(codes.some((code) => mayWait.includes(code)) && { headers: retryAfter }),
    content: { 'application/problem+json': { schema: { allOf: [schemaRef('Problem'), isOne] } } },
  }
}

function responses(call: Call): Json {
  const refused = codesByStatus(call).map(([status, codes]) => [status, { $ref: `#/components/responses/${nameOf(codes)}` }])
  return {
    [call.action === 'create' ? '201' : '200']: {
      description: call.success ?? 'Done',
      content: { [replyType(call)]: { schema: replySchema(call) } },
    },
    ...(call.cached && { '304': { description: 'It is what `If-None-Match` names.' } }),
    ...(call.bySlug && { '301': { description: 'The record has another slug now, which `Location` names.' } }),
    ...Object.fromEntries(refused),
  }
}

function operation(call: Call): Json {
  const body = requestBody(call)
  const { permission } = call
  const { onlyWith } = ownExample(call)
  return {
    operationId: call.name,
    tags: [call.section ?? call.name.split('.')[0]],
    summary: typeof permission === 'string' ? permission : permission.join(', or '),
    ...(onlyWith && { description: `The example has the form of a right request, which needs ${onlyWith}.` }),
    parameters: parameters(call),
    ...(body && { requestBody: body }),
    security: otherSecurity[call.name] ?? securityOf(call),
    responses: responses(call),
  }
}

/** As routers match: fixed parts before parameters. */
const inOrder = (a: string, b: string) => {
  const key = (path: string) => path.replaceAll('{', '\uffff')
  return key(a) < key(b) ? -1 : 1
}

/** Returns the OpenAPI 3.1 document of calls served at `url`. */
export function openApi(calls: readonly Call[], url: string): Json {
  const paths: Record<string, Json> = {}
  for (const call of calls.toSorted((a, b) => inOrder(a.path, b.path)))
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(call) }
  const refusals = calls.flatMap((call) => codesByStatus(call).map(([, codes]) => [nameOf(codes), refusal(codes)]))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lapangan',
      version,
      description: 'Every {id}, and every reference in a body, may be the number or the ref of a record.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    paths,
    components: { schemas: sharedSchemas, responses: Object.fromEntries(refusals), securitySchemes },
  }
}
