/** Reads bodies with a size limit, checked before parsing. */
import { MIMEType } from 'node:util'
import { importLimits } from '#contract/import/limits.ts'
import { decodeEntries, maxEntries, TooManyEntriesError } from '#contract/kit/field/decode-entries.ts'
import type { Fields } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import type { Encoding } from '#contract/kit/section/call.ts'
import { measureJson } from '#contract/lib/json-size.ts'
import { maxPieceBytes } from '#contract/uploads.ts'
import { formOfRows } from '../core/json-rows.ts'
import { ApiError, fieldError } from '../core/problem.ts'
import { parseForm } from './form-parts.ts'

const limits: Record<Encoding, number> = { json: 1_000_000, multipart: 25_000_000, bytes: maxPieceBytes }
const types: Record<Encoding, string> = { json: 'application/json', multipart: 'multipart/form-data', bytes: 'application/octet-stream' }
const deepest = 24

/** The raw body. Throws 413 over `limit` bytes. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new ApiError('too_large')
  const chunks: Uint8Array[] = []
  let size = 0
  if (request.body)
    for await (const chunk of request.body) {
      size += chunk.byteLength
      if (size > limit) throw new ApiError('too_large')
      chunks.push(chunk)
    }
  return Buffer.concat(chunks)
}

/** Characters that database texts cannot hold: NUL and lone surrogates. */
const unstorable = /\0|\p{Surrogate}/u

const tooDeep = () => new ApiError('malformed', 'The body is nested too deeply.')

export function assertStorable(value: unknown, path = '', depth = 0): void {
  if (depth > deepest) throw tooDeep()
  if (typeof value === 'string' && unstorable.test(value)) throw fieldError(path || 'body', 'control')
  if (typeof value !== 'object' || value === null || value instanceof Blob) return
  for (const [key, entry] of Object.entries(value)) {
    if (unstorable.test(key)) throw fieldError(path || 'body', 'control')
    assertStorable(entry, path ? `${path}.${key}` : key, depth + 1)
  }
}

/** Measures before parsing: records of many keys take long to build and to process. */
function parseJson(bytes: Uint8Array, maxKeys = maxEntries): unknown {
  if (bytes.byteLength === 0) return {}
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const { keys, depth } = measureJson(text)
    if (depth > deepest) throw tooDeep()
    if (keys > maxKeys) throw new TooManyEntriesError()
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof TooManyEntriesError || error instanceof ApiError) throw error
    throw new ApiError('malformed', 'The body is not valid JSON.')
  }
}

/** Read as the parser of forms reads it: another parameter may hold the same words. */
function boundaryOf(type: string): string {
  try {
    return new MIMEType(type).params.get('boundary') ?? ''
  } catch {
    return ''
  }
}

/** Returns whether a form has too many parts, before parsing. */
function hasTooManyParts(bytes: Uint8Array<ArrayBuffer>, type: string): boolean {
  const mark = `--${boundaryOf(type)}`
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let parts = -1
  for (let at = content.indexOf(mark); at >= 0 && parts <= maxEntries; at = content.indexOf(mark, at + mark.length)) parts += 1
  return mark.length > 2 && parts > maxEntries
}

/** Whether a part holds a value and no file: a browser sends JSON that has a type of its own as one. */
export function isTextPart(fields: Fields, key: string, part: string | undefined): boolean {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  return key === part || field?.kind === 'object' || field?.kind === 'rows'
}

async function decodeForm(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  fields: Fields,
  part: string | undefined,
): Promise<Record<string, unknown>> {
  if (hasTooManyParts(bytes, type)) throw new TooManyEntriesError()
  try {
    const entries: [string, unknown][] = []
    for (const [key, value] of await parseForm(bytes, type)) {
      if (key === '__proto__' || key === '__proto__[]') continue
      entries.push([key, value instanceof Blob && isTextPart(fields, key, part) ? await value.text() : value])
    }
    return decodeEntries(fields, entries, part)
  } catch (error) {
    if (error instanceof TooManyEntriesError) throw error
    throw new ApiError('malformed', 'The body is not a valid form.')
  }
}

/** Essence of a content type, such as 'application/json'; '' if absent. */
const essenceOf = (request: Request) => ((request.headers.get('content-type') ?? '').split(';')[0] ?? '').trim().toLowerCase()

/** Returns the form of a JSON body with rows of a file. Throws like readBody. */
export async function readRows(request: Request, name: string): Promise<Record<string, unknown>> {
  const body = parseJson(await readBytes(request, limits.multipart), importLimits.rows * importLimits.columns)
  assertStorable(body)
  return formOfRows(body, name)
}

export const isJson = (request: Request): boolean => essenceOf(request) === types.json
export const isForm = (request: Request): boolean => essenceOf(request) === types.multipart

/** Merges a form's part of values, sent as a key of a JSON body, with the rest. */
function withoutPart(body: unknown, part: string | undefined): unknown {
  const inner = part !== undefined && isRecord(body) ? body[part] : undefined
  return isRecord(body) && isRecord(inner) ? { ...body, ...inner } : body
}

/**
 * Returns the decoded body of a call: JSON, the record of a form with files as Blobs, or bytes. Fields are accepted as JSON and as form,
 * whatever the call's encoding; `only` is the encoding without fields. Throws 400, 413, 415, 422.
 */
export async function readBody(request: Request, fields: Fields | null, only: Encoding = 'json', part?: string): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  const essence = essenceOf(request)
  const taken: readonly Encoding[] = fields ? ['json', 'multipart'] : [only]
  const encoding = taken.find((each) => types[each] === essence)
  // A form where none is named has no files, and no room for them.
  const bytes = await readBytes(request, Math.min(limits[only], limits[encoding ?? only]))
  if (!encoding && (bytes.byteLength > 0 || essence !== ''))
    throw new ApiError('unsupported_media', `The body must be ${taken.map((each) => types[each]).join(' or ')}.`)
  if (only === 'bytes') return bytes
  const body =
    encoding === 'multipart' && fields && bytes.byteLength > 0
      ? await decodeForm(bytes, type, fields, part)
      : withoutPart(parseJson(bytes), part)
  assertStorable(body)
  return body
}
