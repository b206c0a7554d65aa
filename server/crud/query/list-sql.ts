/** The list grammar as SQL. It must select and order rows as the evaluator on the device. */
import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { firstJoined } from '#contract/kit/field/field.ts'
import { isNumeric, type Kind } from '#contract/kit/field/kind.ts'
import { type Filter, type ListQuery, ListQueryError, parseRange, parseSort, type Sort } from '#contract/kit/field/list-query.ts'
import { filteredField } from '#contract/kit/section/filtered-field.ts'
import { searchTerms } from '#contract/kit/section/search.ts'
import { isSortable } from '#contract/kit/section/section.ts'
import { uuid } from '#contract/lib/patterns.ts'
import { storedPhone } from '#contract/lib/phone.ts'
import { apostrophes, searchForm } from '#contract/lib/search/words.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { type Readable, readable } from './expressions.ts'
import { whereTarget } from './joined.ts'
import { dayRange, momentRange, monthRange, numberRange, type Range } from './ranges.ts'
import type { Selecting } from './rows.ts'
import { type Shape, targetOf } from './shape.ts'

const never = sql`false`

/** An unreadable field is answered like an unknown one: filters, sorting and search reveal no value. */
export function unknownField(parameter: 'query' | 'sort', name: string): ListQueryError {
  return new ListQueryError(parameter, 'unknown_field', `'${name.slice(0, 40)}' cannot be used here`)
}

/** Returns a LIKE pattern for a substring, with its wildcards escaped. */
export function within(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`
}

/** A bound that may exceed the column's range, or have a fraction where it has none. */
const boundOf = (bound: string | number) =>
  typeof bound === 'string' ? bound : sql`${bound}::${sql.raw(Number.isSafeInteger(bound) ? 'bigint' : 'numeric')}`

function between(expression: SQL, range: Range): SQL | undefined {
  return and(
    range.from === undefined ? undefined : gte(expression, boundOf(range.from)),
    range.to === undefined ? undefined : (range.open ? lt : lte)(expression, boundOf(range.to)),
    // A range without ends requires a value.
    sql`${expression} is not null`,
  )
}

function ranges(name: string, { expression }: Readable, values: readonly string[], read: (from?: string, to?: string) => Range | null) {
  return or(
    ...values.map((value) => {
      const range = parseRange(value) ?? { from: value, to: value }
      const bounds = read(range.from, range.to)
      if (!bounds) throw new ListQueryError('query', 'range', `'${value.slice(0, 60)}' is no range of ${name}`)
      return between(expression, bounds)
    }),
  )
}

function flags(name: string, { expression }: Readable, values: readonly string[]): SQL | undefined {
  return or(
    ...values.map((value) => {
      if (!['true', 'false', '1', '0'].includes(value)) throw new ListQueryError('query', 'pair', `${name} is true or false`)
      return eq(expression, value === 'true' || value === '1')
    }),
  )
}

function references({ field, expression }: Readable, values: readonly string[]): SQL | undefined {
  const table = targetOf(field.to)?.table
  return or(
    ...values.map((value) => {
      // No record has the number 0.
      if (value === '0' && !(field.required && !field.unassigned)) return isNull(expression)
      if (/^\d{1,15}$/.test(value)) return eq(expression, Number(value))
      if (!uuid.test(value) || !table) return never
      return sql`${expression} = (select ${table.id} from ${table} where ${table.ref} = ${value})`
    }),
  )
}

/** Matches lists of references to any of these, by number or ref. */
function listing({ field, expression }: Readable, values: readonly string[]): SQL | undefined {
  const table = targetOf(field.to)?.table
  return or(
    ...values.map((value) => {
      if (/^\d{1,15}$/.test(value)) return sql`${expression} @> ${JSON.stringify([Number(value)])}::jsonb`
      if (!uuid.test(value) || !table) return never
      return sql`${expression} @> (select jsonb_build_array(${table.id}) from ${table} where ${table.ref} = ${value})`
    }),
  )
}

/** Above this number of values, rows are scanned once instead of index lookups. */
const maxLookups = 8

/** Matches any of the entries; numbers for numeric choices. */
function containing({ field, expression }: Readable, values: readonly string[]): SQL | undefined {
  const numeric = typeof field.values?.[0] === 'number'
  if (!numeric && values.length > maxLookups)
    return sql`${expression} ?| array[${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )}]::text[]`
  return or(...values.map((value) => sql`${expression} @> ${JSON.stringify([numeric ? Number(value) : value])}::jsonb`))
}

function equal({ field, expression }: Readable, values: readonly string[]): SQL | undefined {
  const numeric = typeof field.values?.[0] === 'number'
  return inArray(expression, numeric ? values.map(Number) : [...values])
}

/** Matches a substring, ignoring case and apostrophes. */
export function contains(expression: SQL, term: string): SQL {
  return sql`translate(lower((${expression}) collate "default"), ${apostrophes}::text, '') like ${within(searchForm(term))}`
}

export function identity({ expression }: Readable, name: string, values: readonly string[]): SQL | undefined {
  const fitting = values.filter((value) => (name === 'id' ? /^\d{1,15}$/.test(value) : uuid.test(value)))
  return fitting.length ? inArray(expression, name === 'id' ? fitting.map(Number) : fitting) : never
}

/** More than a person selects. */
const maxValues = 100

/** Each value is a condition on every row; only ids are looked up together. */
export function assertFewValues({ field, values }: Filter): void {
  if (values.length > maxValues && !['id', 'ref'].includes(field))
    throw new ListQueryError('query', 'pair', `'${field.slice(0, 40)}' may have at most ${maxValues} values`)
}

function filterSql(shape: Shape, filter: Filter, names: ReadonlySet<string>, user: CurrentUser): SQL | undefined {
  const { field: key, values } = filter
  const own = Object.hasOwn(shape.hooks.filters ?? {}, key) ? shape.hooks.filters?.[key] : undefined
  if (Object.hasOwn(shape.fields, key) && !names.has(key)) throw unknownField('query', key)
  assertFewValues(filter)
  if (own) return own(values, user, names)
  const name = filteredField(shape.section, key) ?? ''
  const known = readable(shape, name)
  if (!known || !names.has(name)) throw unknownField('query', key)
  if (name === 'id' || name === 'ref') return identity(known, name, values)
  // A joined field is searched in its target.
  return known.join
    ? whereTarget(known.join, byKind(name, { ...known, expression: sql`${known.join.value}` }, values))
    : byKind(name, known, values)
}

/** Kinds without commas in values: clients may separate values by comma. */
const partedKinds: readonly Kind[] = ['choice', 'choices', 'flag', 'reference', 'references']

export function byKind(name: string, known: Readable, given: readonly string[]): SQL | undefined {
  const { kind } = known.field
  const values = partedKinds.includes(kind) ? given.flatMap((value) => value.split(',')) : given
  if (kind === 'dateTime') return ranges(name, known, values, momentRange)
  if (kind === 'date' || kind === 'month') return ranges(name, known, values, kind === 'date' ? dayRange : monthRange)
  if (isNumeric(kind)) return ranges(name, known, values, numberRange)
  if (kind === 'flag') return flags(name, known, values)
  if (kind === 'reference') return references(known, values)
  if (kind === 'references') return listing(known, values)
  if (kind === 'phone') return equal(known, values.map(storedPhone))
  if (kind === 'tags' || kind === 'choices') return containing(known, values)
  return equal(known, values)
}

function searchSql(shape: Shape, term: string, names: ReadonlySet<string>): SQL | undefined {
  if (term === '') return undefined
  const searched = shape.section.list.search.filter((name) => names.has(name))
  // An index over all fields would also match those that this person may not read.
  if (shape.hooks.search && searched.length === shape.section.list.search.length) return shape.hooks.search(term)
  const terms = searchTerms(shape.section, term)
  const found = searched.flatMap((name) => {
    const known = readable(shape, name)
    if (!known) return []
    const { join, expression } = known
    return join
      ? [whereTarget(join, or(...terms.map((one) => contains(sql`${join.value}`, one))))]
      : terms.map((one) => contains(expression, one))
  })
  return or(...found) ?? never
}

/** Returns the condition of search and filters. Throws ListQueryError for invalid filters. */
export function conditionOf(
  shape: Shape,
  query: Pick<ListQuery, 'filters' | 'search'>,
  names: ReadonlySet<string>,
  user: CurrentUser,
): SQL | undefined {
  return and(...query.filters.map((filter) => filterSql(shape, filter, names, user)), searchSql(shape, query.search, names))
}

/** Returns the field of a sort: for a reference its first joined field. Throws ListQueryError. */
function sortedBy(shape: Shape, sort: Sort | null, names: ReadonlySet<string>): { known: Readable; sort: Sort } | null {
  const chosen = sort ?? parseSort(shape.section.list.sort)
  if (!chosen) return null
  const field = firstJoined(shape.fields, chosen.field) ?? chosen.field
  const known = readable(shape, field)
  if (!known || (sort && !names.has(field)) || !isSortable(shape.section, field)) throw unknownField('sort', chosen.field)
  return { known, sort: { ...chosen, field } }
}

/** Descending, empty values last. Without empty values, the ascending index serves as well. */
export const descending = (expression: SQL, isFull: boolean): SQL => (isFull ? desc(expression) : sql`${expression} desc nulls last`)

/** Returns the requested order or the section's: empty values last, ties by id in the same direction. Throws ListQueryError. */
export function orderOf(shape: Shape, sort: Sort | null, names: ReadonlySet<string>): SQL[] {
  const by = sortedBy(shape, sort, names)
  if (!by) return [desc(shape.table.id)]
  const { field, expression, isFull } = by.known
  const isUp = by.sort.direction === 'asc'
  const id = (isUp ? asc : desc)(shape.table.id)
  if (by.sort.field === 'id') return [id]
  // Unassigned is 0 on the wire and in the order.
  const value = field.unassigned ? sql`coalesce(${expression}, 0)` : expression
  return [isUp ? asc(value) : descending(value, isFull || field.unassigned === true), id]
}

/** Returns the join of the order, if any. */
export function joinOrder(shape: Shape, sort: Sort | null, names: ReadonlySet<string>): NonNullable<Selecting['by']> | null {
  const by = sortedBy(shape, sort, names)
  return by?.known.join ? { join: by.known.join, direction: by.sort.direction } : null
}
