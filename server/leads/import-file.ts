/** A whole file that another client sent: read in a thread, then stored part by part after the answer (POST /import). */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { ImportNames } from '#contract/import/check-rows.ts'
import { isImportTarget, type Mapping } from '#contract/import/columns.ts'
import { importLimits } from '#contract/import/limits.ts'
import { idsByName } from '#contract/import/names.ts'
import { campaigns } from '#server/db/crm.ts'
import { users } from '#server/db/people.ts'
import type { CurrentUser, Platform } from '#server/platform/context.ts'
import { sha256Of } from '#server/platform/files.ts'
import { loadUser } from '#server/platform/people.ts'
import { fieldError } from '#server/platform/problem.ts'
import { applyRows } from './import-apply.ts'
import { countIn, findImport, type StoredImport, setImport } from './import-state.ts'
import { leadImports } from './import-tables.ts'
import { readInThread } from './import-thread.ts'

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

/** Stores one part, unless somebody ended the import meanwhile. False when it is over. */
async function storePart(
  platform: Platform,
  user: CurrentUser,
  ref: string,
  part: number,
  rows: Parameters<typeof applyRows>[1],
): Promise<boolean> {
  return platform.database.transaction(async (db) => {
    const stored = await findImport(db, user, ref, true)
    if (stored.state !== 'running') return false
    if (stored.next_part > part) return true
    const { id: importId, duplicates, defaults } = stored
    await countIn(db, stored, await applyRows({ platform, db, user, importId, duplicates, defaults }, rows))
    return true
  })
}

/** Reads the file and stores its rows. Begins again where a stopped server left off, because parts that were taken are known. */
async function runFile(platform: Platform, stored: StoredImport): Promise<void> {
  const { db } = platform.database
  const user = await loadUser(db, stored.user_id)
  if (!user?.permissions.has('create crm')) return void (await setImport(db, stored.id, { state: 'cancelled' }))
  const response = await readInThread({
    bytes: await bytesOf(platform, stored),
    mapping: stored.mapping?.map((target) => (isImportTarget(target) ? target : null)) ?? null,
    names: await namesOf(platform),
    campaign: stored.defaults.campaign_id ?? null,
    mayAssign: user.permissions.has('update assign-sales') ? null : [user.id],
  })
  if (!response.ok) return void (await setImport(db, stored.id, { state: 'failed', file_problem: response.code }))
  const failed = new Set(response.bad.map(({ row }) => row)).size
  const counted = { total: response.total, failed, failures: response.bad.slice(0, 1_000) }
  if (stored.dry_run) return void (await setImport(db, stored.id, { ...counted, state: 'checked' }))
  if (stored.next_part === 0) await setImport(db, stored.id, counted)
  for (let part = 0; part * importLimits.chunkRows < response.rows.length; part++) {
    const from = part * importLimits.chunkRows
    if (!(await storePart(platform, user, stored.ref, part, response.rows.slice(from, from + importLimits.chunkRows)))) break
  }
  const ended = and(eq(leadImports.id, stored.id), eq(leadImports.state, 'running'))
  await db.update(leadImports).set({ state: 'done' }).where(ended)
}

/** A failure of ours ends the import where it is, and shows as such; it can be undone. Its file is not kept, however it ended. */
export async function importFile(platform: Platform, stored: StoredImport): Promise<void> {
  const began = new Date()
  try {
    await runFile(platform, stored)
  } catch (error) {
    await setImport(platform.database.db, stored.id, { state: 'cancelled' })
    throw error
  } finally {
    await dropFile(platform, stored, began)
  }
}

/** Files that a server was at when it stopped: read on, or dropped where only that was left to do. */
export async function resumeImports(platform: Platform): Promise<void> {
  const { db } = platform.database
  const open = await db.select().from(leadImports).where(isNotNull(leadImports.file))
  platform.background.run(async () => {
    for (const stored of open) await (stored.state === 'running' ? importFile : dropFile)(platform, stored)
  })
}
