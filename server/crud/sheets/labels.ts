/** Labels of referenced records: one query per target and part of a file. */

import { inArray } from 'drizzle-orm'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { nameOf } from '#contract/kit/section/options.ts'
import type { Db } from '#server/db/database.ts'
import { targetOf } from '../query/shape.ts'
import type { LabelOf } from './cells.ts'

const isId = (value: unknown): value is number => typeof value === 'number'

/** Returns the column of a target's title. Null while the target does not exist. */
export function labelColumn(to: string) {
  const target = targetOf(to)
  const column = target?.columns[target.section.title]
  return target && column ? { table: target.table, column } : null
}

async function namesOf(db: Db, to: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const target = ids.length ? targetOf(to) : null
  const named = labelColumn(to)
  if (!target || !named) return new Map()
  const { table, section } = target
  const beside = target.columns[section.options.beside ?? '']
  const found: Record<string, unknown>[] = await db
    .select({ id: table.id, [section.title]: named.column, ...(beside && { [section.options.beside ?? '']: beside }) })
    .from(table)
    .where(inArray(table.id, [...ids]))
  return new Map(found.map((row) => [Number(row.id), nameOf(section, row)]))
}

/** Returns labels for `cell`, for these rows. */
export async function labelsOf(db: Db, fields: Fields, rows: readonly Readonly<Record<string, unknown>>[]): Promise<LabelOf> {
  const ids = new Map<string, Set<number>>()
  for (const [name, { kind, to = '' }] of Object.entries(fields)) {
    if (kind !== 'reference' && kind !== 'references') continue
    const known = ids.get(to) ?? new Set<number>()
    ids.set(to, known)
    for (const row of rows) for (const id of [row[name]].flat()) if (isId(id)) known.add(id)
  }
  const names = new Map<string, ReadonlyMap<number, string>>()
  for (const [to, wanted] of ids) names.set(to, await namesOf(db, to, [...wanted]))
  return ({ to = '' }: Field, id) => (isId(id) ? (names.get(to)?.get(id) ?? null) : null)
}
