/** The calls of an import (contract/lead-import.ts). */
import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Call } from '#contract/kit/call.ts'
import { isStoredFile } from '#contract/kit/field.ts'
import {
  duplicatePolicies,
  type ImportRow,
  leadImport,
  leadImportBegin,
  leadImportCheck,
  leadImportFinish,
  leadImportOne,
  leadImportPart,
  leadImportUndo,
  leadImports as listCall,
} from '#contract/lead-import.ts'
import { leads as section } from '#contract/sections/sales/leads.ts'
import { resolveReferences } from '#server/crud/references.ts'
import type { Platform } from '#server/platform/context.ts'
import { type CallRequest, mount } from '#server/platform/mount.ts'
import { ApiError, fieldError } from '#server/platform/problem.ts'
import { mayAssign } from './api.ts'
import { applyRows, leadsByPhone } from './import-apply.ts'
import { enqueueFile, parseMapping, resumeImports } from './import-file.ts'
import { countIn, detailOf, findImport, recentImports, type StoredImport, setImport } from './import-state.ts'
import { type ImportDefaults, leadImportRows, leadImports } from './import-tables.ts'
import { undoPart } from './import-undo.ts'

const hour = 3_600_000

function policyOf({ body, user }: CallRequest) {
  const policy = duplicatePolicies.find((each) => each === body.duplicates) ?? 'skip'
  if (policy === 'update' && !user.permissions.has('update crm')) throw fieldError('duplicates', 'not_allowed')
  return policy
}

/** The defaults with their references as numbers. Throws 422 for what does not exist or may not be given. */
async function defaultsOf(request: CallRequest): Promise<ImportDefaults> {
  const { user, body } = request
  const { campaign_id, sales } = section.fields
  const found = await resolveReferences(request, { campaign_id, sales }, { campaign_id: body.campaign_id, sales: body.sales })
  if (!mayAssign(user, 0, Number(found.sales ?? 0))) throw fieldError('sales', 'not_allowed')
  return {
    ...(typeof body.status === 'string' && { status: body.status }),
    ...(typeof found.campaign_id === 'number' && { campaign_id: found.campaign_id }),
    ...(typeof found.sales === 'number' && { sales: found.sales }),
    ...(Array.isArray(body.tags) && { tags: body.tags.map(String) }),
  }
}

async function begin(request: CallRequest, values: Partial<StoredImport>): Promise<StoredImport> {
  const { db, user } = request
  const [made] = await db
    .insert(leadImports)
    .values({
      ...values,
      file_name: values.file_name ?? '',
      user_id: user.id,
      created_by: user.name,
      duplicates: policyOf(request),
      defaults: await defaultsOf(request),
    })
    .returning()
  if (!made) throw new Error('the import was not stored')
  return made
}

/** A ref that is another person's is not revealed: it is taken. */
async function beginParts(request: CallRequest): Promise<StoredImport> {
  const { db, user, body, ref } = request
  const [known] = ref ? await db.select().from(leadImports).where(eq(leadImports.ref, ref)) : []
  if (known && known.user_id !== user.id) throw fieldError('ref', 'taken')
  return known ?? begin(request, { file_name: String(body.file_name), total: Number(body.total), ...(ref && { ref }) })
}

async function beginFile(platform: Platform, request: CallRequest): Promise<StoredImport> {
  const { file, dry_run, mapping } = request.body
  if (!isStoredFile(file)) throw fieldError('file', 'required')
  const { url, name, size, type } = file
  const stored = { url, name, size, type }
  const columns = parseMapping(mapping)
  const made = await begin(request, {
    file_name: stored.name,
    file: stored,
    dry_run: dry_run === true,
    ...(columns && { mapping: [...columns] }),
  })
  await enqueueFile(platform, request.db, made)
  return made
}

async function takePart(platform: Platform, request: CallRequest): Promise<StoredImport> {
  const { db, user, params, body } = request
  const stored = await findImport(db, user, params.id ?? '', true)
  const number = Number(body.number)
  if (number < stored.next_part) return stored
  if (stored.user_id !== user.id || stored.file) throw new ApiError('not_found')
  if (stored.state !== 'running') throw new ApiError('gone', 'This import has ended.')
  if (number > stored.next_part) throw fieldError('number', 'max_value', { max: stored.next_part })
  const rows = Array.isArray(body.rows) ? body.rows.filter((row): row is ImportRow => typeof row === 'object' && row !== null) : []
  const { id: importId, duplicates, defaults } = stored
  return countIn(db, stored, await applyRows({ platform, db, user, importId, duplicates, defaults }, rows))
}

async function finish({ db, user, params, body }: CallRequest): Promise<StoredImport> {
  const stored = await findImport(db, user, params.id ?? '', true)
  return stored.state === 'running' ? setImport(db, stored.id, { state: body.cancelled === true ? 'cancelled' : 'done' }) : stored
}

/** Below the path of the section, or below `at`. Fixed paths, so mounted before the section's own `{id}`. */
export function mountLeadImport(app: Hono, platform: Platform, at: string): void {
  const below = <C extends Call>(call: C): C => ({ ...call, path: at + call.path.slice(section.path.length) })
  const serve = (call: Call, handle: (request: CallRequest) => Promise<StoredImport>) =>
    mount(app, platform, below(call), async (request) => ({ message: 'OK', data: await detailOf(request.db, await handle(request)) }))
  serve(leadImport, (request) => beginFile(platform, request))
  serve(leadImportBegin, beginParts)
  serve(leadImportPart, (request) => takePart(platform, request))
  serve(leadImportFinish, finish)
  serve(leadImportUndo, (request) => undoPart(platform, request))
  serve(leadImportOne, ({ db, user, params }) => findImport(db, user, params.id ?? ''))
  mount(app, platform, below(listCall), async ({ db, user }) => ({ imports: await recentImports(db, user) }))
  mount(app, platform, below(leadImportCheck), async ({ db, user, body }) => {
    const phones = Array.isArray(body.phones) ? body.phones.map(String) : []
    return { existing: [...(await leadsByPhone(db, user, phones)).keys()] }
  })
}

/** What an undo would have needed is forgotten two days after its import; what it left alone stays to be read. */
async function forgetRows(platform: Platform): Promise<void> {
  const { db } = platform.database
  const past = and(lt(leadImports.changed_at, sql`now() - interval '2 days'`), ne(leadImports.state, 'undoing'))
  const old = db.select({ id: leadImports.id }).from(leadImports).where(past)
  const unneeded = or(isNull(leadImportRows.outcome), eq(leadImportRows.outcome, 'undone'))
  await db.delete(leadImportRows).where(and(inArray(leadImportRows.import_id, old), unneeded))
}

/** At start and each hour; files that a stopped server was at go on. */
export async function startImports(platform: Platform): Promise<void> {
  await forgetRows(platform)
  await resumeImports(platform)
  setInterval(() => platform.background.run(() => forgetRows(platform)), hour).unref()
}
