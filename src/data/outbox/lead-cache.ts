/**
 * The lead cache on the device: written by the sync, and by the verdicts of page and service worker. Whoever writes one
 * names it in the log, in the same transaction; every tab's index follows the log. A lead stands in one place: on the
 * sheet on which the first sync brought it, or, once it was written again, in a record of its own.
 */
import type { AnyRow } from '#contract/kit/section.ts'
import type { OwnerDatabase } from './database.ts'

export interface LeadRecord {
  ref: string
  row: AnyRow
}

/** Many leads per record, because storing a record takes as long for one lead as for many. */
export interface LeadSheet {
  n: number
  refs: string[]
  rows: AnyRow[]
}

/** Leads of a sheet: one of them is read with all the others. */
const sheetSize = 20

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
  cached: 'leadsHeld',
  /** Entries of the log up to this one are in the parts. */
  folded: 'leadsFolded',
  /** Rows that a first sync will bring, for one that goes on after a restart. */
  total: 'leadsTotal',
  /** Leads that stand on sheets. */
  onSheets: 'leadsOnSheets',
  /** Milliseconds since 1970 of the last complete pull. */
  syncedAt: 'leadsSyncedAt',
} as const

/** Changes whenever the cache is cleared: an index built before is invalid. */
export const generationKey = 'leadsHolding'
/** Why nothing is pulled until the person says so: 'person' or 'quota'. */
export const pausedKey = 'leadsStopped'

/** What a transaction needs that reads or writes leads. */
export const leadTables = (db: OwnerDatabase) => [db.leads, db.leadSheets, db.leadLog, db.meta]

/** One look for each, all at once: a cursor over the same index takes three times as long. */
async function sheetsOf(db: OwnerDatabase, refs: readonly string[]): Promise<LeadSheet[]> {
  const sheets = await Promise.all(refs.map((ref) => db.leadSheets.where('refs').equals(ref).first()))
  return [...new Map(sheets.flatMap((sheet) => (sheet ? [[sheet.n, sheet] as const] : []))).values()]
}

/** How many stand on sheets is written down: counting the index of their refs takes more than a second for 100,000. */
async function onSheets(db: OwnerDatabase): Promise<number> {
  const count = (await db.meta.get(leadsMeta.onSheets))?.value
  return typeof count === 'number' ? count : 0
}

async function countOnSheets(db: OwnerDatabase, more: number): Promise<void> {
  if (more) await db.meta.put({ key: leadsMeta.onSheets, value: (await onSheets(db)) + more })
}

/** Inside a transaction over `leadTables`: those of these cached leads, by their ref. */
export async function readLeads(db: OwnerDatabase, refs: readonly string[]): Promise<Map<string, AnyRow>> {
  const records = await db.leads.bulkGet([...refs])
  const found = new Map(records.flatMap((record) => (record ? [[record.ref, record.row] as const] : [])))
  const missing = new Set(refs.filter((ref) => !found.has(ref)))
  if (missing.size === 0) return found
  for (const { rows } of await sheetsOf(db, [...missing])) for (const row of rows) if (missing.has(row.ref)) found.set(row.ref, row)
  return found
}

/** How many are cached. */
export async function countLeads(db: OwnerDatabase): Promise<number> {
  return (await db.leads.count()) + (await onSheets(db))
}

/** Calls `visit` with all of them, about `chunk` at a time: they are never in memory all at once. */
export async function scanLeads(db: OwnerDatabase, chunk: number, visit: (rows: AnyRow[]) => Promise<void> | void): Promise<void> {
  const max = Math.ceil(chunk / sheetSize)
  for (let last = 0; ; ) {
    const sheets = await db.leadSheets.where('n').above(last).limit(max).toArray()
    await visit(sheets.flatMap(({ rows }) => rows))
    last = sheets.at(-1)?.n ?? last
    if (sheets.length < max) break
  }
  for (let last = ''; ; ) {
    const records = await db.leads.where('ref').above(last).limit(chunk).toArray()
    await visit(records.map(({ row }) => row))
    last = records.at(-1)?.ref ?? last
    if (records.length < chunk) break
  }
}

/** Inside the caller's transaction: leads that no part of the device has named yet. */
export async function fillLeads(db: OwnerDatabase, rows: readonly AnyRow[]): Promise<void> {
  const sheets: Omit<LeadSheet, 'n'>[] = []
  for (let at = 0; at < rows.length; at += sheetSize) {
    const some = rows.slice(at, at + sheetSize)
    sheets.push({ refs: some.map(({ ref }) => ref), rows: some })
  }
  await db.leadSheets.bulkAdd(sheets)
  await countOnSheets(db, rows.length)
}

async function takeOffSheets(db: OwnerDatabase, refs: readonly string[]): Promise<void> {
  const off = new Set(refs)
  const sheets = await sheetsOf(db, refs)
  const lefts = sheets.map(({ n, rows }) => ({ n, rows: rows.filter(({ ref }) => !off.has(ref)) }))
  const [left, empty] = [lefts.filter(({ rows }) => rows.length), lefts.filter(({ rows }) => !rows.length)]
  await db.leadSheets.bulkPut(left.map(({ n, rows }) => ({ n, rows, refs: rows.map(({ ref }) => ref) })))
  await db.leadSheets.bulkDelete(empty.map(({ n }) => n))
  const count = (all: readonly { rows: AnyRow[] }[]) => all.reduce((sum, { rows }) => sum + rows.length, 0)
  await countOnSheets(db, count(left) - count(sheets))
}

/** Inside the caller's transaction over `leadTables`. */
export async function writeLeads(db: OwnerDatabase, rows: readonly AnyRow[], removed: readonly string[] = []): Promise<void> {
  const refs = [...removed, ...rows.map(({ ref }) => ref)]
  await takeOffSheets(db, refs)
  await db.leads.bulkDelete([...removed])
  await db.leads.bulkPut(rows.map((row) => ({ ref: row.ref, row })))
  await db.leadLog.bulkAdd(refs.map((ref) => ({ ref })))
}

/** A transaction of its own. The server has them still, so nothing is lost. */
export async function clearLeads(db: OwnerDatabase): Promise<void> {
  await db.transaction('rw', [...leadTables(db), db.leadIndex], async () => {
    const holding = (await db.meta.get(generationKey))?.value
    const emptied = [db.leads, db.leadSheets, db.leadLog, db.leadIndex].map((table) => table.clear())
    await Promise.all([...emptied, db.meta.bulkDelete(Object.values(leadsMeta))])
    await db.meta.put({ key: generationKey, value: typeof holding === 'number' ? holding + 1 : 1 })
  })
}
