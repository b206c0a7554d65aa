/** Slugs that nobody gave: made from the record's title, and never one that another record has or had. A former one leads to its record. */

import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isMade } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { maxSlug, slugBase } from '#contract/lib/slug.ts'
import type { Db } from '#server/db/database.ts'
import { formerSlugs } from '#server/db/tables/platform.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { findRows } from '../query/read.ts'
import type { Key } from '../query/rows.ts'
import type { Shape } from '../query/shape.ts'

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
  const former: { slug: unknown }[] = await db
    .select({ slug: formerSlugs.slug })
    .from(formerSlugs)
    .where(
      and(eq(formerSlugs.section, section.name), sql`(${formerSlugs.slug} = ${base} or ${formerSlugs.slug} ~ ${`^${base}-[0-9]{1,6}$`})`),
    )
  const taken = new Set([...rows, ...former].map(({ slug: used }) => used))
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
    const base = slugBase(toText(values[from]), shape.section.name, maxBase)
    const old = before?.[name]
    values[name] = typeof old === 'string' && isFrom(old, base) ? old : await freeSlug(db, shape, column, base)
  }
}

/** The fields of a section that hold slugs which the server makes, with their columns. */
const slugColumns = (shape: Shape): [string, PgColumn][] =>
  Object.entries(shape.section.fields).flatMap(([name, field]): [string, PgColumn][] => {
    const column = shape.columns[name]
    return field.kind === 'slug' && isMade(field) && column ? [[name, column]] : []
  })

/** A slug that a record gives up leads to it from then on; one that a record takes leads nowhere else. */
export async function keepFormerSlugs(
  db: Db,
  shape: Shape,
  values: Readonly<Record<string, unknown>>,
  before: AnyRow | null,
): Promise<void> {
  const section = shape.section.name
  for (const [name] of slugColumns(shape)) {
    const [old, next] = [before?.[name], values[name]]
    if (typeof next !== 'string' || old === next) continue
    await db.delete(formerSlugs).where(and(eq(formerSlugs.section, section), eq(formerSlugs.slug, next)))
    if (!before || typeof old !== 'string') continue
    await db
      .insert(formerSlugs)
      .values({ section, slug: old, record: before.id })
      .onConflictDoUpdate({ target: [formerSlugs.section, formerSlugs.slug], set: { record: before.id } })
  }
}

/** The record that has this slug, or the slug that a record which had it has now. Throws 404 where this person sees none. */
export async function findBySlug(db: Db, shape: Shape, user: CurrentUser, slug: string): Promise<{ id: Key } | { movedTo: string }> {
  const [field] = slugColumns(shape)
  if (!field) throw new ApiError('not_found')
  const [name, column] = field
  const own = await db.select({ id: shape.table.id }).from(shape.table).where(eq(column, slug))
  const [row] = await findRows(
    db,
    shape,
    user,
    own.map(({ id }) => Number(id)),
  )
  if (row) return { id: row.id }
  const former = and(eq(formerSlugs.section, shape.section.name), eq(formerSlugs.slug, slug))
  const [found] = await db.select({ record: formerSlugs.record }).from(formerSlugs).where(former)
  const [moved] = found ? await findRows(db, shape, user, [found.record]) : []
  if (!moved || typeof moved[name] !== 'string') throw new ApiError('not_found')
  return { movedTo: moved[name] }
}
