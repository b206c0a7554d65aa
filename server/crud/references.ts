/** References in bodies: an id number or a ref becomes the number of a record that exists. */

import { inArray, or } from 'drizzle-orm'
import type { FieldProblem } from '#contract/kit/errors.ts'
import type { Fields } from '#contract/kit/field.ts'
import { isRecord } from '#contract/kit/guards.ts'
import { equalValues } from '#contract/kit/merge.ts'
import { problem } from '#contract/kit/schema.ts'
import { optionSources } from '#contract/option-sources.ts'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/platform/problem.ts'
import type { RecordTable } from './matches-table.ts'

const tables = new Map<string, RecordTable>()

/** Makes the records of a section something that others can refer to. */
export function offerTarget(section: string, table: RecordTable): void {
  tables.set(section, table)
}

/** The table behind `to` of a reference field; undefined while that section does not exist. */
export function targetTable(to: string | undefined): RecordTable | undefined {
  return to === undefined ? undefined : tables.get(optionSources[to]?.section ?? to)
}

type Key = number | string

interface Place {
  path: string
  to: string
  key: Key
  put(id: number): unknown
}

const isKey = (value: unknown): value is Key => typeof value === 'number' || typeof value === 'string'

const mayRefer: ReadonlySet<string> = new Set(['reference', 'references', 'object', 'rows'])

/** A copy of the input, and each place in it where a reference stands. */
function collect(fields: Fields, input: Readonly<Record<string, unknown>>, prefix: string, places: Place[]): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...input }
  for (const [name, field] of Object.entries(fields)) {
    const value = copy[name]
    const path = prefix + name
    if (field.kind === 'reference' && isKey(value) && !(value === 0 && field.unassigned)) {
      places.push({ path, to: field.to ?? '', key: value, put: (id) => Object.assign(copy, { [name]: id }) })
    } else if (field.kind === 'references' && Array.isArray(value)) {
      const list: unknown[] = [...value]
      copy[name] = list
      list.forEach((key, at) => {
        if (isKey(key)) places.push({ path: `${path}.${at}`, to: field.to ?? '', key, put: (id) => list.splice(at, 1, id) })
      })
    } else if (field.kind === 'object' && isRecord(value)) {
      copy[name] = collect(field.fields ?? {}, value, `${path}.`, places)
    } else if (field.kind === 'rows' && Array.isArray(value)) {
      copy[name] = value.map((row: unknown, at) => (isRecord(row) ? collect(field.fields ?? {}, row, `${path}.${at}.`, places) : row))
    }
  }
  return copy
}

/** Ids of records by what names them, id or ref. One query. */
async function idsOf(db: Db, table: RecordTable, keys: readonly Key[]): Promise<Map<Key, number>> {
  const ids = keys.filter((key) => typeof key === 'number')
  const refs = keys.filter((key) => typeof key === 'string')
  const found = await db
    .select({ id: table.id, ref: table.ref })
    .from(table)
    .where(or(ids.length ? inArray(table.id, ids) : undefined, refs.length ? inArray(table.ref, refs) : undefined))
  return new Map(
    found.flatMap((row): [Key, number][] => [
      [Number(row.id), Number(row.id)],
      [String(row.ref), Number(row.id)],
    ]),
  )
}

/**
 * A copy of the input with every reference as a number; one query per table referred to. What stands in `before` already
 * is not looked for again. Throws 422 with `unknown_reference` at each place that points to nothing.
 */
export async function resolveReferences(
  db: Db,
  fields: Fields,
  input: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  const places: Place[] = []
  const changed = Object.entries(fields).filter(
    ([name, field]) => mayRefer.has(field.kind) && !equalValues(field, input[name], before[name]),
  )
  const resolved = collect(Object.fromEntries(changed), input, '', places)
  const problems: Record<string, FieldProblem> = {}
  for (const to of new Set(places.map((place) => place.to))) {
    const here = places.filter((place) => place.to === to)
    const table = targetTable(to)
    const known = table
      ? await idsOf(
          db,
          table,
          here.map((place) => place.key),
        )
      : new Map<Key, number>()
    for (const place of here) {
      const id = known.get(typeof place.key === 'string' ? place.key.toLowerCase() : place.key)
      if (id === undefined) problems[place.path] = problem('unknown_reference')
      else place.put(id)
    }
  }
  if (Object.keys(problems).length) throw new ApiError('invalid', undefined, { fields: problems })
  return resolved
}
