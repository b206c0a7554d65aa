/** References in bodies: an id number or ref becomes the number of a record selectable by this person. */
import { and, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import type { Fields } from '#contract/kit/field/field.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import type { Filter } from '#contract/kit/field/list-query.ts'
import { equalValues } from '#contract/kit/field/merge.ts'
import { problem } from '#contract/kit/field/problem.ts'
import { filtersBeside, filtersText, optionQuery, targetBeside } from '#contract/kit/section/options.ts'
import type { Db } from '#server/db/database.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { refusal } from '#server/platform/core/refusal.ts'
import type { Hooks } from '../rules.ts'
import { conditionOf } from './list-sql.ts'
import { mayRead, scopeOf } from './read.ts'
import { type Shape, targetOf } from './shape.ts'

type Key = number | string

interface Place {
  path: string
  to: string
  key: Key
  /** The reference's own query; null while a sibling value is missing. */
  filters: readonly Filter[] | null
  put(id: number): unknown
}

const isKey = (value: unknown): value is Key => typeof value === 'number' || typeof value === 'string'

const mayRefer: ReadonlySet<string> = new Set(['reference', 'references', 'object', 'rows'])

/** Copies the input and collects the places of references. */
function collect(fields: Fields, input: Readonly<Record<string, unknown>>, prefix: string, places: Place[]): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...input }
  for (const [name, field] of Object.entries(fields)) {
    const value = copy[name]
    const path = prefix + name
    const to = targetBeside(field, input)
    if (field.kind === 'reference' && isKey(value) && !(value === 0 && field.unassigned)) {
      places.push({ path, to, key: value, filters: filtersBeside(field.query, input), put: (id) => Object.assign(copy, { [name]: id }) })
    } else if (field.kind === 'references' && Array.isArray(value)) {
      const list: unknown[] = [...value]
      copy[name] = list
      const filters = filtersBeside(field.query, input)
      list.forEach((key, at) => {
        if (isKey(key)) places.push({ path: `${path}.${at}`, to, key, filters, put: (id) => list.splice(at, 1, id) })
      })
    } else if (field.kind === 'object' && isRecord(value)) {
      copy[name] = collect(field.fields ?? {}, value, `${path}.`, places)
    } else if (field.kind === 'rows' && Array.isArray(value)) {
      copy[name] = value.map((row: unknown, at) => (isRecord(row) ? collect(field.fields ?? {}, row, `${path}.${at}.`, places) : row))
    }
  }
  return copy
}

interface Found {
  id: number
  /** Selectable by this person. */
  fits: boolean
  /** In the trash, where they may see it. */
  isTrashed: boolean
}

/** Condition of trashed records seen by this person. */
function trashedFor({ table, hooks, whole }: Shape, user: CurrentUser): SQL {
  const { deleted_at } = getTableColumns(table)
  if (!whole || !hooks.whenTrashed || !(deleted_at instanceof PgColumn)) return sql`false`
  return sql`(${deleted_at} is not null and ${scopeOf(whole, user).where ?? sql`true`})`
}

/** Condition of selectable records: visible, and among the options of the target and of the sibling query. */
export function choosable(target: Shape, user: CurrentUser, to: string, filters: readonly Filter[] | null): SQL {
  const options = optionQuery(target.section, to)
  if (!options || !filters || !mayRead(target, user)) return sql`false`
  const all = new Set(Object.keys(target.fields))
  const among = conditionOf(target, { filters: [...options.filters, ...filters], search: '' }, all, user)
  return and(scopeOf(target, user).where, among) ?? sql`true`
}

/**
 * Returns records by id or ref, locked against deletion until the transaction ends. They fit if visible and among the options of the
 * target's list and the reference's query. One query.
 */
async function find(db: Db, user: CurrentUser, target: Shape, { to, filters }: Place, keys: readonly Key[]): Promise<Map<Key, Found>> {
  const { table } = target
  const ids = keys.filter((key) => typeof key === 'number')
  const refs = keys.filter((key) => typeof key === 'string')
  const fits = sql<boolean>`coalesce(${choosable(target, user, to, filters)}, false)`
  const isTrashed = mayRead(target, user) ? trashedFor(target, user) : sql`false`
  const found = await db
    .select({ id: table.id, ref: table.ref, fits, isTrashed: sql<boolean>`${isTrashed}` })
    .from(table)
    .where(or(ids.length ? inArray(table.id, ids) : undefined, refs.length ? inArray(table.ref, refs) : undefined))
    .for('key share', { of: table })
  return new Map(
    found.flatMap((row): [Key, Found][] => {
      const one = { id: Number(row.id), fits: row.fits, isTrashed: row.isTrashed }
      return [
        [one.id, one],
        [toText(row.ref), one],
      ]
    }),
  )
}

const lower = (key: Key): Key => (typeof key === 'string' ? key.toLowerCase() : key)

/**
 * Copies the input with references as numbers; one query per target and query. Values of `before` may stay and are not checked. Throws 422
 * with `unknown_reference` for records that do not exist, are invisible or not selectable, and with the target's `whenTrashed` for trashed
 * ones; values in `stays` only have to exist.
 */
export async function resolveReferences(
  { db, user }: { db: Db; user: CurrentUser },
  fields: Fields,
  input: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> = {},
  stays: Readonly<Record<string, unknown>> = before,
): Promise<Record<string, unknown>> {
  const places: Place[] = []
  const stored: Place[] = []
  const changed = Object.fromEntries(
    Object.entries(fields).filter(([name, field]) => mayRefer.has(field.kind) && !equalValues(field, input[name], before[name])),
  )
  const resolved = collect(changed, input, '', places)
  collect(changed, stays, '', stored)
  const kept = new Set(stored.map(({ to, key }) => `${to} ${key}`))
  const problems: Record<string, FieldProblem> = {}
  let trashed: Hooks['whenTrashed']
  const asked = ({ to, filters }: Place) => `${to} ${filters ? filtersText(filters) : null}`
  for (const first of new Map(places.map((place) => [asked(place), place])).values()) {
    const here = places.filter((place) => asked(place) === asked(first))
    const target = targetOf(first.to)
    const keys = here.map(({ key }) => lower(key))
    const found = target ? await find(db, user, target, first, keys) : new Map<Key, Found>()
    for (const place of here) {
      const one = found.get(lower(place.key))
      if (one && (one.fits || kept.has(`${place.to} ${one.id}`))) place.put(one.id)
      else {
        const why = one?.isTrashed ? target?.hooks.whenTrashed : undefined
        trashed ??= why
        problems[place.path] = problem(why ?? 'unknown_reference')
      }
    }
  }
  if (Object.keys(problems).length) {
    const said = trashed && refusal(trashed)
    throw new ApiError('invalid', said?.message, { fields: problems, ...(said && { reason: said.reason }) })
  }
  return resolved
}
