/** Reads forms that may hold videos: those go to this machine's disk as they come, whatever else is in the form stays small. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { decodeEntries, maxEntries, TooManyEntriesError } from '#contract/kit/field/decode-entries.ts'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import type { Platform } from '../core/context.ts'
import { ApiError } from '../core/problem.ts'
import { toStorageError } from '../files/storage/storage-error.ts'
import { StreamedFile } from '../files/streamed-file.ts'
import { maxStaged, tooLarge } from '../files/upload-limit.ts'
import { assertStorable, isTextPart } from './body.ts'

/** Bytes of everything but videos, together. */
const maxBeside = 25_000_000
const maxFiles = 100

/** The field of a part, whose name is the path of its place: `lessons.2.video`. */
function fieldAt(fields: Fields, path: string): Field | undefined {
  const [name = '', ...rest] = path.split('.')
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!rest.length || !field?.fields) return rest.length ? undefined : field
  return fieldAt(field.fields, (/^\d+$/.test(rest[0] ?? '') ? rest.slice(1) : rest).join('.'))
}

type Needs = Pick<Platform, 'staging' | 'settings'>

/** Writes a part to this machine until it is whole. Throws 413 over its limit, and leaves nothing then. */
async function takeVideo({ staging, settings }: Needs, owner: string, field: Field, stream: Readable, bytes: number): Promise<string> {
  const max = Math.min(maxStaged(settings, field), field.maxBytes ?? Number.POSITIVE_INFINITY)
  const arrival = await staging.begin(owner, Math.min(bytes, max))
  const hash = createHash('sha256')
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.byteLength
      if (size > max) return done(tooLarge(settings, max))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    // Opened before anything can fail, so that no file appears after its removal.
    const file = await open(arrival.path, 'wx', 0o600)
    await pipeline(stream, counted, file.createWriteStream())
    const sha256 = hash.digest('hex')
    await arrival.adopt(sha256)
    return sha256
  } catch (error) {
    await arrival.abandon()
    throw toStorageError(error)
  }
}

/** Throws 413 for more than the limits, 400 for a form that is none. */
export async function readVideoForm(
  request: Request,
  platform: Needs,
  owner: string,
  { fields, part }: { fields: Fields; part: string | undefined },
): Promise<Record<string, unknown>> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  const max = maxStaged(platform.settings)
  if (announced > max + maxBeside) throw tooLarge(platform.settings, max)
  const entries: [key: string, value: unknown][] = []
  const work: Promise<void>[] = []
  let beside = 0
  let failure: unknown = null
  const body = Readable.from(request.body ?? [])
  const fail = (error: unknown) => {
    failure ??= error
    body.destroy()
  }
  /** Parts keep their order, whichever ends first. */
  const enter = (key: string): ((value: unknown) => void) => {
    const entry: [string, unknown] = [key, '']
    if (key !== '__proto__' && key !== '__proto__[]') entries.push(entry)
    return (value) => {
      entry[1] = value
    }
  }
  const count = (bytes: number) => {
    beside += bytes
    if (beside > maxBeside) fail(new ApiError('too_large'))
  }

  async function takeSmall(stream: Readable, name: string, type: string): Promise<File> {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    for await (const chunk of stream) {
      const bytes = Uint8Array.from(chunk)
      count(bytes.byteLength)
      chunks.push(bytes)
    }
    return new File(chunks, name, { type })
  }

  async function takeFile(key: string, stream: Readable, name: string, type: string): Promise<unknown> {
    const field = fieldAt(fields, key)
    if (isTextPart(fields, key, part)) return (await takeSmall(stream, name, type)).text()
    if (field?.kind !== 'video') return takeSmall(stream, name, type)
    return new StreamedFile(await takeVideo(platform, owner, field, stream, announced), name)
  }

  try {
    const limits = { fieldNameSize: 1_000, fieldSize: maxBeside + 1, parts: maxEntries, files: maxFiles }
    const parser = busboy({ headers: { 'content-type': request.headers.get('content-type') ?? '' }, defParamCharset: 'utf8', limits })
    parser.on('field', (key, value) => {
      count(Buffer.byteLength(value))
      enter(key)(value)
    })
    parser.on('file', (key, stream, { filename, mimeType }) => {
      const set = enter(key)
      // A form that ends early fails here, maybe before anybody reads the part.
      stream.on('error', fail)
      work.push(takeFile(key, stream, filename ?? 'file', mimeType).then(set, fail))
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => fail(new TooManyEntriesError()))
    await pipeline(body, parser)
    await Promise.all(work)
    if (failure) throw failure
    const record = decodeEntries(fields, entries, part)
    assertStorable(record)
    return record
  } catch (error) {
    await Promise.all(work)
    const cause = failure ?? error
    if (cause instanceof ApiError || cause instanceof TooManyEntriesError) throw cause
    throw new ApiError('malformed', 'The body is not a valid form.')
  }
}
