/** Clean-up of imports: rows kept for an undo, and files no longer needed. */
import { and, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { importFailures, importParts, importRows, imports } from '#server/db/tables/imports.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { dropFile } from './read.ts'
import { settleImport, shownDays } from './state.ts'

const hour = 3_600_000

/** Deletes rows of an undo two days after the import, except records it kept; failed rows once no list shows the import. */
async function forgetRows({ database: { db } }: Platform): Promise<void> {
  const past = and(lt(imports.changed_at, sql`now() - interval '2 days'`), ne(imports.state, 'undoing'))
  const old = db.select({ id: imports.id }).from(imports).where(past)
  const unneeded = or(isNull(importRows.outcome), eq(importRows.outcome, 'undone'))
  await db.delete(importRows).where(and(inArray(importRows.import_id, old), unneeded))
  await db.delete(importParts).where(inArray(importParts.import_id, old))
  const unlisted = db
    .select({ id: imports.id })
    .from(imports)
    .where(lt(imports.changed_at, sql`now() - make_interval(days => ${shownDays})`))
  await db.delete(importFailures).where(inArray(importFailures.import_id, unlisted))
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
