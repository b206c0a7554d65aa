/** The files of a form: looked at before validation, stored after it, so a refused form leaves nothing behind. */
import * as v from 'valibot'
import type { FieldProblem } from '#contract/kit/errors.ts'
import { type Field, type Fields, isFile } from '#contract/kit/field.ts'
import { problem, valueSchema } from '#contract/kit/schema.ts'
import type { FileStore, Upload } from './files.ts'

export interface Uploads {
  /** The record with every file as the validator wants it. */
  record: Record<string, unknown>
  problems: Record<string, FieldProblem>
  /** For the fingerprint: the record with files by their hash. */
  hashed: Record<string, unknown>
  /** Stores the files and returns a record with their addresses in place. */
  store(record: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
}

function check(field: Field, upload: Upload): FieldProblem | null {
  const parsed = v.safeParse(valueSchema(field), upload)
  if (!parsed.success) return problem(parsed.issues[0].message)
  if (field.kind === 'image' && upload.width === undefined) return problem('file_type')
  if (field.kind === 'video' && !upload.type.startsWith('video/')) return problem('file_type')
  const [width, height] = [field.maxWidth ?? Number.POSITIVE_INFINITY, field.maxHeight ?? Number.POSITIVE_INFINITY]
  if ((upload.width ?? 0) <= width && (upload.height ?? 0) <= height) return null
  return problem('image_size', { width: field.maxWidth ?? '∞', height: field.maxHeight ?? '∞' })
}

/** A file that was stored before is named by its address, alone or in the record that a row carries. */
function addressOf(value: unknown): string | null {
  if (typeof value === 'string') {
    if (!value.startsWith('{')) return value
    try {
      return addressOf(JSON.parse(value))
    } catch {
      return null
    }
  }
  const url = typeof value === 'object' && value !== null && 'url' in value ? value.url : null
  return typeof url === 'string' ? url : null
}

export async function takeUploads(files: FileStore, fields: Fields, raw: Readonly<Record<string, unknown>>): Promise<Uploads> {
  const record: Record<string, unknown> = { ...raw }
  const hashed: Record<string, unknown> = { ...raw }
  const problems: Record<string, FieldProblem> = {}
  const uploads = new Map<string, Upload>()
  for (const [name, value] of Object.entries(raw)) {
    const field = fields[name]
    if (value instanceof Blob) {
      if (!field || field.readOnly || !isFile(field.kind)) {
        problems[name] = problem(field ? 'type' : 'unknown_field')
        continue
      }
      const upload = await files.inspect(new Uint8Array(await value.arrayBuffer()), value instanceof File ? value.name : name)
      const wrong = check(field, upload)
      if (wrong) problems[name] = wrong
      uploads.set(name, upload)
      record[name] = { name: upload.name, size: upload.size, type: upload.type }
      hashed[name] = `${upload.sha256} ${upload.name}`
    } else if (field && isFile(field.kind) && value !== null && value !== undefined && value !== '') {
      const stored = await files.find(addressOf(value) ?? '')
      if (stored) record[name] = stored
      else problems[name] = problem('file_type')
    }
  }
  return {
    record,
    problems,
    hashed,
    async store(target) {
      const result = { ...target }
      for (const [name, upload] of uploads) if (name in result) result[name] = await files.store(upload)
      return result
    },
  }
}
