/** Calls of lead imports (contract/leads/lead-import.ts), on top of general imports. */

import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { toText } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import {
  type ImportDetail,
  type ImportRow,
  type ImportSummary,
  leadImport,
  leadImportBegin,
  leadImportCheck,
  leadImportFinish,
  leadImportOne,
  leadImportPart,
  leadImports,
  leadImportUndo,
} from '#contract/leads/lead-import.ts'
import { storedPhone } from '#contract/lib/phone.ts'
import { leads as section } from '#contract/sections/sales/leads.ts'
import type { PlaceCall } from '#server/crud/import/api.ts'
import { beginFile, beginImport, findUndoable } from '#server/crud/import/api.ts'
import { readFailures } from '#server/crud/import/failures.ts'
import { importJob } from '#server/crud/import/job.ts'
import { offerImport } from '#server/crud/import/rules.ts'
import {
  countIn,
  countsOf,
  findImport,
  jobKey,
  keptRows,
  recentImports,
  type StoredImport,
  setImport,
  tableOf,
} from '#server/crud/import/state.ts'
import { undoPart } from '#server/crud/import/undo.ts'
import { resolveReferences } from '#server/crud/query/references.ts'
import type { Db } from '#server/db/database.ts'
import { imports } from '#server/db/tables/imports.ts'
import { mayAssign } from '#server/people/assigning.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { recordEnded, touchJobs } from '#server/platform/jobs/enqueue.ts'
import { leadsApi } from './api.ts'
import { applyRows, leadsByPhone } from './import-apply.ts'
import { leadFiles } from './import-file.ts'

const { shape } = leadsApi

function summaryOf(stored: StoredImport): ImportSummary {
  const { duplicates, next_part, problem_code } = stored
  return { ...countsOf(stored), duplicates, next_part, file_problem: problem_code }
}

/** With failures and records kept by an undo. */
async function detailOf(db: Db, stored: StoredImport): Promise<ImportDetail> {
  const kept = await keptRows(db, stored)
  return {
    ...summaryOf(stored),
    ...(await tableOf(db, stored)),
    failures: stored.failed > 0 ? await readFailures(db, stored) : [],
    kept_leads: kept.map(({ ref, name, row, outcome }) => ({ ref: ref ?? '', name: name ?? '', row, gone: outcome === 'gone' })),
  }
}

/** Returns the defaults with references as numbers. Throws 422 for unknown or forbidden ones. */
async function defaultsOf(request: CallRequest): Promise<StoredImport['defaults']> {
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

/** Another person's ref is not revealed: it counts as taken. */
async function beginParts(request: CallRequest): Promise<StoredImport> {
  const { db, user, body, ref } = request
  const [known] = ref ? await db.select().from(imports).where(eq(imports.ref, ref)) : []
  if (known && (known.user_id !== user.id || known.section !== section.name)) throw fieldError('ref', 'taken')
  if (known) return known
  const about = { file_name: toText(body.file_name), total: Number(body.total), in_parts: true, ...(ref && { ref }) }
  return beginImport(request, shape, { ...about, defaults: await defaultsOf(request) })
}

async function takePart(platform: Platform, { db, user, params, body }: CallRequest): Promise<StoredImport> {
  const stored = await findImport(db, user, shape, params.id ?? '', true)
  const number = Number(body.number)
  if (number < stored.next_part) return stored
  if (stored.user_id !== user.id || !stored.in_parts) throw new ApiError('not_found')
  if (stored.state !== 'running') throw new ApiError('gone', 'This import has ended.')
  if (number > stored.next_part) throw fieldError('number', 'max_value', { max: stored.next_part })
  const rows = Array.isArray(body.rows) ? body.rows.filter((row): row is ImportRow => typeof row === 'object' && row !== null) : []
  return countIn(db, stored, await applyRows({ platform, db, user, stored }, rows))
}

/** A device sent the rows: the import is shown among the tasks once it has ended. */
async function finish({ database }: Platform, { db, user, params, body }: CallRequest): Promise<StoredImport> {
  const stored = await findImport(db, user, shape, params.id ?? '', true)
  if (stored.state !== 'running') return stored
  const state = body.cancelled === true ? 'cancelled' : 'done'
  const { file_name: subject, total } = stored
  await recordEnded(database, db, importJob, state, { key: jobKey(stored), user, section: section.name, subject, total })
  return setImport(db, stored.id, { state })
}

/** Undoes one part per request, as the console shows progress. */
async function undo(platform: Platform, request: CallRequest): Promise<StoredImport> {
  const { db, user, after } = request
  const stored = await findUndoable(request, shape)
  if (stored.state === 'undone') return stored
  const undone = await undoPart({ platform, db, user, shape, stored, after }, leadFiles.partRows)
  if (undone.state === 'undone') await touchJobs(platform.database, db, importJob, jobKey(stored))
  return undone
}

/** Fixed paths, so mounted before the section's own `{id}`. */
export function mountLeadImport(app: Hono, platform: Platform, place: PlaceCall): void {
  const serve = (call: Call, handle: (request: CallRequest) => Promise<StoredImport>) =>
    mount(app, platform, place(call), async (request) => ({ message: 'OK', data: await detailOf(request.db, await handle(request)) }))
  const files = offerImport(shape, leadFiles)
  serve(leadImport, async (request) => beginFile(platform, files, request, { defaults: await defaultsOf(request) }))
  serve(leadImportBegin, beginParts)
  serve(leadImportPart, (request) => takePart(platform, request))
  serve(leadImportFinish, (request) => finish(platform, request))
  serve(leadImportUndo, (request) => undo(platform, request))
  serve(leadImportOne, ({ db, user, params }) => findImport(db, user, shape, params.id ?? ''))
  mount(app, platform, place(leadImports), async ({ db, user }) => ({ imports: (await recentImports(db, user, shape)).map(summaryOf) }))
  mount(app, platform, place(leadImportCheck), async ({ db, user, body }) => {
    const phones = Array.isArray(body.phones) ? body.phones.map(String) : []
    const known = await leadsByPhone(db, user, phones.map(storedPhone))
    return { existing: phones.filter((phone) => known.has(storedPhone(phone))) }
  })
}
