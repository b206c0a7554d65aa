/** Counts the references to a record to be deleted, by section. */

import { or, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { parseTarget, sectionOf, siblingsOf } from '#contract/kit/section/options.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Db } from '#server/db/database.ts'
import { type Refusal, refusal } from '#server/platform/core/refusal.ts'
import { type Shape, servedShapes } from './shape.ts'

/** A field of a section that refers to others. */
interface Use {
  shape: Shape
  column: PgColumn
  /** Within a column of nested records: path of the numbers, and a value that contains one. */
  nested: { path: string; around: (id: number) => unknown } | null
}

/** Returns the places of references to `to` below a field of lists or records. */
function nestedIn(field: Field, to: string): NonNullable<Use['nested']>[] {
  const refers = field.to !== undefined && parseTarget(field.to).section === to
  if (field.kind === 'references') return refers ? [{ path: '[*]', around: (id) => [id] }] : []
  if (field.kind === 'reference') return refers ? [{ path: '', around: (id) => id }] : []
  const fields = field.fields ?? {}
  const inner = Object.entries(fields).flatMap(([name, each]) => {
    // If a sibling names the reference's section: those of this section alone.
    const [choice] = siblingsOf(each.to)
    const named = choice === undefined ? null : fields[choice]?.values?.find((value) => sectionOf(each.sections, String(value)) === to)
    if (named === undefined) return []
    const only = named === null ? { path: '', value: {} } : { path: `?(@."${choice}" == "${named}")`, value: { [toText(choice)]: named } }
    return nestedIn(named === null ? each : { ...each, to }, to).map(({ path, around }) => ({
      path: `${only.path}."${name}"${path}`,
      around: (id: number): unknown => ({ ...only.value, [name]: around(id) }),
    }))
  })
  return field.kind === 'rows' ? inner.map(({ path, around }) => ({ path: `[*]${path}`, around: (id) => [around(id)] })) : inner
}

/** Foreign keys that block deletion and are no field of the section, such as the number of a chat. */
function keysOf(shape: Shape, target: Shape): PgColumn[] {
  return getTableConfig(shape.table).foreignKeys.flatMap((key) => {
    const { columns, foreignTable } = key.reference()
    const holds = key.onDelete === undefined || key.onDelete === 'no action' || key.onDelete === 'restrict'
    return holds && foreignTable === target.table ? columns : []
  })
}

/** A foreign key that blocks nothing: the row is part of its target, or forgets the one of its own section that it was made from. */
function isLoose({ table }: Shape, column: PgColumn): boolean {
  return getTableConfig(table).foreignKeys.some((key) => {
    const { columns, foreignTable } = key.reference()
    return columns.includes(column) && (key.onDelete === 'cascade' || (key.onDelete === 'set null' && foreignTable === table))
  })
}

/** A read-only field without foreign key, such as a name in a log, is history: it outlives its record. */
function isNote({ table }: Shape, field: Field, column: PgColumn): boolean {
  const isHeld = getTableConfig(table).foreignKeys.some((key) => key.reference().columns.includes(column))
  return field.readOnly && field.kind === 'reference' && !isHeld
}

function usesIn(shape: Shape, target: Shape): Use[] {
  const stored = Object.entries(shape.section.fields satisfies Fields).flatMap(([name, field]): Use[] => {
    const column = Object.hasOwn(shape.columns, name) ? shape.columns[name] : undefined
    if (!column || isNote(shape, field, column) || isLoose(shape, column)) return []
    return nestedIn(field, target.section.name).map((nested) => ({ shape, column, nested: field.kind === 'reference' ? null : nested }))
  })
  const keys = keysOf(shape, target).filter((column) => !stored.some((use) => use.column === column))
  return [...stored, ...keys.map((column) => ({ shape, column, nested: null }))]
}

function countQuery({ shape: { table }, column, nested }: Use, ids: readonly number[]): SQL {
  const list = sql`(${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )})`
  if (!nested) return sql`select ${column} as id, count(*)::int as times from ${table} where ${column} in ${list} group by ${column}`
  const contained = or(...ids.map((id) => sql`${column} @> ${JSON.stringify(nested.around(id))}::jsonb`))
  return sql`select (entry #>> '{}')::bigint as id, count(distinct ${table.id})::int as times
    from ${table} cross join lateral jsonb_path_query(${column}, ${`$${nested.path}`}::jsonpath) as entry
    where ${contained} and (entry #>> '{}')::bigint in ${list} group by entry`
}

/**
 * Returns a refusal for each of these records that is in use, by id: by foreign key, in a list or in nested records. One query for all
 * places.
 */
export async function inUse(db: Db, shape: Shape, rows: readonly AnyRow[]): Promise<Map<number, Refusal>> {
  // Sections may share a table, such as questions and the bot's: a record counts once.
  const everywhere = servedShapes().flatMap((other) => usesIn(other, shape))
  const uses = everywhere.filter(
    ({ column, nested }, at) => everywhere.findIndex((one) => one.column === column && one.nested?.path === nested?.path) === at,
  )
  if (!rows.length || !uses.length) return new Map()
  const ids = rows.map(({ id }) => id)
  const counts = uses.map(
    (use) => sql`select ${use.shape.section.name}::text as section, id, times from (${countQuery(use, ids)}) as counted`,
  )
  const { rows: counted } = await db.execute<{ section: string; id: string | number; times: number }>(sql.join(counts, sql` union all `))
  const found = new Map<number, Record<string, number>>()
  for (const { section, id, times } of counted) {
    const here = found.get(Number(id)) ?? {}
    here[section] = (here[section] ?? 0) + times
    found.set(Number(id), here)
  }
  const titles = new Map(rows.map((row) => [row.id, toText(row[shape.section.title] ?? row.id)]))
  return new Map([...found].map(([id, times]) => [id, refusal('in_use', { title: titles.get(id) ?? id }, times)]))
}
