/**
 * The leads that stand on the device: written by the sync, and by the verdicts of page and service worker. Whoever writes one
 * names it in the log, in the same transaction; every tab's index follows the log.
 */
import type { AnyRow } from '#contract/kit/section.ts'
import type { OwnerDatabase } from './database.ts'

export interface LeadRecord {
  ref: string
  row: AnyRow
}

/** A lead that was written or removed after the parts of the index were made. */
export interface LeadLogEntry {
  seq: number
  ref: string
}

/** Entries of `meta` that speak of the leads. */
export const leadsMeta = {
  /** Where the device stands in the feed. */
  cursor: 'cursor',
  /** True once the first sync is complete. */
  held: 'leadsHeld',
  /** Entries of the log up to this one are in the parts. */
  folded: 'leadsFolded',
  /** Rows that a first sync will bring, for one that goes on after a restart. */
  total: 'leadsTotal',
  /** Milliseconds since 1970 of the last complete pull. */
  syncedAt: 'leadsSyncedAt',
} as const

/** Changes whenever what is held is let go of: an index made before is of no use. */
export const holdingKey = 'leadsHolding'
/** Why nothing is pulled until the person says so: 'person' or 'quota'. */
export const stoppedKey = 'leadsStopped'

/** What a transaction needs that calls `writeLeads`. */
export const leadTables = (db: OwnerDatabase) => [db.leads, db.leadLog]

/** Inside the caller's transaction over `leadTables`. */
export async function writeLeads(db: OwnerDatabase, rows: readonly AnyRow[], gone: readonly string[] = []): Promise<void> {
  await db.leads.bulkDelete([...gone])
  await db.leads.bulkPut(rows.map((row) => ({ ref: row.ref, row })))
  await db.leadLog.bulkAdd([...gone, ...rows.map(({ ref }) => ref)].map((ref) => ({ ref })))
}

/** A transaction of its own. The server has them still, so nothing is lost. */
export async function clearLeads(db: OwnerDatabase): Promise<void> {
  await db.transaction('rw', [...leadTables(db), db.leadIndex, db.meta], async () => {
    const holding = (await db.meta.get(holdingKey))?.value
    await Promise.all([db.leads.clear(), db.leadLog.clear(), db.leadIndex.clear(), db.meta.bulkDelete(Object.values(leadsMeta))])
    await db.meta.put({ key: holdingKey, value: typeof holding === 'number' ? holding + 1 : 1 })
  })
}
