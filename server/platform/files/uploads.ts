/** Files of a form: inspected before validation, stored after it, so that a refused form leaves none. */
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import type { Field, Fields, StoredFile } from '#contract/kit/field/field.ts'
import { type FilePlace, filePlaces, mapFiles } from '#contract/kit/field/file-places.ts'
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import { problem } from '#contract/kit/field/problem.ts'
import { valueSchema } from '#contract/kit/field/schema.ts'
import { isNameTooLong } from '#contract/lib/file-name.ts'
import { measureJson } from '#contract/lib/json-size.ts'
import type { StagedFile } from '#contract/uploads.ts'
import type { Platform } from '../core/context.ts'
import { ApiError } from '../core/problem.ts'
import { maxPixels } from './clean-picture.ts'
import { type FileStore, safeName, type Upload } from './files.ts'
import { StreamedFile } from './streamed-file.ts'
import { maxStaged, tooLarge } from './upload-limit.ts'

export interface Uploads {
  /** The record with files in the validator's form. */
  record: Record<string, unknown>
  problems: Record<string, FieldProblem>
  /** A file over the limit, or a staged one that is gone. */
  refusal: ApiError | null
  /** For the fingerprint: the record with hashes of files. */
  hashed: Record<string, unknown>
  /** Stores the files and returns a record with their addresses. */
  store(record: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
}

/** Maximum pixels of a picture's side by default: no phone makes larger ones, and decoding them takes all memory. */
const maxSide = 10_000

function check(field: Field, upload: Upload): FieldProblem | null {
  if (upload.size === 0) return problem(field.kind === 'video' ? 'no_video' : 'file_empty')
  const { maxWidth: width = maxSide, maxHeight: height = maxSide } = field
  const [across = 0, down = 0] = [upload.width, upload.height]
  if (across > width || down > height || across * down > maxPixels) return problem('image_size', { width, height })
  if (upload.isDamaged) return problem('file_damaged')
  const parsed = v.safeParse(valueSchema(field), upload)
  if (!parsed.success) return problem(parsed.issues[0].message)
  return field.kind === 'image' && upload.width === undefined ? problem('file_type') : null
}

function storeOf({ privateFiles, temporaryFiles, videos, files }: Needs, { storage, kind }: Field): FileStore {
  if (storage === 'temporary') return temporaryFiles
  if (storage === 'signed') return videos
  if (storage === 'private') return kind === 'video' ? videos : privateFiles
  return files
}

/** Far above a file record. */
const maxRecordKeys = 100

/** Parses the value of a file outside the form: an address, or JSON of a record. */
function recordOf(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value
  if (measureJson(value).keys > maxRecordKeys) return null
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}

/** Returns a stored file's address, sent alone or in a row's record. */
function addressOf(value: unknown): string {
  const url = typeof value === 'object' && value !== null && 'url' in value ? value.url : value
  return typeof url === 'string' ? url : ''
}

function stagedOf(value: unknown): StagedFile | null {
  if (typeof value !== 'object' || value === null || !('staged' in value) || typeof value.staged !== 'string') return null
  const name = 'name' in value && typeof value.name === 'string' ? value.name : 'file'
  const poster = 'poster' in value && typeof value.poster === 'string' ? { poster: value.poster } : {}
  return { staged: value.staged.toLowerCase(), name, ...poster }
}

/** Maximum files of a form. */
const maxFiles = 100

interface Looked {
  /** Value for the validator. */
  value: unknown
  /** Value for the fingerprint. */
  hashed: unknown
  problem?: FieldProblem
  refusal?: ApiError
  upload?: Upload
  /** The picture of a video. */
  poster?: Upload
}

type Needs = Pick<Platform, 'files' | 'privateFiles' | 'videos' | 'temporaryFiles' | 'staging' | 'settings'>

/** Inspects files as they will be stored. The fingerprint is of the sent bytes, which a repetition has again. */
async function inspected(
  { files, settings }: Needs,
  { field, path }: FilePlace,
  content: Uint8Array,
  name: string,
  max: number,
): Promise<Looked> {
  const upload = await files.inspect(content, name)
  const sent = createHash('sha256').update(content).digest('hex')
  return { ...looked(field, upload, path, max, settings), hashed: `${sent} ${upload.name}` }
}

/** Returns an inspected file. `path` marks it until it is stored. */
function looked(field: Field, upload: Upload, path: string, max: number, settings: Platform['settings']): Looked {
  const wrong = check(field, upload)
  const { name, size, type, sha256 } = upload
  return {
    value: { name, size, type, upload: path },
    hashed: `${sha256} ${name}`,
    upload,
    ...(wrong && { problem: wrong }),
    ...(size > max && { refusal: tooLarge(settings, max) }),
  }
}

const maxPosterBytes = 1_000_000
const maxPosterSide = 4_096

/** The picture that a video came with; null for none, or one that is no picture: the video plays without it. */
async function takePoster({ staging, files }: Needs, owner: string, { poster = '' }: StagedFile): Promise<Upload | null> {
  const found = /^[0-9a-f]{64}$/.test(poster) ? await staging.find(owner, poster) : null
  const content = found && found.size <= maxPosterBytes ? await staging.read(owner, poster) : null
  const upload = content && (await files.inspect(content, 'poster.jpg'))
  const fits = upload?.type === 'image/jpeg' && Math.max(upload.width ?? maxPosterSide + 1, upload.height ?? 0) <= maxPosterSide
  return fits ? upload : null
}

async function takeStaged(platform: Needs, owner: string, place: FilePlace, file: StagedFile): Promise<Looked> {
  const { path, field } = place
  const { staging, settings, files } = platform
  const isNamed = /^[0-9a-f]{64}$/.test(file.staged)
  const max = maxStaged(settings, field)
  const found = isNamed ? await staging.find(owner, file.staged) : null
  const upload =
    found && found.size > settings.uploadMaxBytes ? await files.inspectFile({ stored: found.path }, file.staged, file.name) : null
  if (upload) return looked(field, upload, path, max, settings)
  const content = found ? await staging.read(owner, file.staged) : null
  if (content) return inspected(platform, place, content, file.name, max)
  return {
    value: { name: safeName(file.name), size: 0, type: field.accept?.[0] ?? '' },
    // Same fingerprint as with bytes, so that the verdict is found after they are gone.
    hashed: `${file.staged} ${safeName(file.name)}`,
    refusal: new ApiError('not_staged'),
  }
}

/** A name that is too long is a problem beside what else is known of the file: a stored verdict is still found by it. */
function refuseLongName(name: string, file: Looked): Looked {
  return isNameTooLong(name) ? { ...file, problem: problem('file_name') } : file
}

type Part = Blob | StreamedFile

const isPart = (value: unknown): value is Part => value instanceof Blob || value instanceof StreamedFile

/** The part that a place points at, which may have the name of a field. */
function partNamed(value: unknown): string | null {
  const given = recordOf(value)
  return isRecord(given) && typeof given.part === 'string' ? given.part : null
}

/** Resolves the value of a file field: its bytes, the name of their part, a staged file, or a stored one. */
async function takeOne(platform: Needs, owner: string, place: FilePlace, partOf: (name: string) => Part | undefined): Promise<Looked> {
  const { field, path, value } = place
  const given = recordOf(value)
  const part = partNamed(given)
  const bytes = isPart(given) ? given : part === null ? undefined : partOf(part)
  if (bytes instanceof StreamedFile)
    return refuseLongName(bytes.name, await takeStaged(platform, owner, place, { staged: bytes.sha256, name: bytes.name }))
  if (bytes) {
    const name = bytes instanceof File ? bytes.name : path
    const file = await inspected(platform, place, new Uint8Array(await bytes.arrayBuffer()), name, platform.settings.uploadMaxBytes)
    return refuseLongName(name, file)
  }
  if (part !== null) return { value, hashed: value, problem: problem('file_missing') }
  const staged = stagedOf(given)
  if (staged) {
    const taken = refuseLongName(staged.name, await takeStaged(platform, owner, place, staged))
    const poster = field.kind === 'video' && taken.upload ? await takePoster(platform, owner, staged) : null
    return { ...taken, ...(poster && { poster }) }
  }
  if (field.adds && addressOf(given) !== '') return { value: undefined, hashed: value }
  // Private files are referenced by their record only: a hash gives no access. Videos and signed files stand in rows that are sent whole.
  const isFound = !field.storage || field.storage === 'signed' || field.kind === 'video'
  const stored = isFound ? await storeOf(platform, field).find(addressOf(given)) : null
  return stored ? { value: stored, hashed: value } : { value, hashed: value, problem: problem('file_type') }
}

/** Removes stored files that were resent with a field of `adds`. */
function withoutLeft(fields: Fields, record: Record<string, unknown>): Record<string, unknown> {
  const isAdded = (name: string) => Object.hasOwn(fields, name) && fields[name]?.adds
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      isAdded(name) && Array.isArray(value) ? value.filter((each: unknown) => each !== undefined) : value,
    ]),
  )
}

/** Inspects a form's files, sent with it or staged by the same person; stores none. */
export async function takeUploads(
  platform: Needs,
  owner: string,
  fields: Fields,
  raw: Readonly<Record<string, unknown>>,
): Promise<Uploads> {
  const problems: Record<string, FieldProblem> = {}
  const parts = new Map<string, Part>()
  const pointed = new Set(filePlaces(fields, raw).flatMap(({ value }) => partNamed(value) ?? []))
  const values = Object.fromEntries(
    Object.entries(raw).filter(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (!isPart(value) || (field && isFile(field.kind) && !field.readOnly && !pointed.has(name))) return true
      const isValue = field !== undefined && !pointed.has(name)
      if (isValue) problems[name] = problem('type')
      else parts.set(name, value)
      return isValue
    }),
  )
  const unnamed = new Set(parts.keys())
  const partOf = (name: string) => {
    unnamed.delete(name)
    return parts.get(name)
  }
  const found = new Map<string, Looked>()
  for (const place of filePlaces(fields, values)) {
    const one: Looked =
      found.size < maxFiles
        ? await takeOne(platform, owner, place, partOf)
        : { value: place.value, hashed: null, problem: problem('max_entries', { max: maxFiles }) }
    found.set(place.path, one)
    if (one.problem) problems[place.path] = one.problem
  }
  for (const name of unnamed) problems[name] = problem('unknown_field')
  const all = [...found.values()]
  return {
    record: withoutLeft(
      fields,
      mapFiles(fields, values, ({ path }) => found.get(path)?.value),
    ),
    problems,
    refusal: all.find(({ refusal }) => refusal)?.refusal ?? null,
    hashed: mapFiles(fields, values, ({ path }) => found.get(path)?.hashed),
    async store(target) {
      const stored = new Map<string, StoredFile & { poster?: string }>()
      for (const { path, field, value } of filePlaces(fields, target)) {
        const mark = toRecord(value).upload
        const { upload, poster } = (typeof mark === 'string' && found.get(mark)) || {}
        if (!upload) continue
        const store = storeOf(platform, field)
        const picture = poster && (await store.store(poster))
        stored.set(path, { ...(await store.store(upload)), ...(picture && { poster: picture.url }) })
      }
      return mapFiles(fields, target, ({ path, value }) => stored.get(path) ?? value)
    },
  }
}
