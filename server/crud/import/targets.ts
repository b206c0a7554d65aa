/** Resolves names in a file to records: by name, email, phone, number or ref. */

import { getTableColumns, inArray, or, sql } from 'drizzle-orm'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { uuid } from '#contract/lib/patterns.ts'
import { normalisePhone } from '#contract/lib/phone.ts'
import type { Db } from '#server/db/database.ts'
import { labelColumn } from '../sheets/labels.ts'

/** Returns the number of the only record with a name; null for none or several. */
export type IdOf = (field: Field, name: string) => number | null

const keyOf = (name: string) => name.trim().toLowerCase()

async function idsOf(db: Db, to: string, names: readonly string[]): Promise<ReadonlyMap<string, number | null>> {
  const target = names.length ? labelColumn(to) : null
  const ids = new Map<string, number | null>()
  if (!target) return ids
  const { table, column } = target
  const { email, phone } = getTableColumns(table)
  const list = sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )
  const within = (value: typeof column) => sql`lower(${value}::text) in (${list})`
  const phones = names.flatMap((name) => normalisePhone(name) ?? [])
  const numbers = names.filter((name) => /^[1-9]\d{0,9}$/.test(name)).map(Number)
  const refs = names.filter((name) => uuid.test(name))
  const found = await db
    .select({ id: table.id, ref: table.ref, label: column, ...(email && { email }), ...(phone && { phone }) })
    .from(table)
    .where(
      or(
        within(column),
        email && within(email),
        phone && phones.length ? inArray(phone, phones) : undefined,
        numbers.length ? inArray(table.id, numbers) : undefined,
        refs.length ? inArray(table.ref, refs) : undefined,
      ),
    )
  for (const { id, label } of found) {
    const key = keyOf(toText(label))
    ids.set(key, ids.has(key) ? null : Number(id))
  }
  for (const row of found) {
    if ('email' in row && row.email) ids.set(keyOf(toText(row.email)), Number(row.id))
    if ('phone' in row && row.phone) ids.set(toText(row.phone), ids.has(toText(row.phone)) ? null : Number(row.id))
  }
  for (const { id, ref } of found) for (const key of [toText(id), toText(ref)]) if (!ids.has(key)) ids.set(key, Number(id))
  return ids
}

/** Resolves the names in these cells, with one query per target. */
export async function targetsOf(db: Db, fields: Fields, cells: readonly Readonly<Record<string, string>>[]): Promise<IdOf> {
  const names = new Map<string, Set<string>>()
  for (const [name, { kind, to = '' }] of Object.entries(fields)) {
    if (kind !== 'reference' && kind !== 'references') continue
    const known = names.get(to) ?? new Set<string>()
    names.set(to, known)
    for (const row of cells)
      for (const part of kind === 'reference' ? [row[name] ?? ''] : (row[name] ?? '').split(/[,;|\n]/)) known.add(keyOf(part))
    known.delete('')
  }
  const ids = new Map<string, ReadonlyMap<string, number | null>>()
  for (const [to, wanted] of names) ids.set(to, await idsOf(db, to, [...wanted]))
  return ({ to = '' }, name) => ids.get(to)?.get(keyOf(name)) ?? ids.get(to)?.get(normalisePhone(name) ?? '') ?? null
}
