/** Rows of a file from another client (POST /import): its columns, and its cells as leads. */
import { eq } from 'drizzle-orm'
import { guessMapping, isColumnTarget, isImportTarget, mappingProblems } from '#contract/import/columns.ts'
import type { ImportFailure } from '#contract/import/import-calls.ts'
import { importLimits } from '#contract/import/limits.ts'
import { idsByName } from '#contract/import/names.ts'
import { checkRow, type ImportNames } from '#contract/leads/check-rows.ts'
import type { ImportRow } from '#contract/leads/lead-import.ts'
import type { ImportRules } from '#server/crud/import/rules.ts'
import { doubtsOf } from '#server/crud/import/store.ts'
import type { Db } from '#server/db/database.ts'
import { campaigns } from '#server/db/tables/crm.ts'
import { users } from '#server/db/tables/people.ts'
import { applyRows } from './import-apply.ts'

async function namesOf(db: Db): Promise<ImportNames> {
  const people = await db.select({ id: users.id, name: users.name, email: users.email }).from(users).where(eq(users.is_active, true))
  return { campaign: idsByName(await db.select({ id: campaigns.id, name: campaigns.name }).from(campaigns)), sales: idsByName(people) }
}

export const leadFiles: Omit<ImportRules, 'undo'> = {
  partRows: importLimits.chunkRows,
  isTarget: (_, name) => isColumnTarget(name),
  headers: () => [],
  others: 'other_contacts',
  guess: (_, header) => guessMapping(header),
  refuse(_, mapping, { defaults }) {
    const targets = mapping.map((name) => (isColumnTarget(name) ? name : null))
    const [wrong] = mappingProblems(targets, defaults.campaign_id !== undefined)
    if (!wrong) return null
    if (wrong.code === 'twice') return `Two columns hold ${wrong.target}.`
    return `No column holds ${wrong.code === 'source_alone' ? 'campaign_id' : wrong.target}.`
  },
  async store(storing, list) {
    const { db, user, stored } = storing
    const { duplicates, defaults, dry_run } = stored
    const names = await namesOf(db)
    const campaign = typeof defaults.campaign_id === 'number' ? defaults.campaign_id : null
    const mayAssign = user.permissions.has('update assign-sales') ? null : [user.id]
    const rows: ImportRow[] = []
    const failures: ImportFailure[] = []
    const doubts: ImportFailure[] = []
    const again = { updated: 0, skipped: 0 }
    for (const one of list) {
      const { row: number, cells, repeats } = one
      const mapping = Object.keys(cells).map((name) => (isImportTarget(name) ? name : null))
      const { row, bad, warnings } = checkRow({ number, cells: Object.values(cells) }, { mapping, names, campaign, mayAssign })
      if (cells.other_contacts) row.other_contacts = cells.other_contacts
      if (!bad.length) doubts.push(...warnings, ...doubtsOf(one))
      if (bad.length) failures.push(...bad)
      // A dry run does not see leads of earlier parts.
      else if (repeats && dry_run && duplicates !== 'keep') again[duplicates === 'update' ? 'updated' : 'skipped'] += 1
      else rows.push(row)
    }
    const { created, updated, skipped, failures: refused } = await applyRows(storing, rows)
    return {
      created,
      updated: updated + again.updated,
      skipped: skipped + again.skipped,
      failures: [...failures, ...refused],
      warnings: doubts,
    }
  },
}
