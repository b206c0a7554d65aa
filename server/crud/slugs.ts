/** Slugs that nobody gave: made from the record's title, and never one that another record has. */
import { or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AnyRow } from '#contract/kit/section.ts'
import { maxSlug, slugBase } from '#contract/lib/slug.ts'
import type { Db } from '#server/db/database.ts'
import type { Shape } from './shape.ts'

/** Room for '-' and a number behind the title. */
const maxBase = maxSlug - 7

/** The base, or the base with the first number that is free. One at a time makes them for a section. */
async function freeSlug(db: Db, { section, table }: Shape, column: PgColumn, base: string): Promise<string> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`slug ${section.name}`}, 0))`)
  const numbered: SQL = sql`${column} ~ ${`^${base}-[0-9]{1,6}$`}`
  const rows: { slug: unknown }[] = await db
    .select({ slug: column })
    .from(table)
    .where(or(sql`${column} = ${base}`, numbered))
  const taken = new Set(rows.map(({ slug: used }) => used))
  let slug = base
  for (let n = 2; taken.has(slug); n++) slug = `${base}-${n}`
  return slug
}

/** Whether a slug is what the title gives, whatever number stands behind it. */
const isFrom = (slug: string, base: string) =>
  slug === base || (slug.startsWith(`${base}-`) && /^\d{1,6}$/.test(slug.slice(base.length + 1)))

/**
 * Fills in the slugs that `values`, the columns of a record, lack. One that was made from the same title stays as it is. A slug
 * that a person gave is left to the table's unique index: 422 `taken`.
 */
export async function giveSlugs(db: Db, shape: Shape, values: Record<string, unknown>, before: AnyRow | null): Promise<void> {
  for (const [name, { kind, from }] of Object.entries(shape.section.fields)) {
    const column = shape.columns[name]
    if (kind !== 'slug' || from === undefined || !column || values[name]) continue
    const base = slugBase(String(values[from] ?? ''), shape.section.name, maxBase)
    const old = before?.[name]
    values[name] = typeof old === 'string' && isFrom(old, base) ? old : await freeSlug(db, shape, column, base)
  }
}
