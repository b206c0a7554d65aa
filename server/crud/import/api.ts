/** Handlers of contract/import/import-calls.ts, and functions for sections with own import calls. */
import type { Hono } from 'hono'
import { duplicatePolicies, importCalls, perFileFields, workbookType } from '#contract/import/import-calls.ts'
import { importFields } from '#contract/import/sheet-columns.ts'
import { undoUntil } from '#contract/import/undo-period.ts'
import { isStoredFile } from '#contract/kit/field/field.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { headerOf } from '#contract/kit/section/sheet-header.ts'
import type { Db } from '#server/db/database.ts'
import { imports } from '#server/db/tables/imports.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { FileBody } from '#server/platform/http/reply.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { resolveReferences } from '../query/references.ts'
import type { Shape } from '../query/shape.ts'
import { xlsxWriter } from '../sheets/xlsx-stream.ts'
import { failureFileName, failureSheet } from './failures.ts'
import { importJob, undoImportJob } from './job.ts'
import { type Importable, offerImport } from './rules.ts'
import { detailOf, findImport, jobKey, recentImports, reopenKept, retryUntil, type StoredImport, setImport, summaryOf } from './state.ts'

/** Parses a client's mapping: a field per column, or null. Throws 422. */
function parseMapping({ shape: { section }, rules }: Importable, text: unknown): (string | null)[] | null {
  if (typeof text !== 'string' || text.trim() === '') return null
  try {
    const list: unknown = JSON.parse(text)
    const isTarget = (name: unknown): name is string => typeof name === 'string' && rules.isTarget(section, name)
    if (Array.isArray(list) && list.length <= 200) return list.map((name: unknown) => (isTarget(name) ? name : null))
  } catch {
    // Said below.
  }
  throw fieldError('mapping', 'type')
}

function templateOf(section: Section): FileBody {
  const made: Uint8Array[] = []
  const header = Object.entries(section.import?.fields ?? importFields(section)).map(([name, field]) => headerOf(name, field))
  xlsxWriter(section.name, header, (bytes) => void made.push(bytes)).end()
  return new FileBody(Buffer.concat(made), workbookType, `${section.name}-template.xlsx`)
}

type Beginning = Pick<StoredImport, 'file_name'> & Partial<StoredImport>

/** Throws 422 for a policy forbidden to this person. */
export async function beginImport({ db, user, body }: CallRequest, { section }: Shape, values: Beginning): Promise<StoredImport> {
  const duplicates = duplicatePolicies.find((each) => each === body.duplicates) ?? 'skip'
  if (duplicates === 'update' && !user.permissions.has(`update ${section.permission}`)) throw fieldError('duplicates', 'not_allowed')
  const [made] = await db
    .insert(imports)
    .values({ ...values, section: section.name, user_id: user.id, created_by: user.name, duplicates })
    .returning()
  if (!made) throw new Error('the import was not stored')
  return made
}

/** Starts a whole file's import job. */
export async function beginFile(
  platform: Platform,
  importable: Importable,
  request: CallRequest,
  more: Pick<Partial<StoredImport>, 'defaults'> = {},
): Promise<StoredImport> {
  const { db, user, body } = request
  if (!isStoredFile(body.file)) throw fieldError('file', 'required')
  const { url, name, size, type } = body.file
  const mapping = parseMapping(importable, body.mapping)
  const choice = {
    ...(typeof body.sheet === 'string' && body.sheet !== '' && { sheet: body.sheet }),
    ...(typeof body.header_row === 'number' && { headerRow: body.header_row }),
    ...(body.hidden_rows === 'leave_out' && { withoutHidden: true }),
  }
  const about = { file_name: name, file: { url, name, size, type }, dry_run: body.dry_run === true, mapping, table_choice: choice }
  const made = await beginImport(request, importable.shape, { ...about, ...more })
  const { section } = made
  await enqueue(platform.database, db, importJob, { import: made.id }, { key: jobKey(made), user, section, subject: name })
  return made
}

/** Returns an import to undo, locked. Throws 410 after its period. */
export async function findUndoable({ db, user, params }: CallRequest, shape: Shape): Promise<StoredImport> {
  const stored = await findImport(db, user, shape, params.id ?? '', true)
  if (stored.state !== 'undone' && !undoUntil(stored)) throw new ApiError('gone', 'This import can no longer be undone.')
  return stored
}

export async function undoImport(platform: Platform, { shape, rules }: Importable, request: CallRequest): Promise<StoredImport> {
  const { db, user } = request
  const stored = await findUndoable(request, shape)
  const isAgain = stored.state === 'undone'
  if (stored.state === 'undoing' || (isAgain && !retryUntil(stored, rules))) return stored
  const { id, section, file_name: subject } = stored
  await enqueue(platform.database, db, undoImportJob, { import: id }, { key: jobKey(stored), user, section, subject })
  return isAgain ? reopenKept(db, stored) : setImport(db, id, { state: 'undoing' })
}

/** Returns the values chosen for the whole file, references as numbers. Throws 422 for unknown or forbidden ones. */
async function perFile(request: CallRequest, section: Section): Promise<StoredImport['defaults']> {
  const fields = perFileFields(section)
  const chosen = Object.entries(request.body).filter(
    ([name, value]) => Object.hasOwn(fields, name) && value !== null && value !== undefined,
  )
  return resolveReferences(request, fields, Object.fromEntries(chosen))
}

/** Returns the rows not stored as a file. Throws 404 if there are none. */
async function failuresOf(db: Db, importable: Importable, stored: StoredImport): Promise<FileBody> {
  const sheet = await failureSheet(db, importable, stored)
  if (!sheet) throw new ApiError('not_found')
  return new FileBody(Buffer.from(sheet), workbookType, failureFileName(stored))
}

/** The call as an installation serves it: below another path, or by another name. */
export type PlaceCall = (call: Call) => Call

/** Fixed paths, so mounted before the section's own `{id}`. */
export function mountImport(app: Hono, platform: Platform, shape: Shape, place: PlaceCall): void {
  const { section } = shape
  if (!section.import || section.kind === 'board') return
  const importable = offerImport(shape)
  for (const call of importCalls(section)) {
    const verb = call.name.slice(section.name.length + 1)
    mount(app, platform, place(call), async (request) => {
      const { db, user, params } = request
      const data = async (stored: StoredImport) => ({ message: 'OK', data: await detailOf(db, stored, importable.rules) })
      if (verb === 'import-template') return templateOf(section)
      if (verb === 'import') return data(await beginFile(platform, importable, request, { defaults: await perFile(request, section) }))
      if (verb === 'import-undo') return data(await undoImport(platform, importable, request))
      if (verb === 'import-failures') return failuresOf(db, importable, await findImport(db, user, shape, params.id ?? ''))
      if (verb === 'imports')
        return { imports: (await recentImports(db, user, shape)).map((stored) => summaryOf(stored, importable.rules)) }
      return data(await findImport(db, user, shape, params.id ?? ''))
    })
  }
}
