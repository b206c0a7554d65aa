/** The leads that stand on the device: written by the sync, and by the verdicts of page and service worker. */
import type { AnyRow } from '#contract/kit/section.ts'
import type { OwnerDatabase } from './database.ts'
import { toLeadRecord, toLeadText } from './lead-record.ts'

/** Entries of `meta` that speak of the leads. */
export const leadsMeta = { cursor: 'cursor', held: 'leadsHeld' } as const

/** What a transaction needs that calls `writeLeads`. */
export const leadTables = (db: OwnerDatabase) => [db.leads, db.leadText]

/** Inside the caller's transaction over `leadTables`. */
export async function writeLeads(db: OwnerDatabase, rows: readonly AnyRow[], gone: readonly string[] = []): Promise<void> {
  await db.leads.bulkDelete([...gone])
  await db.leadText.bulkDelete([...gone])
  await db.leads.bulkPut(rows.map(toLeadRecord))
  await db.leadText.bulkPut(rows.map(toLeadText))
}

/** Inside the caller's transaction over `leadTables` and `meta`. The server has them still, so nothing is lost. */
export async function clearLeads(db: OwnerDatabase): Promise<void> {
  await Promise.all([...leadTables(db).map((table) => table.clear()), db.meta.bulkDelete(Object.values(leadsMeta))])
}
