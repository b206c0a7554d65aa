/** An import as its owner sees it. */
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { SheetFailure, SheetImport, SheetImportSummary } from '#contract/kit/import-calls.ts'
import { uuid } from '#contract/kit/patterns.ts'
import type { Db } from '#server/db/database.ts'
import type { CurrentUser } from '#server/platform/context.ts'
import { jobs } from '#server/platform/jobs/tables.ts'
import { ApiError } from '#server/platform/problem.ts'
import { imports } from './tables.ts'

export type StoredImport = typeof imports.$inferSelect

const day = 86_400_000
const shownDays = 7
const maxFailures = 1_000

/** The key of its jobs. */
export const jobKey = ({ ref }: Pick<StoredImport, 'ref'>): string => `import ${ref}`

/** An import can be undone for a day; one whose undo began can be undone to the end. */
export function undoUntil({ state, changed_at, created, updated, dry_run }: StoredImport, now = Date.now()): string | null {
  if (dry_run || state === 'running' || state === 'undone' || (state !== 'undoing' && created + updated === 0)) return null
  const until = Date.parse(changed_at) + day
  return state === 'undoing' || until > now ? new Date(until).toISOString() : null
}

function summaryOf(stored: StoredImport): SheetImportSummary {
  const { id, ref, section, file_name, state, duplicates, dry_run, total, created, updated, skipped, failed } = stored
  const { undone, kept, created_at, created_by, problem, problem_code } = stored
  return {
    ...{ id, ref, section, file_name, state, duplicates, dry_run, total, created, updated, skipped, failed },
    ...{ undone, kept, created_at, created_by, problem, problem_code, undo_until: undoUntil(stored) },
  }
}

export function detailOf(stored: StoredImport): SheetImport {
  const { failures, header, mapping } = stored
  return { ...summaryOf(stored), columns: header.map((text, at) => ({ header: text, field: mapping?.[at] ?? null })), failures }
}

const ownedBy = (user: CurrentUser) => (user.isRoot ? undefined : eq(imports.user_id, user.id))

/** What its job did not live to say: it was cancelled, or failed for good. */
async function settled(db: Db, stored: StoredImport): Promise<StoredImport> {
  if (stored.state !== 'running' && stored.state !== 'undoing') return stored
  const [job] = await db
    .select({ state: jobs.state, problem: jobs.problem })
    .from(jobs)
    .where(eq(jobs.key, jobKey(stored)))
    .orderBy(desc(jobs.id))
    .limit(1)
  if (job && job.state !== 'cancelled' && job.state !== 'dead') return stored
  return { ...stored, state: 'cancelled', problem: job?.problem ?? null }
}

/** One's own, and everybody's for Root, by number or ref. Throws 404. */
export async function findImport(db: Db, user: CurrentUser, section: string, key: string, lock = false): Promise<StoredImport> {
  const named = uuid.test(key) ? eq(imports.ref, key.toLowerCase()) : /^\d{1,15}$/.test(key) ? eq(imports.id, Number(key)) : sql`false`
  const query = db
    .select()
    .from(imports)
    .where(and(named, eq(imports.section, section), ownedBy(user)))
  const [found] = await (lock ? query.for('update') : query)
  if (!found) throw new ApiError('not_found')
  return settled(db, found)
}

export async function recentImports(db: Db, user: CurrentUser, section: string): Promise<SheetImportSummary[]> {
  const since = new Date(Date.now() - shownDays * day).toISOString()
  const found = await db
    .select()
    .from(imports)
    .where(and(eq(imports.section, section), gt(imports.created_at, since), ownedBy(user)))
    .orderBy(desc(imports.id))
    .limit(50)
  const list: SheetImportSummary[] = []
  for (const stored of found) list.push(summaryOf(await settled(db, stored)))
  return list
}

export async function readImport(db: Db, id: number): Promise<StoredImport> {
  const [found] = await db.select().from(imports).where(eq(imports.id, id))
  if (!found) throw new ApiError('not_found')
  return found
}

export async function setImport(db: Db, id: number, values: Partial<StoredImport>): Promise<void> {
  await db.update(imports).set(values).where(eq(imports.id, id))
}

export interface Counts {
  created: number
  updated: number
  skipped: number
  failures: SheetFailure[]
}

/** Adds what a part came to. Only the first failures are kept, all are counted, once per row. */
export async function countIn(db: Db, stored: StoredImport, { created, updated, skipped, failures }: Counts): Promise<void> {
  const failed = new Set(failures.map(({ row }) => row)).size
  await db
    .update(imports)
    .set({
      created: sql`${imports.created} + ${created}`,
      updated: sql`${imports.updated} + ${updated}`,
      skipped: sql`${imports.skipped} + ${skipped}`,
      failed: sql`${imports.failed} + ${failed}`,
      failures: [...stored.failures, ...failures].slice(0, maxFailures),
      changed_at: sql`now()`,
    })
    .where(eq(imports.id, stored.id))
}
