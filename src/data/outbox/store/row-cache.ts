/**
 * The cached rows of an area on the device: written by the sync, and by the verdicts of page and service worker. Whoever writes
 * one names it in the log, in the same transaction; every tab's index follows the log. A row stands in one place: on the sheet
 * on which the first sync brought it, or, once it was written again, in a record of its own.
 */
import type { EntityTable, Table } from 'dexie'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { type SyncedArea, syncedAreas } from '#contract/synced-areas.ts'
import type { MetaEntry, OwnerDatabase } from './database.ts'
import type { IndexPart } from './index-part.ts'

export interface RowRecord {
  ref: string
  row: AnyRow
}

/** Many rows per record, because storing a record takes as long for one row as for many. */
export interface RowSheet {
  n: number
  refs: string[]
  rows: AnyRow[]
}

/** Rows of a sheet: one of them is read with all the others. */
const sheetSize = 20

/** A row that was written or removed after the parts of the index were made. */
export interface RowLogEntry {
  seq: number
  ref: string
}

/** What of the device's database belongs to one area. */
export interface RowCache {
  area: SyncedArea
  db: OwnerDatabase
  rows: Table<RowRecord, string>
  sheets: EntityTable<RowSheet, 'n'>
  log: EntityTable<RowLogEntry, 'seq'>
  parts: Table<IndexPart, number>
  meta: Table<MetaEntry, string>
  keys: ReturnType<typeof cacheKeys>
}

/** Entries of `meta` that speak of an area's rows. */
export const cacheKeys = (area: SyncedArea) => ({
  /** Where the device stands in the feed. */
  cursor: area === 'leads' ? 'cursor' : `${area}Cursor`,
  /** True once the first sync is complete. */
  cached: `${area}Held`,
  /** Entries of the log up to this one are in the parts. */
  folded: `${area}Folded`,
  /** Rows that a first sync will bring, for one that goes on after a restart. */
  total: `${area}Total`,
  /** Rows that stand on sheets. */
  onSheets: `${area}OnSheets`,
  /** Milliseconds since 1970 of the last complete pull. */
  syncedAt: `${area}SyncedAt`,
})

/** Changes whenever the cache is cleared: an index built before is invalid. */
export const generationKey = (area: SyncedArea) => `${area}Holding`
/** Why nothing is pulled until the person says so: 'person' or 'quota'. */
export const pausedKey = 'leadsStopped'

export function cacheOf(db: OwnerDatabase, area: SyncedArea): RowCache {
  const tables = {
    leads: { rows: db.leads, sheets: db.leadSheets, log: db.leadLog, parts: db.leadIndex },
    member: { rows: db.members, sheets: db.memberSheets, log: db.memberLog, parts: db.memberIndex },
  }
  return { area, db, ...tables[area], meta: db.meta, keys: cacheKeys(area) }
}

/** Of every area. */
export const allCaches = (db: OwnerDatabase): RowCache[] => syncedAreas.map((area) => cacheOf(db, area))

/** What a transaction needs that reads or writes rows. */
export const rowTables = ({ rows, sheets, log, meta }: RowCache) => [rows, sheets, log, meta]

/** One look for each, all at once: a cursor over the same index takes three times as long. */
async function sheetsOf({ sheets }: RowCache, refs: readonly string[]): Promise<RowSheet[]> {
  const found = await Promise.all(refs.map((ref) => sheets.where('refs').equals(ref).first()))
  return [...new Map(found.flatMap((sheet) => (sheet ? [[sheet.n, sheet] as const] : []))).values()]
}

/** How many stand on sheets is written down: counting the index of their refs takes more than a second for 100,000. */
async function onSheets({ meta, keys }: RowCache): Promise<number> {
  const count = (await meta.get(keys.onSheets))?.value
  return typeof count === 'number' ? count : 0
}

async function countOnSheets(cache: RowCache, more: number): Promise<void> {
  if (more) await cache.meta.put({ key: cache.keys.onSheets, value: (await onSheets(cache)) + more })
}

/** Inside a transaction over `rowTables`: those of these cached rows, by their ref. */
export async function readRows(cache: RowCache, refs: readonly string[]): Promise<Map<string, AnyRow>> {
  const records = await cache.rows.bulkGet([...refs])
  const found = new Map(records.flatMap((record) => (record ? [[record.ref, record.row] as const] : [])))
  const missing = new Set(refs.filter((ref) => !found.has(ref)))
  if (missing.size === 0) return found
  for (const { rows } of await sheetsOf(cache, [...missing])) for (const row of rows) if (missing.has(row.ref)) found.set(row.ref, row)
  return found
}

/** How many are cached. */
export async function countRows(cache: RowCache): Promise<number> {
  return (await cache.rows.count()) + (await onSheets(cache))
}

/** Calls `visit` with all of them, about `chunk` at a time: they are never in memory all at once. */
export async function scanRows(cache: RowCache, chunk: number, visit: (rows: AnyRow[]) => Promise<void> | void): Promise<void> {
  const max = Math.ceil(chunk / sheetSize)
  for (let last = 0; ; ) {
    const sheets = await cache.sheets.where('n').above(last).limit(max).toArray()
    await visit(sheets.flatMap(({ rows }) => rows))
    last = sheets.at(-1)?.n ?? last
    if (sheets.length < max) break
  }
  for (let last = ''; ; ) {
    const records = await cache.rows.where('ref').above(last).limit(chunk).toArray()
    await visit(records.map(({ row }) => row))
    last = records.at(-1)?.ref ?? last
    if (records.length < chunk) break
  }
}

/** Inside the caller's transaction: rows that no part of the device has named yet. */
export async function fillRows(cache: RowCache, rows: readonly AnyRow[]): Promise<void> {
  const sheets: Omit<RowSheet, 'n'>[] = []
  for (let at = 0; at < rows.length; at += sheetSize) {
    const some = rows.slice(at, at + sheetSize)
    sheets.push({ refs: some.map(({ ref }) => ref), rows: some })
  }
  await cache.sheets.bulkAdd(sheets)
  await countOnSheets(cache, rows.length)
}

async function takeOffSheets(cache: RowCache, refs: readonly string[]): Promise<void> {
  const off = new Set(refs)
  const sheets = await sheetsOf(cache, refs)
  const lefts = sheets.map(({ n, rows }) => ({ n, rows: rows.filter(({ ref }) => !off.has(ref)) }))
  const [left, empty] = [lefts.filter(({ rows }) => rows.length), lefts.filter(({ rows }) => !rows.length)]
  await cache.sheets.bulkPut(left.map(({ n, rows }) => ({ n, rows, refs: rows.map(({ ref }) => ref) })))
  await cache.sheets.bulkDelete(empty.map(({ n }) => n))
  const count = (all: readonly { rows: AnyRow[] }[]) => all.reduce((sum, { rows }) => sum + rows.length, 0)
  await countOnSheets(cache, count(left) - count(sheets))
}

/** Inside the caller's transaction over `rowTables`. */
export async function writeRows(cache: RowCache, rows: readonly AnyRow[], removed: readonly string[] = []): Promise<void> {
  const refs = [...removed, ...rows.map(({ ref }) => ref)]
  await takeOffSheets(cache, refs)
  await cache.rows.bulkDelete([...removed])
  await cache.rows.bulkPut(rows.map((row) => ({ ref: row.ref, row })))
  await cache.log.bulkAdd(refs.map((ref) => ({ ref })))
}

/** A transaction of its own. The server has them still, so nothing is lost. */
export async function clearRows(cache: RowCache): Promise<void> {
  const { db, area, rows, sheets, log, parts, meta, keys } = cache
  await db.transaction('rw', [...rowTables(cache), parts], async () => {
    const holding = (await meta.get(generationKey(area)))?.value
    const emptied = [rows, sheets, log, parts].map((table) => table.clear())
    await Promise.all([...emptied, meta.bulkDelete(Object.values(keys))])
    await meta.put({ key: generationKey(area), value: typeof holding === 'number' ? holding + 1 : 1 })
  })
}
