/** Imports for their owners. */

import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import {
  type FoundTable,
  type ImportFailure,
  importPolicies,
  type SheetImport,
  type SheetImportSummary,
} from '#contract/import/import-calls.ts'
import { undoDays, undoUntil } from '#contract/import/undo-period.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { uuid } from '#contract/lib/patterns.ts'
import type { Db } from '#server/db/database.ts'
import { importRows, imports, type SheetRow } from '#server/db/tables/imports.ts'
import { jobs } from '#server/db/tables/jobs.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import type { Shape } from '../query/shape.ts'
import { countFailedRows, keepFailures, keepWarnings, readFailures, readWarnings } from './failures.ts'
import type { ImportRules } from './rules.ts'

export type StoredImport = typeof imports.$inferSelect

const maxKept = 1_000

/** Key of its jobs. */
export const jobKey = ({ ref }: Pick<StoredImport, 'ref'>): string => `import ${ref}`

type Retrying = Pick<ImportRules, 'undoesAgain'>

/** Returns until when kept records can be undone again, if the section allows it: within the same period. */
export function retryUntil({ state, kept, changed_at }: StoredImport, { undoesAgain }: Retrying, now = Date.now()): string | null {
  const until = Date.parse(changed_at) + undoDays * 86_400_000
  return undoesAgain && state === 'undone' && kept > 0 && until > now ? new Date(until).toISOString() : null
}

/** Fields of every import. */
export function countsOf(stored: StoredImport) {
  const { id, ref, file_name, state, total, created, updated, skipped, failed, undone, kept, created_at, created_by } = stored
  return {
    ...{ id, ref, file_name, state, total, created, updated, skipped, failed, undone, kept, created_at, created_by },
    undo_until: undoUntil(stored),
  }
}

export function summaryOf(stored: StoredImport, rules: Retrying): SheetImportSummary {
  const { section, dry_run, problem, problem_code } = stored
  const duplicates = importPolicies.find((each) => each === stored.duplicates) ?? 'skip'
  return {
    ...countsOf(stored),
    undo_until: undoUntil(stored) ?? retryUntil(stored, rules),
    section,
    dry_run,
    problem,
    problem_code,
    duplicates,
  }
}

const toWire = ({ problem: { code, message, params }, ...rest }: ImportFailure) => ({ ...rest, code, message, params: params ?? null })

/** How the file was read, and the doubts about its rows. */
export async function tableOf(db: Db, stored: StoredImport): Promise<FoundTable> {
  const { sheet = null, sheets = [], header_row = null, top = [], hidden_rows = 0 } = stored.table_read ?? {}
  const warnings = (await readWarnings(db, stored)).map(toWire)
  return { sheet, sheets, header_row, top, hidden_rows, left_out: stored.table_choice.withoutHidden === true, warnings }
}

export async function detailOf(db: Db, stored: StoredImport, rules: Retrying): Promise<SheetImport> {
  const { header, mapping } = stored
  const kept = stored.kept > 0 ? await keptRows(db, stored) : []
  const failed = stored.failed > 0 ? await readFailures(db, stored) : []
  return {
    ...summaryOf(stored, rules),
    columns: header.map((text, at) => ({ header: text, field: mapping?.[at] ?? null })),
    ...(await tableOf(db, stored)),
    per_file: Object.entries(stored.defaults).map(([field, value]) => ({ field, value: toText(value) })),
    failures: failed.map(toWire),
    failed_rows: stored.failed > 0 ? await countFailedRows(db, stored) : 0,
    kept_rows: kept.map(({ row, ref, name, outcome }) => ({ row, ref, name, gone: outcome === 'gone' })),
  }
}

/** Records kept by an undo, by row. */
export async function keptRows(db: Db, { id }: StoredImport) {
  return db
    .select({ ref: importRows.record_ref, name: importRows.name, row: importRows.row, outcome: importRows.outcome })
    .from(importRows)
    .where(and(eq(importRows.import_id, id), sql`${importRows.outcome} in ('kept', 'gone')`))
    .orderBy(asc(importRows.row))
    .limit(maxKept)
}

/**
 * One's own imports; all for Root and admins (docs/product/access.md#bulk-transfer) who see and may delete every record, as an undo does.
 */
function ownedBy(shape: Shape, user: CurrentUser) {
  const isAdmin = user.isRoot || user.roles.some((role) => role.toLowerCase() === 'admin')
  const seesAll = isAdmin && user.permissions.has(`delete ${shape.section.permission}`) && shape.hooks.scope?.(user).where === undefined
  return user.isRoot || seesAll ? undefined : eq(imports.user_id, user.id)
}

/** Completes the state of an import whose job was cancelled or is dead. */
export async function settleImport(db: Db, stored: StoredImport): Promise<StoredImport> {
  if (stored.in_parts || (stored.state !== 'running' && stored.state !== 'undoing')) return stored
  const kind = stored.state === 'running' ? 'import' : 'undo-import'
  const [job] = await db
    .select({ state: jobs.state, problem: jobs.problem })
    .from(jobs)
    .where(and(eq(jobs.key, jobKey(stored)), eq(jobs.kind, kind)))
    .orderBy(desc(jobs.id))
    .limit(1)
  // An undo may run in parts without a job.
  if (job ? job.state !== 'cancelled' && job.state !== 'dead' : kind === 'undo-import') return stored
  return { ...stored, state: 'cancelled', problem: job?.problem ?? null }
}

/** Returns a visible import by number or ref; `lock` holds it until the transaction ends. Throws 404. */
export async function findImport(db: Db, user: CurrentUser, shape: Shape, key: string, lock = false): Promise<StoredImport> {
  const named = uuid.test(key) ? eq(imports.ref, key.toLowerCase()) : /^\d{1,15}$/.test(key) ? eq(imports.id, Number(key)) : sql`false`
  const query = db
    .select()
    .from(imports)
    .where(and(named, eq(imports.section, shape.section.name), ownedBy(shape, user)))
  const [found] = await (lock ? query.for('update') : query)
  if (!found) throw new ApiError('not_found')
  return settleImport(db, found)
}

/** Recent imports, latest first. */
export async function recentImports(db: Db, user: CurrentUser, shape: Shape): Promise<StoredImport[]> {
  const since = new Date(Date.now() - undoDays * 86_400_000).toISOString()
  const found = await db
    .select()
    .from(imports)
    .where(and(eq(imports.section, shape.section.name), gt(imports.created_at, since), ownedBy(shape, user)))
    .orderBy(desc(imports.id))
    .limit(50)
  const list: StoredImport[] = []
  for (const stored of found) list.push(await settleImport(db, stored))
  return list
}

/** Reopens kept records for an undo, except deleted ones. */
export async function reopenKept(db: Db, { id }: StoredImport): Promise<StoredImport> {
  const own = eq(importRows.import_id, id)
  await db
    .update(importRows)
    .set({ outcome: null, name: null })
    .where(and(own, eq(importRows.outcome, 'kept')))
  return setImport(db, id, { state: 'undoing', kept: await db.$count(importRows, and(own, eq(importRows.outcome, 'gone'))) })
}

export async function readImport(db: Db, id: number, lock = false): Promise<StoredImport> {
  const query = db.select().from(imports).where(eq(imports.id, id))
  const [found] = await (lock ? query.for('update') : query)
  if (!found) throw new ApiError('not_found')
  return found
}

export async function setImport(db: Db, id: number, values: Partial<StoredImport>): Promise<StoredImport> {
  const [after] = await db.update(imports).set(values).where(eq(imports.id, id)).returning()
  if (!after) throw new ApiError('not_found')
  return after
}

export interface Counts {
  created: number
  updated: number
  skipped: number
  failures: ImportFailure[]
  /** Doubts about stored rows. */
  warnings?: ImportFailure[]
}

/**
 * Adds the counts of a part to a locked import. All failures are counted, once per row; the first are kept. `rows`: those of the part, if
 * the server read them.
 */
export async function countIn(
  db: Db,
  stored: StoredImport,
  { created, updated, skipped, failures, warnings = [] }: Counts,
  rows: readonly SheetRow[] = [],
): Promise<StoredImport> {
  await keepFailures(db, stored.id, failures, rows)
  await keepWarnings(db, stored.id, warnings)
  const failed = new Set(failures.map(({ row }) => row)).size
  const [after] = await db
    .update(imports)
    .set({
      next_part: stored.next_part + 1,
      created: stored.created + created,
      updated: stored.updated + updated,
      skipped: stored.skipped + skipped,
      failed: stored.failed + failed,
      changed_at: sql`now()`,
    })
    .where(eq(imports.id, stored.id))
    .returning()
  return after ?? stored
}
