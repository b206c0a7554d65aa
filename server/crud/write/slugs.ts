/** Generated slugs: from the record's title, and never one that another record has or had. Former slugs redirect. */

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

/** Leaves room for '-' and a number. */
const maxBase = maxSlug - 7

/** Returns the base, or the base with the first free number. Serialised per section. */
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

/** Whether a slug is made from a title, with any number. */
const isFrom = (slug: string, base: string) =>
  slug === base || (slug.startsWith(`${base}-`) && /^\d{1,6}$/.test(slug.slice(base.length + 1)))

/**
 * Fills in absent slugs of `values`, a record's columns. A slug from the same title is kept. One given by a person is checked by the
 * table's unique index: 422 `taken`.
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

/** Generated slugs of a section, with their columns. */
const slugColumns = (shape: Shape): [string, PgColumn][] =>
  Object.entries(shape.section.fields).flatMap(([name, field]): [string, PgColumn][] => {
    const column = shape.columns[name]
    return field.kind === 'slug' && isMade(field) && column ? [[name, column]] : []
  })

/** A record's former slug redirects to it; a slug taken by a record does not redirect. */
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

/** Returns the record of a slug, or the current slug of a former one. Throws 404 if it is invisible. */
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
