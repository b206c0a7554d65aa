/** An import as its owner sees it. */
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { uuid } from '#contract/kit/patterns.ts'
import type { ImportDetail, ImportFailure, ImportSummary } from '#contract/lead-import.ts'
import type { Db } from '#server/db/database.ts'
import type { CurrentUser } from '#server/platform/context.ts'
import { ApiError } from '#server/platform/problem.ts'
import { scope } from './api.ts'
import type { Applied } from './import-apply.ts'
import { leadImportRows, leadImports } from './import-tables.ts'

export type StoredImport = typeof leadImports.$inferSelect

const day = 86_400_000
const maxFailures = 1_000
const shownDays = 7

/** An import can be undone for a day; one whose undo began can be undone to the end. */
export function undoUntil({ state, changed_at, created, updated, dry_run }: StoredImport): string | null {
  if (dry_run || state === 'undone' || (state !== 'undoing' && created + updated === 0)) return null
  return new Date(Date.parse(changed_at) + day).toISOString()
}

export function mayUndo(stored: StoredImport, now = Date.now()): boolean {
  const until = undoUntil(stored)
  return stored.state === 'undoing' || (until !== null && Date.parse(until) > now)
}

export function summaryOf(stored: StoredImport): ImportSummary {
  const { id, ref, file_name, state, duplicates, total, next_part, created, updated, skipped, failed, undone, kept } = stored
  const { created_at, created_by, file_problem } = stored
  const until = mayUndo(stored) ? undoUntil(stored) : null
  return {
    ...{ id, ref, file_name, state, duplicates, total, next_part, created, updated, skipped, failed, undone, kept },
    ...{ created_at, created_by, file_problem, undo_until: until },
  }
}

/** With what was not stored and what an undo left alone. */
export async function detailOf(db: Db, stored: StoredImport): Promise<ImportDetail> {
  const left = await db
    .select({ ref: leadImportRows.lead_ref, name: leadImportRows.name, row: leadImportRows.row, outcome: leadImportRows.outcome })
    .from(leadImportRows)
    .where(and(eq(leadImportRows.import_id, stored.id), sql`${leadImportRows.outcome} in ('kept', 'gone')`))
    .orderBy(asc(leadImportRows.row))
    .limit(maxFailures)
  return {
    ...summaryOf(stored),
    failures: stored.failures,
    kept_leads: left.map(({ ref, name, row, outcome }) => ({ ref, name: name ?? '', row, gone: outcome === 'gone' })),
  }
}

/** One's own; everybody's for Root and admins (part-1 section 6) who see every lead and may delete them, as an undo does. */
function ownedBy(user: CurrentUser) {
  const isAdmin = user.isRoot || user.roles.some((role) => role.toLowerCase() === 'admin')
  const seesAll = isAdmin && user.permissions.has('delete crm') && scope(user).where === undefined
  return seesAll ? undefined : eq(leadImports.user_id, user.id)
}

/** One import by number or ref, locked until the transaction ends. Throws 404. */
export async function findImport(db: Db, user: CurrentUser, key: string, lock = false): Promise<StoredImport> {
  const named = uuid.test(key) ? eq(leadImports.ref, key.toLowerCase()) : eq(leadImports.id, Number(key))
  const query = db
    .select()
    .from(leadImports)
    .where(and(named, ownedBy(user)))
  const [found] = await (lock ? query.for('update') : query)
  if (!found) throw new ApiError('not_found')
  return found
}

export async function recentImports(db: Db, user: CurrentUser): Promise<ImportSummary[]> {
  const since = new Date(Date.now() - shownDays * day).toISOString()
  const found = await db
    .select()
    .from(leadImports)
    .where(and(gt(leadImports.created_at, since), ownedBy(user)))
    .orderBy(desc(leadImports.id))
    .limit(50)
  return found.map(summaryOf)
}

/** Adds what a part came to. Only the first failures are kept, all are counted, once per row. */
export async function countIn(db: Db, stored: StoredImport, { created, updated, skipped, failures }: Applied): Promise<StoredImport> {
  const failed = new Set(failures.map(({ row }) => row)).size
  const list: ImportFailure[] = [...stored.failures, ...failures].slice(0, maxFailures)
  const [after] = await db
    .update(leadImports)
    .set({
      next_part: stored.next_part + 1,
      created: stored.created + created,
      updated: stored.updated + updated,
      skipped: stored.skipped + skipped,
      failed: stored.failed + failed,
      failures: list,
      changed_at: sql`now()`,
    })
    .where(eq(leadImports.id, stored.id))
    .returning()
  return after ?? stored
}

export async function setImport(db: Db, id: number, values: Partial<StoredImport>): Promise<StoredImport> {
  const [after] = await db.update(leadImports).set(values).where(eq(leadImports.id, id)).returning()
  if (!after) throw new ApiError('not_found')
  return after
}
