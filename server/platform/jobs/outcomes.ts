/** What became of the imports that jobs did, for the list of tasks. */
import { inArray } from 'drizzle-orm'
import { undoUntil } from '#contract/import/undo-period.ts'
import type { Job } from '#contract/jobs.ts'
import type { Db } from '#server/db/database.ts'
import { imports } from '#server/db/tables/imports.ts'
import type { StoredJob } from './seen.ts'

export type ImportOutcome = NonNullable<Job['import']>

const refOf = ({ kind, key }: Pick<StoredJob, 'kind' | 'key'>): string | null =>
  (kind === 'import' || kind === 'undo-import') && key?.startsWith('import ') ? key.slice(7) : null

/** Returns the outcome of each job that belongs to an import, by key; one query. */
export async function importOutcomes(db: Db, jobs: readonly StoredJob[]): Promise<ReadonlyMap<string, ImportOutcome>> {
  const refs = [...new Set(jobs.flatMap((job) => refOf(job) ?? []))]
  if (!refs.length) return new Map()
  const rows = await db
    .select({
      ...{ ref: imports.ref, state: imports.state, dry_run: imports.dry_run, in_parts: imports.in_parts, changed_at: imports.changed_at },
      ...{ created: imports.created, updated: imports.updated, skipped: imports.skipped, failed: imports.failed },
      ...{ undone: imports.undone, kept: imports.kept },
    })
    .from(imports)
    .where(inArray(imports.ref, refs))
  return new Map(
    rows.map(({ ref, in_parts, changed_at, ...row }) => {
      return [`import ${ref}`, { ref, ...row, undo_until: undoUntil({ ...row, in_parts, changed_at }) }]
    }),
  )
}
