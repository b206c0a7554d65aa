/** Every read of leads that are held on the device; the one door, so that it can move into a worker. */
import type { ListQuery, Sort } from '#contract/kit/list-query.ts'
import { type AnyRow, fieldOf } from '#contract/kit/section.ts'
import { leads as section } from '#contract/sections/leads.ts'
import { ownerDatabase } from './db.ts'
import { heldKey, markLeadsHeld } from './leads-held.ts'
import type { OwnerDatabase } from './outbox/database.ts'
import { isIndexed, type LeadKey, leadKey } from './outbox/lead-record.ts'
import { matches, matchesFilter, momentRange, sortKey, sortOf } from './outbox/list-evaluate.ts'

const batch = 2_000
const lowest = Number.NEGATIVE_INFINITY
const highest: LeadKey = []

type Found = ReadonlySet<string>
type Filter = ListQuery['filters'][number]

/** Calls `visit` with every lead, a batch at a time: the rows are never in memory all at once. */
async function scan(db: OwnerDatabase, visit: (row: AnyRow) => void): Promise<void> {
  for (let last = ''; ; ) {
    const records = await db.leads.where('ref').above(last).limit(batch).toArray()
    for (const record of records) visit(record.row)
    const end = records.at(-1)
    if (!end || records.length < batch) return
    last = end.ref
  }
}

async function scanText(db: OwnerDatabase, wanted: string): Promise<Found> {
  const found = new Set<string>()
  for (let last = ''; ; ) {
    const texts = await db.leadText.where('ref').above(last).limit(batch).toArray()
    for (const { ref, text } of texts) if (text.includes(wanted)) found.add(ref)
    const end = texts.at(-1)
    if (!end || texts.length < batch) return found
    last = end.ref
  }
}

async function byIndex(db: OwnerDatabase, field: string, from: LeadKey, to: LeadKey, before: boolean): Promise<string[]> {
  return db.leads
    .where(`[key.${field}+id]`)
    .between([from, lowest], [to, before ? lowest : highest], true, !before)
    .primaryKeys()
}

/** The refs one filter lets through, from its index where there is one. */
async function byFilter(db: OwnerDatabase, filter: Filter): Promise<Found> {
  const field = fieldOf(section, filter.field)
  if (filter.field === 'tags') return new Set(await db.leads.where('tags').anyOf(filter.values).primaryKeys())
  const found = new Set<string>()
  if (field && isIndexed(filter.field)) {
    for (const value of filter.values) {
      // Empty texts are never stored.
      if (value === '') continue
      // A ref of a user or campaign is not on the rows, which carry numbers.
      if (field.kind === 'reference' && !/^\d+$/.test(value)) continue
      const isTime = field.kind === 'dateTime'
      const { from, before } = isTime ? momentRange(value) : { from: lowest, before: lowest }
      const key = isTime ? highest : leadKey(filter.field, field.kind === 'reference' ? Number(value) : value)
      const refs = isTime ? await byIndex(db, filter.field, from, before, true) : await byIndex(db, filter.field, key, key, false)
      for (const ref of refs) found.add(ref)
    }
    return found
  }
  await scan(db, (row) => {
    if (matchesFilter(section, row, filter)) found.add(row.ref)
  })
  return found
}

/** Refs in the order of the sort, all of them: keys only. */
async function ordered(db: OwnerDatabase, sort: Sort): Promise<string[]> {
  if (sort.field === 'id' || isIndexed(sort.field)) {
    const refs = await db.leads.orderBy(sort.field === 'id' ? 'id' : `[key.${sort.field}+id]`).primaryKeys()
    return sort.direction === 'desc' ? refs.reverse() : refs
  }
  const field = fieldOf(section, sort.field)
  const keys: { ref: string; id: number; key: string | number | null }[] = []
  await scan(db, (row) => keys.push({ ref: row.ref, id: row.id, key: sortKey(field, row[sort.field]) }))
  const turn = sort.direction === 'desc' ? -1 : 1
  keys.sort((a, b) => {
    if (a.key === b.key) return turn * (a.id - b.id)
    if (a.key === null || b.key === null) return a.key === null ? turn : -turn
    return a.key < b.key ? -turn : turn
  })
  return keys.map(({ ref }) => ref)
}

async function rowsOf(db: OwnerDatabase, refs: readonly string[]): Promise<AnyRow[]> {
  const records = await db.leads.bulkGet([...refs])
  return records.flatMap((record) => (record ? [record.row] : []))
}

/** A page straight from the index, without reading the keys before it. */
async function plainPage(db: OwnerDatabase, query: ListQuery, sort: Sort): Promise<AnyRow[] | null> {
  if (query.filters.length || query.search || !(sort.field === 'id' || isIndexed(sort.field))) return null
  const all = db.leads.orderBy(sort.field === 'id' ? 'id' : `[key.${sort.field}+id]`)
  const turned = sort.direction === 'desc' ? all.reverse() : all
  const records = await turned
    .offset((query.page - 1) * query.size)
    .limit(query.size)
    .toArray()
  return records.map((record) => record.row)
}

/**
 * A page of the held leads and the number of all that match, by the list grammar; the same answer as the API's SQL.
 * Null when they are not held after all. Throws when nobody is signed in, and ListQueryError on an unknown field.
 */
export async function queryLeads(query: ListQuery): Promise<{ rows: AnyRow[]; total: number } | null> {
  const db = ownerDatabase()
  if (!db) throw new Error('no lead is read without a session')
  if (!(await db.meta.get(heldKey))) {
    // The browser kept the mark and let go of the database.
    markLeadsHeld(null)
    return null
  }
  const sort = sortOf(section, query)
  const page = await plainPage(db, query, sort)
  if (page) return { rows: page, total: await db.leads.count() }
  matches(section, {}, query)
  const sets = await Promise.all(query.filters.map((filter) => byFilter(db, filter)))
  if (query.search) sets.push(await scanText(db, query.search.toLowerCase()))
  const refs = (await ordered(db, sort)).filter((ref) => sets.every((set) => set.has(ref)))
  const start = (query.page - 1) * query.size
  return { rows: await rowsOf(db, refs.slice(start, start + query.size)), total: refs.length }
}

/** One held lead by ref or id number. */
export async function readLead(id: string): Promise<AnyRow | null> {
  const db = ownerDatabase()
  const record = (await db?.leads.get(id)) ?? (/^\d+$/.test(id) ? await db?.leads.where('id').equals(Number(id)).first() : undefined)
  return record?.row ?? null
}
