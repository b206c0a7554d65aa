/** Clean-up of imports: rows kept for an undo, and files no longer needed. */
import { and, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { undoDays } from '#contract/import/undo-period.ts'
import type { Db } from '#server/db/database.ts'
import { importFailures, importParts, importRows, imports } from '#server/db/tables/imports.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { dropFile } from './read.ts'
import { settleImport } from './state.ts'

const hour = 3_600_000

/** Forgets the first rows of files, which are shown to choose the header of a trial run. */
export async function forgetFirstRows(db: Db, where: SQL): Promise<void> {
  const hasRows = sql`jsonb_array_length(${imports.table_read} -> 'top') > 0`
  await db
    .update(imports)
    .set({ table_read: sql`jsonb_set(${imports.table_read}, '{top}', '[]')` })
    .where(and(where, hasRows))
}

/** Failed rows hold whole cells of a file, and are corrected soon or not at all. */
const failureDays = 7

/** Deletes rows of an undo a day after its period, except records it kept; failed rows after a week. */
async function forgetRows({ database: { db } }: Platform): Promise<void> {
  const isPast = and(lt(imports.changed_at, sql`now() - make_interval(days => ${undoDays + 1})`), ne(imports.state, 'undoing'))
  const old = db.select({ id: imports.id }).from(imports).where(isPast)
  const unneeded = or(isNull(importRows.outcome), eq(importRows.outcome, 'undone'))
  await db.delete(importRows).where(and(inArray(importRows.import_id, old), unneeded))
  await db.delete(importParts).where(inArray(importParts.import_id, old))
  const past = db
    .select({ id: imports.id })
    .from(imports)
    .where(lt(imports.changed_at, sql`now() - make_interval(days => ${failureDays})`))
  await db.delete(importFailures).where(inArray(importFailures.import_id, past))
  await forgetFirstRows(db, lt(imports.changed_at, sql`now() - interval '1 day'`))
}

/** Drops unread files of imports that have ended. */
async function dropFiles(platform: Platform): Promise<void> {
  const { db } = platform.database
  const open = await db.select().from(imports).where(isNotNull(imports.file))
  for (const stored of open) if ((await settleImport(db, stored)).state !== 'running') await dropFile(platform, stored)
}

/** At start and each hour. */
export async function startForgettingImports(platform: Platform): Promise<void> {
  const forget = async () => {
    await forgetRows(platform)
    await dropFiles(platform)
  }
  await forget()
  setInterval(() => platform.background.run(forget), hour).unref()
}
