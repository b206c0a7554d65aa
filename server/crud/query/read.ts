/** Lists and details, with one scope, filters and fields for all. */
import { and, count, type SQL } from 'drizzle-orm'
import { type Filter, formatFilters, type ListQuery, ListQueryError } from '#contract/kit/field/list-query.ts'
import { type Page, page } from '#contract/kit/field/paging.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Db } from '#server/db/database.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { JsonText } from '#server/platform/http/reply.ts'
import type { Scope } from '../rules.ts'
import { joinsNested } from './joined.ts'
import { conditionOf, joinOrder, orderOf } from './list-sql.ts'
import { selectText } from './page-text.ts'
import { lockStored } from './prepared-rows.ts'
import { type Key, only, rowsOnWire, type Selecting, selectRows, whereNamed } from './rows.ts'
import { readableNames, type Shape } from './shape.ts'
import { totalsOf } from './totals.ts'

const everything: Scope = { key: '', where: undefined }

export function scopeOf(shape: Shape, user: CurrentUser): Scope {
  return shape.hooks.scope?.(user) ?? everything
}

/** Returns whether a user may read the section: with its own permission, or one of `readableBy`. */
export function mayRead({ section }: Shape, user: CurrentUser): boolean {
  return [`get ${section.permission}` as const, ...section.readableBy].some((permission) => user.permissions.has(permission))
}

async function countRows(db: Db, shape: Shape, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(shape.table).where(where)
  return row?.total ?? 0
}

/** How many rows this user sees in all. */
export function countAll(platform: Platform, shape: Shape, user: CurrentUser): Promise<number> {
  const { database } = platform
  const { key, where } = scopeOf(shape, user)
  return totalsOf(database).total(shape.section.name, `${key} `, () => countRows(database.db, shape, where))
}

/** Rows as this person has them. */
export const ownRows = async (db: Db, shape: Shape, user: CurrentUser, rows: AnyRow[]): Promise<AnyRow[]> =>
  (rows.length && (await shape.hooks.personal?.(db, user, rows))) || rows

type Envelope = Omit<Page<Record<string, unknown>>, 'total_record'>
type ListPage = Envelope | JsonText

/** Wraps rows that are JSON in the envelope. */
function pageText(rows: string, { data: _, ...paging }: Envelope): JsonText {
  return new JsonText(`{"data":${rows},${JSON.stringify(paging).slice(1)}`)
}

/** Search fields in other tables. */
const joinedNames = (shape: Shape) => shape.section.list.search.filter((name) => shape.fields[name]?.joined !== undefined)

/** The query with filters of `matching` replaced by the ids that they match. */
export async function resolveMatching(platform: Platform, { hooks: { matching = {} } }: Shape, query: ListQuery): Promise<ListQuery> {
  if (!query.filters.some(({ field }) => Object.hasOwn(matching, field))) return query
  const filters: Filter[] = []
  for (const filter of query.filters) {
    const find = Object.hasOwn(matching, filter.field) ? matching[filter.field] : undefined
    if (find && !(filter.values.length === 1 && filter.values[0] === 'true'))
      throw new ListQueryError('query', 'pair', `${filter.field} is true`)
    // No record has the id 0.
    filters.push(find ? { field: 'id', values: ['0', ...(await find(platform)).map(String)] } : filter)
  }
  return { ...query, filters }
}

/** A page of rows visible to this user. Throws ListQueryError for unknown fields and ranges. */
export async function readList(platform: Platform, shape: Shape, user: CurrentUser, asked: ListQuery): Promise<ListPage> {
  const { database } = platform
  const { db } = database
  const query = await resolveMatching(platform, shape, asked)
  const { name, list } = shape.section
  const names = readableNames(shape, user)
  const shown = list.omit.length ? new Set([...names].filter((one) => !list.omit.includes(one))) : names
  const scope = scopeOf(shape, user)
  const where = and(scope.where, conditionOf(shape, query, names, user))
  const order = orderOf(shape, query.sort, names)
  const by = joinOrder(shape, query.sort, names)
  // A search covers readable fields only, so its total depends on them.
  const key = `${scope.key} ${formatFilters(query.filters, query.search)}${query.search && [...names].join()}`
  // A status derived from dates changes without a write, and a joined value by a change elsewhere.
  const used = [...query.filters.map(({ field }) => field), ...(query.search ? joinedNames(shape) : [])]
  const { fields, seconds, sections } = shape.hooks.timeDependent ?? { fields: [], seconds: 1, sections: [] }
  const passing = used.filter((field) => !Object.hasOwn(shape.columns, field) || fields.includes(field))
  const lasting = passing.every((field) => fields.includes(field))
  const slot = passing.length ? Math.floor(Date.now() / 1_000 / seconds) : ''
  const counted = () => countRows(db, shape, where)
  const read = async () => {
    const total = await (lasting ? totalsOf(database).total(name, key + slot, counted, slot ? sections : []) : counted())
    const offset = (query.page - 1) * query.size
    const selecting = { where, order, by, limit: query.size, offset }
    const envelope = (data: Record<string, unknown>[] = []): Envelope => {
      const { total_record, ...rest } = page(data, query.page, query.size, total)
      return shape.section.wire.omitTotal ? rest : Object.assign(rest, { total_record })
    }
    if (offset >= total) return envelope()
    const { enrich, personal } = shape.hooks
    if (!enrich && !personal && !joinsNested(shape)) return pageText(await selectText(db, shape, shown, selecting), envelope())
    const rows = await ownRows(db, shape, user, await selectRows(db, shape, selecting))
    return envelope(rows.map((row) => only(row, shown)))
  }
  const { page: number, size, sort } = query
  return totalsOf(database).shared(name, JSON.stringify([key, number, size, sort, [...names]]), read)
}

/** Returns this user's rows by number or ref, unordered. */
export function findRows(
  db: Db,
  shape: Shape,
  user: CurrentUser,
  keys: readonly Key[],
  options: Partial<Selecting> = {},
): Promise<AnyRow[]> {
  return selectRows(db, shape, { ...options, where: and(scopeOf(shape, user).where, whereNamed(shape.table, keys)) })
}

/** Returns one row with its readable fields. Throws 404, also if it does not match the filters. */
export async function readOne(
  db: Db,
  shape: Shape,
  user: CurrentUser,
  key: Key,
  filters: readonly Filter[] = [],
): Promise<Record<string, unknown>> {
  const [row] = await ownRows(db, shape, user, await findRows(db, shape, user, [key]))
  if (!row) throw new ApiError('not_found')
  const where = conditionOf(shape, { filters, search: '' }, readableNames(shape, user), user)
  if (where && !(await countRows(db, shape, and(whereNamed(shape.table, [row.id]), where)))) throw new ApiError('not_found')
  return seenBy(shape, user, row)
}

/** One row, whole. Throws 404. */
export async function findRow(db: Db, shape: Shape, user: CurrentUser, key: Key): Promise<AnyRow> {
  const [row] = await findRows(db, shape, user, [key])
  if (!row) throw new ApiError('not_found')
  return row
}

/** Like `findRow`, locked until the transaction ends. */
export async function lockRow(db: Db, shape: Shape, user: CurrentUser, key: Key): Promise<AnyRow> {
  const stored = await lockStored(db, shape, scopeOf(shape, user), key)
  const [row] = await rowsOnWire(db, shape, stored ? [stored] : [])
  if (!row) throw new ApiError('not_found')
  return row
}

/** Returns the fields this user may read. */
export function seenBy(shape: Shape, user: CurrentUser, row: AnyRow): Record<string, unknown> {
  return only(row, readableNames(shape, user))
}
