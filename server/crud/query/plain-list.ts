/** The list grammar for lists without a section: sorts and filters by declared columns; refuses all else. */

import { and, asc, or, type SQL, sql } from 'drizzle-orm'
import { PgColumn, type PgSelect } from 'drizzle-orm/pg-core'
import type { Fields } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { type ListQuery, parseSort } from '#contract/kit/field/list-query.ts'
import { type Page, page } from '#contract/kit/field/paging.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { termsOf } from '#contract/kit/section/search.ts'
import type { Db } from '#server/db/database.ts'
import type { Readable } from './expressions.ts'
import { assertFewValues, byKind, contains, descending, identity, unknownField } from './list-sql.ts'

interface Columns {
  /** Sources of reply fields, the only ones to sort and filter by; `id` is required. */
  columns: Readonly<Record<string, PgColumn | SQL>>
  search?: readonly string[]
  /** What is searched holds phone numbers, which are found in any notation. */
  hasPhone?: boolean
  /** In the list grammar. */
  sort: string
}

/** A list's condition and order over tables. Throws ListQueryError. */
export function plainQuery(list: ListQuery, { reply }: Pick<Call, 'reply'>, { columns, search = [], hasPhone = false, sort }: Columns) {
  const find = (parameter: 'query' | 'sort', name: string): Readable => {
    const field = 'fields' in reply && Object.hasOwn(reply.fields, name) ? reply.fields[name] : undefined
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined
    if (!field || !column) throw unknownField(parameter, name)
    return { field, expression: sql`${column}`, join: null, isFull: column instanceof PgColumn && column.notNull }
  }
  if (list.search && !search.length) throw unknownField('query', 'search')
  const filters = list.filters.map((filter) => {
    assertFewValues(filter)
    const { field: name, values } = filter
    const known = find('query', name)
    return name === 'id' || name === 'ref' ? identity(known, name, values) : byKind(name, known, values)
  })
  const terms = list.search ? termsOf(list.search, hasPhone) : []
  const found = search.flatMap((name) => terms.map((term) => contains(find('query', name).expression, term)))
  const chosen = list.sort ?? parseSort(sort)
  const names = [...new Set([chosen?.field ?? 'id', 'id'])].map((name) => find('sort', name))
  return {
    where: and(...filters, or(...found)),
    order: names.map(({ expression, isFull }) => (chosen?.direction === 'desc' ? descending(expression, isFull) : asc(expression))),
  }
}

/** Returns a page of the rows of `select`. `keep`: may answer with an earlier count of all rows. Throws ListQueryError. */
export async function readPage<S extends PgSelect>(
  db: Db,
  list: ListQuery,
  call: Pick<Call, 'reply'>,
  columns: Columns,
  select: (where: SQL | undefined) => S,
  keep: (count: () => Promise<number>) => Promise<number> = (count) => count(),
): Promise<Page<Awaited<S>[number]>> {
  const { where, order } = plainQuery(list, call, columns)
  const count = async () => db.$count(select(where).as('counted'))
  const total = await (where ? count() : keep(count))
  const rows = await select(where)
    .orderBy(...order)
    .limit(list.size)
    .offset((list.page - 1) * list.size)
  return page(rows, list.page, list.size, total)
}

type Row = Readonly<Record<string, unknown>>

function compareCells(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return toText(one) < toText(other) ? -1 : Number(toText(one) > toText(other))
}

/** Returns a page of computed rows, in their order or by one of `fields`. Throws ListQueryError. */
export function pageOf<R extends Row>(list: ListQuery, rows: readonly R[], fields: Fields = {}): Page<R> {
  const [filter] = list.filters
  if (filter) throw unknownField('query', filter.field)
  if (list.search) throw unknownField('query', 'search')
  const { sort } = list
  if (sort && !Object.hasOwn(fields, sort.field)) throw unknownField('sort', sort.field)
  const sign = sort?.direction === 'desc' ? -1 : 1
  const [full, empty] = [true, false].map((isFull) => rows.filter((row) => !sort || (row[sort.field] != null) === isFull))
  const sorted = sort ? [...(full ?? []).toSorted((a, b) => sign * compareCells(a[sort.field], b[sort.field])), ...(empty ?? [])] : rows
  const first = (list.page - 1) * list.size
  return page(sorted.slice(first, first + list.size), list.page, list.size, rows.length)
}
