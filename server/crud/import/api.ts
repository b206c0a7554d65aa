/** The calls of contract/kit/import-calls.ts. */
import type { Hono } from 'hono'
import { isStoredFile } from '#contract/kit/field.ts'
import { importCalls, importPolicies } from '#contract/kit/import-calls.ts'
import type { Platform } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { type CallRequest, mount } from '#server/platform/mount.ts'
import { ApiError, fieldError } from '#server/platform/problem.ts'
import type { Shape } from '../shape.ts'
import { importJob, offerImport, undoImportJob } from './job.ts'
import { detailOf, findImport, jobKey, recentImports, type StoredImport, setImport, undoUntil } from './state.ts'
import { imports } from './tables.ts'

/** The mapping as a client sends it: names of fields, or null. Throws 422. */
function parseMapping({ section }: Shape, text: unknown): (string | null)[] | null {
  if (typeof text !== 'string' || text.trim() === '') return null
  try {
    const list: unknown = JSON.parse(text)
    const isField = (name: unknown): name is string => typeof name === 'string' && Object.hasOwn(section.fields, name)
    if (Array.isArray(list) && list.length <= 200) return list.map((name: unknown) => (isField(name) ? name : null))
  } catch {
    // Said below.
  }
  throw fieldError('mapping', 'type')
}

async function begin(platform: Platform, shape: Shape, { db, user, body }: CallRequest): Promise<StoredImport> {
  const { file, dry_run, mapping } = body
  const { name: section, permission } = shape.section
  if (!isStoredFile(file)) throw fieldError('file', 'required')
  const duplicates = importPolicies.find((each) => each === body.duplicates) ?? 'skip'
  if (duplicates === 'update' && !user.permissions.has(`update ${permission}`)) throw fieldError('duplicates', 'not_allowed')
  const { url, name, size, type } = file
  const [made] = await db
    .insert(imports)
    .values({
      ...{ section, user_id: user.id, created_by: user.name, file_name: name, file: { url, name, size, type } },
      ...{ duplicates, dry_run: dry_run === true, mapping: parseMapping(shape, mapping) },
    })
    .returning()
  if (!made) throw new Error('the import was not stored')
  await enqueue(platform.database, db, importJob, { import: made.id }, { key: jobKey(made), user, section, subject: name })
  return made
}

async function undo(platform: Platform, shape: Shape, { db, user, params }: CallRequest): Promise<StoredImport> {
  const { name: section } = shape.section
  const stored = await findImport(db, user, section, params.id ?? '', true)
  if (stored.state === 'undone' || stored.state === 'undoing') return stored
  if (!undoUntil(stored)) throw new ApiError('gone', 'This import can no longer be undone.')
  const { id, file_name: subject } = stored
  await setImport(db, id, { state: 'undoing' })
  await enqueue(platform.database, db, undoImportJob, { import: id }, { key: jobKey(stored), user, section, subject })
  return { ...stored, state: 'undoing' }
}

/** Below the path of the section, or below `at`. Fixed paths, so mounted before the section's own `{id}`. */
export function mountImport(app: Hono, platform: Platform, shape: Shape, at: string): void {
  const { section } = shape
  const data = (stored: StoredImport) => ({ message: 'OK', data: detailOf(stored) })
  if (section.import && !section.import.own) offerImport(shape)
  for (const call of importCalls(section)) {
    const verb = call.name.slice(section.name.length + 1)
    mount(app, platform, { ...call, path: at + call.path.slice(section.path.length) }, async (request) => {
      const { db, user, params } = request
      if (verb === 'import') return data(await begin(platform, shape, request))
      if (verb === 'import-undo') return data(await undo(platform, shape, request))
      if (verb === 'imports') return { imports: await recentImports(db, user, section.name) }
      return data(await findImport(db, user, section.name, params.id ?? ''))
    })
  }
}
