/**
 * The cached rows of an area on the device: written by the sync, and by the verdicts of page and service worker. Each write
 * names its row in the log, in the same transaction; every tab's index follows the log. A row stands in one place: on the sheet
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
  /** Who stores a page of a first sync in several batches: until its last one rows of it stand here that the cursor does not name. */
  filling: `${area}Filling`,
  /** How far new parts of the index are made. */
  folding: `${area}Folding`,
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

/** Where a reading of all rows stands: behind this sheet, or behind this row of its own. */
export type ScanPlace = { sheet: number } | { ref: string }

export const scanStart: ScanPlace = { sheet: 0 }

/** About `chunk` rows behind a place; `next` is null behind the last. A transaction of its own, so a writer waits for one chunk. */
export async function scanFrom(cache: RowCache, chunk: number, place: ScanPlace): Promise<{ rows: AnyRow[]; next: ScanPlace | null }> {
  if ('sheet' in place) {
    const max = Math.ceil(chunk / sheetSize)
    const sheets = await cache.sheets.where('n').above(place.sheet).limit(max).toArray()
    const last = sheets.at(-1)
    return { rows: sheets.flatMap(({ rows }) => rows), next: last && sheets.length === max ? { sheet: last.n } : { ref: '' } }
  }
  const records = await cache.rows.where('ref').above(place.ref).limit(chunk).toArray()
  const last = records.at(-1)
  return { rows: records.map(({ row }) => row), next: last && records.length === chunk ? { ref: last.ref } : null }
}

/** Calls `visit` with all of them, about `chunk` at a time: they are never in memory all at once. */
export async function scanRows(cache: RowCache, chunk: number, visit: (rows: AnyRow[]) => Promise<void> | void): Promise<void> {
  for (let place: ScanPlace | null = scanStart; place; ) {
    const { rows, next }: Awaited<ReturnType<typeof scanFrom>> = await scanFrom(cache, chunk, place)
    await visit(rows)
    place = next
  }
}

interface Writes {
  /** Rows that no part of the device has named yet. */
  added?: readonly AnyRow[]
  written?: readonly AnyRow[]
  removed?: readonly string[]
}

/**
 * Inside the caller's transaction over `rowTables`: reads what the writes need, and returns what places all of them at once. Nobody then
 * has to hear an answer before the transaction can end.
 */
export async function planWrites(cache: RowCache, { added = [], written = [], removed = [] }: Writes): Promise<() => Promise<unknown>> {
  const { rows, sheets, log, meta, keys } = cache
  const refs = [...removed, ...written.map(({ ref }) => ref)]
  const count = await onSheets(cache)
  const off = new Set(refs)
  const olds = refs.length ? await sheetsOf(cache, refs) : []
  const lefts = olds.map(({ n, rows: all }) => ({ n, rows: all.filter(({ ref }) => !off.has(ref)) }))
  const [left, empty] = [lefts.filter((sheet) => sheet.rows.length), lefts.filter((sheet) => !sheet.rows.length)]
  const size = (all: readonly { rows: AnyRow[] }[]) => all.reduce((sum, sheet) => sum + sheet.rows.length, 0)
  const more = added.length + size(left) - size(olds)
  const fresh: Omit<RowSheet, 'n'>[] = []
  for (let at = 0; at < added.length; at += sheetSize) {
    const some = added.slice(at, at + sheetSize)
    fresh.push({ refs: some.map(({ ref }) => ref), rows: some })
  }
  return () =>
    Promise.all([
      ...(fresh.length ? [sheets.bulkAdd(fresh)] : []),
      ...(left.length ? [sheets.bulkPut(left.map((sheet) => ({ ...sheet, refs: sheet.rows.map(({ ref }) => ref) })))] : []),
      ...(empty.length ? [sheets.bulkDelete(empty.map(({ n }) => n))] : []),
      ...(more ? [meta.put({ key: keys.onSheets, value: count + more })] : []),
      ...(removed.length ? [rows.bulkDelete([...removed])] : []),
      ...(written.length ? [rows.bulkPut(written.map((row) => ({ ref: row.ref, row })))] : []),
      ...(refs.length ? [log.bulkAdd(refs.map((ref) => ({ ref })))] : []),
    ])
}

/** Inside the caller's transaction over `rowTables`. */
export async function writeRows(cache: RowCache, written: readonly AnyRow[], removed: readonly string[] = []): Promise<void> {
  const write = await planWrites(cache, { written, removed })
  await write()
}

/** A transaction of its own. The server has them still, so nothing is lost. */
export async function clearRows(cache: RowCache): Promise<void> {
  const { db, area, rows, sheets, log, parts, meta, keys } = cache
  await db.transaction('rw', [...rowTables(cache), parts], async () => {
    const holding = (await meta.get(generationKey(area)))?.value
    const emptied = [rows, sheets, log, parts].map((table) => table.clear())
    const forgotten = meta.bulkDelete(Object.values(keys))
    const begun = meta.put({ key: generationKey(area), value: typeof holding === 'number' ? holding + 1 : 1 })
    await Promise.all([...emptied, forgotten, begun])
  })
}
