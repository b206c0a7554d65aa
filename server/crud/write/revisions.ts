/** Complete versions of records, one per save by a person (section option `revisions`). */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { met } from '#contract/kit/field/condition.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Db } from '#server/db/database.ts'
import { audit, revisions } from '#server/db/tables/platform.ts'
import type { Shape } from '../query/shape.ts'
import type { Announced } from '../rules.ts'

/** Number of versions kept per record, beside permanent ones. */
const newest = 50
/** Versions may have long texts, so a statement has few. */
const atOnce = 200

/** A row of the history. */
export type Written = Pick<typeof audit.$inferSelect, 'id' | 'record' | 'action'>

function revisionOf({ section }: Shape, audit_id: number, row: AnyRow): typeof revisions.$inferInsert {
  const written = Object.entries(section.fields).filter(([, field]) => !field.readOnly && field.kind !== 'secret')
  const values = Object.fromEntries(written.map(([name]) => [name, row[name]]))
  return { audit_id, section: section.name, record: row.id, version: row.version, is_kept: met(section.revisions?.keeps, row), values }
}

async function insertAll(db: Db, rows: readonly (typeof revisions.$inferInsert)[]): Promise<void> {
  for (let at = 0; at < rows.length; at += atOnce) {
    await db
      .insert(revisions)
      .values(rows.slice(at, at + atOnce))
      .onConflictDoNothing()
  }
}

const ofRecords = (shape: Shape, ids: readonly number[]) =>
  and(eq(revisions.section, shape.section.name), inArray(revisions.record, [...ids]))

/**
 * Keeps a record's state before its first revision, if it is older. It belongs to the last entry of its history, or to one made from the
 * record itself.
 */
export async function keepFirstRevisions(db: Db, shape: Shape, effects: readonly Announced[]): Promise<void> {
  const changed = effects.flatMap(({ before, after }) => (before && after ? [before] : []))
  if (!changed.length) return
  const ids = changed.map(({ id }) => id)
  const { name: section } = shape.section
  const known = await db.selectDistinct({ record: revisions.record }).from(revisions).where(ofRecords(shape, ids))
  const first = changed.filter(({ id }) => !known.some(({ record }) => record === id))
  if (!first.length) return
  const isOfFirst = inArray(
    audit.record,
    first.map(({ id }) => id),
  )
  const last = await db
    .select({ id: sql<number>`max(${audit.id})`.mapWith(Number), record: audit.record })
    .from(audit)
    .where(and(eq(audit.section, section), isOfFirst, inArray(audit.action, ['create', 'update'])))
    .groupBy(audit.record)
  const entries = new Map(last.map(({ id, record }) => [record, id]))
  const without = first.filter(({ id }) => !entries.has(id))
  const made = without.map(({ id: record, created_at, created_by }) => ({
    ...{ section, record, action: 'create' as const, created_at, created_by: created_by ?? null, changes: {} },
  }))
  for (let at = 0; at < made.length; at += atOnce) {
    const rows = await db
      .insert(audit)
      .values(made.slice(at, at + atOnce))
      .returning({ id: audit.id, record: audit.record })
    for (const { id, record } of rows) entries.set(record, id)
  }
  await insertAll(
    db,
    first.flatMap((row) => {
      const entry = entries.get(row.id)
      return entry === undefined ? [] : [revisionOf(shape, entry, row)]
    }),
  )
}

/** Deletes all but the newest, except permanent ones: published versions can always be restored. */
async function prune(db: Db, shape: Shape, ids: readonly number[]): Promise<void> {
  const place = sql<number>`row_number() over (partition by ${revisions.record} order by ${revisions.version} desc)`.as('place')
  const ranked = db
    .select({ audit_id: revisions.audit_id, is_kept: revisions.is_kept, place })
    .from(revisions)
    .where(ofRecords(shape, ids))
    .as('ranked')
  const old = db.select({ audit_id: ranked.audit_id }).from(ranked).where(sql`${ranked.place} > ${newest} and not ${ranked.is_kept}`)
  await db.delete(revisions).where(inArray(revisions.audit_id, old))
}

/** Writes a version per saved record; deletes those of erased ones. */
export async function writeRevisions(db: Db, shape: Shape, effects: readonly Announced[], written: readonly Written[]): Promise<void> {
  const isSaved = (action: string) => action === 'create' || action === 'update'
  const entries = new Map(written.flatMap(({ id, record, action }) => (isSaved(action) ? [[record, id] as const] : [])))
  const saved = effects.flatMap(({ after, depth = 0 }) => {
    const entry = after && depth === 0 ? entries.get(after.id) : undefined
    return after && entry !== undefined ? [revisionOf(shape, entry, after)] : []
  })
  await insertAll(db, saved)
  if (saved.length)
    await prune(
      db,
      shape,
      saved.map(({ record }) => record),
    )
  const gone = effects.flatMap(({ before, after, as }) => (before && !after && as !== 'trash' ? [before.id] : []))
  if (gone.length) await db.delete(revisions).where(ofRecords(shape, gone))
}

/** Returns a version of a record; undefined if not kept. */
export async function findRevision(db: Db, shape: Shape, record: number, version: number) {
  const { created_at, created_by } = audit
  const [found] = await db
    .select({ version: revisions.version, values: revisions.values, created_at, created_by })
    .from(revisions)
    .innerJoin(audit, eq(audit.id, revisions.audit_id))
    .where(and(ofRecords(shape, [record]), eq(revisions.version, version)))
  return found
}
