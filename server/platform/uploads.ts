/** The files of a form: looked at before validation, stored after it, so a refused form leaves nothing behind. */
import * as v from 'valibot'
import type { FieldProblem } from '#contract/kit/errors.ts'
import { type Field, type Fields, isFile } from '#contract/kit/field.ts'
import { problem, valueSchema } from '#contract/kit/schema.ts'
import type { StagedFile } from '#contract/uploads.ts'
import type { Platform } from './context.ts'
import { safeName, type Upload } from './files.ts'
import { ApiError } from './problem.ts'
import { tooLarge } from './upload-limit.ts'

export interface Uploads {
  /** The record with every file as the validator wants it. */
  record: Record<string, unknown>
  problems: Record<string, FieldProblem>
  /** A file over the limit, or one that was staged and is no longer there. */
  refusal: ApiError | null
  /** For the fingerprint: the record with files by their hash. */
  hashed: Record<string, unknown>
  /** Stores the files and returns a record with their addresses in place. */
  store(record: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
}

function check(field: Field, upload: Upload): FieldProblem | null {
  if (upload.size === 0) return problem('file_empty')
  const parsed = v.safeParse(valueSchema(field), upload)
  if (!parsed.success) return problem(parsed.issues[0].message)
  if (field.kind === 'image' && upload.width === undefined) return problem('file_type')
  if (field.kind === 'video' && !upload.type.startsWith('video/')) return problem('file_type')
  const [width, height] = [field.maxWidth ?? Number.POSITIVE_INFINITY, field.maxHeight ?? Number.POSITIVE_INFINITY]
  if ((upload.width ?? 0) <= width && (upload.height ?? 0) <= height) return null
  return problem('image_size', { width: field.maxWidth ?? '∞', height: field.maxHeight ?? '∞' })
}

/** What a form wrote for a file that is not in it: an address, or a record as JSON. */
function recordOf(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}

/** A file that was stored before is named by its address, alone or in the record that a row carries. */
function addressOf(value: unknown): string {
  const url = typeof value === 'object' && value !== null && 'url' in value ? value.url : value
  return typeof url === 'string' ? url : ''
}

function stagedOf(value: unknown): StagedFile | null {
  if (typeof value !== 'object' || value === null || !('staged' in value) || typeof value.staged !== 'string') return null
  const name = 'name' in value && typeof value.name === 'string' ? value.name : 'file'
  return { staged: value.staged.toLowerCase(), name: name.slice(0, 255) }
}

/** The files of a form, sent with it or staged before by the same person, looked at and not stored yet. */
export async function takeUploads(
  platform: Pick<Platform, 'files' | 'privateFiles' | 'temporaryFiles' | 'staging' | 'settings'>,
  owner: string,
  fields: Fields,
  raw: Readonly<Record<string, unknown>>,
): Promise<Uploads> {
  const record: Record<string, unknown> = { ...raw }
  const hashed: Record<string, unknown> = { ...raw }
  const problems: Record<string, FieldProblem> = {}
  const uploads = new Map<string, { upload: Upload; field: Field }>()
  let refusal: ApiError | null = null
  const storeOf = ({ storage: kept }: Field) =>
    kept === 'private' ? platform.privateFiles : kept === 'temporary' ? platform.temporaryFiles : platform.files

  async function look(name: string, field: Field, content: Uint8Array, fileName: string): Promise<void> {
    const upload = await platform.files.inspect(content, fileName)
    const wrong = check(field, upload)
    if (wrong) problems[name] = wrong
    if (upload.size > platform.settings.uploadMaxBytes) refusal = tooLarge(platform.settings)
    uploads.set(name, { upload, field })
    record[name] = { name: upload.name, size: upload.size, type: upload.type }
    hashed[name] = `${upload.sha256} ${upload.name}`
  }

  async function takeStaged(name: string, field: Field, file: StagedFile): Promise<void> {
    // The same fingerprint as with the bytes, so that a verdict is found when they are gone.
    hashed[name] = `${file.staged} ${safeName(file.name)}`
    const content = /^[0-9a-f]{64}$/.test(file.staged) ? await platform.staging.read(owner, file.staged) : null
    if (content) return look(name, field, content, file.name)
    refusal = new ApiError('not_staged')
    record[name] = { name: file.name, size: 0, type: field.accept?.[0] ?? '' }
  }

  for (const [name, value] of Object.entries(raw)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (value instanceof Blob) {
      if (!field || field.readOnly || !isFile(field.kind)) {
        problems[name] = problem(field ? 'type' : 'unknown_field')
        continue
      }
      await look(name, field, new Uint8Array(await value.arrayBuffer()), value instanceof File ? value.name : name)
    } else if (field && isFile(field.kind) && value !== null && value !== undefined && value !== '') {
      const given = recordOf(value)
      const staged = stagedOf(given)
      if (staged) await takeStaged(name, field, staged)
      else {
        // A private file is named by its record alone: knowing its hash opens nothing.
        const stored = field.storage ? null : await platform.files.find(addressOf(given))
        if (stored) record[name] = stored
        else problems[name] = problem('file_type')
      }
    }
  }
  return {
    record,
    problems,
    refusal,
    hashed,
    async store(target) {
      const result = { ...target }
      for (const [name, { upload, field }] of uploads) if (name in result) result[name] = await storeOf(field).store(upload)
      return result
    },
  }
}
