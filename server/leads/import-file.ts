/** A whole file that another client sent: read in a thread, then stored part by part after the answer (POST /import). */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { ImportNames } from '#contract/import/check-rows.ts'
import { isImportTarget, type Mapping } from '#contract/import/columns.ts'
import { importLimits } from '#contract/import/limits.ts'
import { idsByName } from '#contract/import/names.ts'
import { readInThread } from '#server/crud/import/read-thread.ts'
import { campaigns } from '#server/db/crm.ts'
import type { Db } from '#server/db/database.ts'
import { users } from '#server/db/people.ts'
import type { CurrentUser, Platform } from '#server/platform/context.ts'
import { sha256Of } from '#server/platform/files.ts'
import { maxAttempts } from '#server/platform/jobs/backoff.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { type JobRun, jobKind, type Outcome } from '#server/platform/jobs/kind.ts'
import { jobs } from '#server/platform/jobs/tables.ts'
import { loadUser } from '#server/platform/people.ts'
import { fieldError } from '#server/platform/problem.ts'
import { applyRows } from './import-apply.ts'
import { countIn, findImport, type StoredImport, setImport } from './import-state.ts'
import { leadImports } from './import-tables.ts'

/** The mapping as a client sends it. Throws 422. */
export function parseMapping(text: unknown): Mapping | null {
  if (typeof text !== 'string') return null
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) return list.map((target) => (isImportTarget(target) ? target : null))
  } catch {
    // Said below.
  }
  throw fieldError('mapping', 'type')
}

async function namesOf(platform: Platform): Promise<ImportNames> {
  const { db } = platform.database
  const people = await db.select({ id: users.id, name: users.name, email: users.email }).from(users).where(eq(users.is_active, true))
  return { campaign: idsByName(await db.select({ id: campaigns.id, name: campaigns.name }).from(campaigns)), sales: idsByName(people) }
}

async function bytesOf(platform: Platform, stored: StoredImport): Promise<Uint8Array> {
  const found = await platform.temporaryFiles.read(sha256Of(stored.file?.url ?? '') ?? '', stored.file_name)
  return found?.content ?? new Uint8Array()
}

/** Forgets the file of an import that has ended, and removes it from the disk unless another import still reads the same one. */
async function dropFile(platform: Platform, { id, file }: StoredImport, began = new Date()): Promise<void> {
  const { db } = platform.database
  await db.update(leadImports).set({ file: null }).where(eq(leadImports.id, id))
  const sha256 = sha256Of(file?.url ?? '')
  if (!sha256) return
  const [other] = await db
    .select({ id: leadImports.id })
    .from(leadImports)
    .where(sql`${leadImports.file} ->> 'url' like ${`%/${sha256}/%`}`)
    .limit(1)
  if (!other) await platform.temporaryFiles.remove(sha256, began)
}

type FileRun = JobRun<{ import: number }>

/** Stores one part, unless somebody ended the import meanwhile. False when it is over. */
async function storePart(
  run: FileRun,
  user: CurrentUser,
  ref: string,
  part: number,
  rows: Parameters<typeof applyRows>[1],
): Promise<boolean> {
  const { platform } = run
  let goesOn = true
  await run.commit(async (db) => {
    const stored = await findImport(db, user, ref, true)
    goesOn = stored.state === 'running'
    const done = Math.min(stored.total, (part + 1) * importLimits.chunkRows)
    if (!goesOn || stored.next_part > part) return { done }
    const { id: importId, duplicates, defaults } = stored
    await countIn(db, stored, await applyRows({ platform, db, user, importId, duplicates, defaults }, rows))
    return { done, total: stored.total, step: 'storing', items: rows.length }
  })
  return goesOn
}

/** Reads the file and stores its rows. Begins again where a stopped server left off, because parts that were taken are known. */
async function runFile(run: FileRun, stored: StoredImport): Promise<Outcome> {
  const { platform } = run
  const { db } = platform.database
  const user = await loadUser(db, stored.user_id)
  const end = async (values: Partial<StoredImport>): Promise<Outcome> => {
    await setImport(db, stored.id, values)
    return 'done'
  }
  if (!user?.permissions.has('create crm')) return end({ state: 'cancelled' })
  await run.report({ step: 'reading' })
  const response = await readInThread.rows({
    bytes: await bytesOf(platform, stored),
    mapping: stored.mapping?.map((target) => (isImportTarget(target) ? target : null)) ?? null,
    names: await namesOf(platform),
    campaign: stored.defaults.campaign_id ?? null,
    mayAssign: user.permissions.has('update assign-sales') ? null : [user.id],
  })
  if (!response.ok) return end({ state: 'failed', file_problem: response.code })
  const failed = new Set(response.bad.map(({ row }) => row)).size
  const counted = { total: response.total, failed, failures: response.bad.slice(0, 1_000) }
  if (stored.dry_run) return end({ ...counted, state: 'checked' })
  if (stored.next_part === 0) await setImport(db, stored.id, counted)
  for (let part = stored.next_part; part * importLimits.chunkRows < response.rows.length; part++) {
    // Its slices are as long as its file: to read it again would take longer than what the others wait for.
    if (platform.background.stopping) return 'more'
    const from = part * importLimits.chunkRows
    if (!(await storePart(run, user, stored.ref, part, response.rows.slice(from, from + importLimits.chunkRows)))) break
  }
  const ended = and(eq(leadImports.id, stored.id), eq(leadImports.state, 'running'))
  await db.update(leadImports).set({ state: 'done' }).where(ended)
  return 'done'
}

/** Whether nobody will go on with it: a person cancelled it, or this was its last attempt. */
async function isLast({ platform, ref, attempts }: FileRun): Promise<boolean> {
  const [job] = await platform.database.db.select({ cancelled: jobs.cancel_asked }).from(jobs).where(eq(jobs.ref, ref))
  return job?.cancelled === true || attempts >= maxAttempts
}

/** An import that ended early shows as such, and can be undone. Its file is not kept, however it ended. */
export const leadImportJob = jobKind('lead-import', 'bulk', async (run: FileRun) => {
  const { platform } = run
  const began = new Date()
  const [stored] = await platform.database.db.select().from(leadImports).where(eq(leadImports.id, run.input.import))
  if (stored?.state !== 'running') return 'done'
  try {
    const outcome = await runFile(run, stored)
    if (outcome === 'done') await dropFile(platform, stored, began)
    return outcome
  } catch (error) {
    if (await isLast(run)) {
      await setImport(platform.database.db, stored.id, { state: 'cancelled' })
      await dropFile(platform, stored, began)
    }
    throw error
  }
})

/** Makes the job of an import, in the transaction that makes the import. */
export async function enqueueFile(
  { database }: Platform,
  db: Db,
  { id, ref, user_id, created_by, file_name }: StoredImport,
): Promise<void> {
  const user = { id: user_id, name: created_by ?? '' }
  const options = { key: `leads import ${ref}`, user, section: 'leads', subject: file_name }
  await enqueue(database, db, leadImportJob, { import: id }, options)
}

/** Files whose import has ended, and those whose job was lost: of an earlier version, or after too many attempts. */
export async function resumeImports(platform: Platform): Promise<void> {
  const { database } = platform
  const open = await database.db.select().from(leadImports).where(isNotNull(leadImports.file))
  for (const stored of open) {
    if (stored.state === 'running') await database.transaction((db) => enqueueFile(platform, db, stored))
    else await dropFile(platform, stored)
  }
}
