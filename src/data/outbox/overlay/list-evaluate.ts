/** The list grammar evaluated on plain rows: the same answers as the API's SQL, for rows that are on the device. */

import { type Field, firstJoined } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { isNumeric } from '#contract/kit/field/kind.ts'
import { type Filter, type ListQuery, ListQueryError, parseRange, parseSort, type Sort } from '#contract/kit/field/list-query.ts'
import { filteredField } from '#contract/kit/section/filtered-field.ts'
import { searchTerms } from '#contract/kit/section/search.ts'
import { fieldOf, isSortable, type Section } from '#contract/kit/section/section.ts'
import { searchForm } from '#contract/lib/search/words.ts'

type Row = Readonly<Record<string, unknown>>

const dayMs = 24 * 3_600_000
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const isMoment = (field: Field) => field.kind === 'dateTime'

/** Milliseconds of a time, in WIB where it says no offset; a plain day is its beginning (departure b). Null when it is no time. */
export function toMoment(value: unknown): number | null {
  if (typeof value !== 'string') return null
  const withTime = isDay(value) ? `${value}T00:00:00` : value
  const time = Date.parse(/(Z|[+-]\d{2}:\d{2})$/.test(withTime) ? withTime : `${withTime}+07:00`)
  return Number.isNaN(time) ? null : time
}

/** What a value is ordered by: a number, a text in code point order, or null for 'nothing'. */
export function sortKey(field: Field | undefined, value: unknown): number | string | null {
  // Nobody is 0 on the wire, so it is ordered as 0.
  if (value === null || value === undefined || value === '') return field?.unassigned ? 0 : null
  if (field?.emptyDate !== undefined && value === field.emptyDate) return null
  if (field && isMoment(field)) return toMoment(value)
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return byCodePoint(toText(value))
}

/**
 * JavaScript and IndexedDB order texts by UTF-16 unit, SQL's COLLATE "C" by code point. They part at surrogates, so
 * those are moved behind the other units; the result is only good for comparing.
 */
export function byCodePoint(text: string): string {
  if (!/[\ud800-\uffff]/.test(text)) return text
  let key = ''
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    key += String.fromCharCode(unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)
  }
  return key
}

/** Nothing comes last, in both directions. */
export function compareKeys(a: number | string | null, b: number | string | null, sign = 1): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -sign : sign
}

/** The sort of a query, or the section's own. Throws ListQueryError on a field that cannot be sorted by. */
export function sortOf(section: Section, query: ListQuery): Sort {
  if (query.sort && !isSortable(section, query.sort.field)) {
    throw new ListQueryError('sort', 'unknown_field', `'${query.sort.field}' cannot be used here`)
  }
  return query.sort ?? parseSort(section.list.sort) ?? { field: 'id', direction: 'asc' }
}

/** Empty values come last, as the API has them; equal ones go by id, the same way round. */
export function compareRows(section: Section, sort: Sort): (a: Row, b: Row) => number {
  // A reference is ordered by what is shown of it.
  const by = firstJoined(section.fields, sort.field) ?? sort.field
  const field = fieldOf(section, by)
  const sign = sort.direction === 'desc' ? -1 : 1
  return (a, b) => compareKeys(sortKey(field, a[by]), sortKey(field, b[by]), sign) || sign * (Number(a.id) - Number(b.id))
}

/** The part of `from..to` as numbers, the end exclusive: a day given as the end is wholly inside. */
export function momentRange(value: string): { from: number; before: number } {
  const range = parseRange(value) ?? { from: value, to: value }
  const from = range.from === undefined ? Number.NEGATIVE_INFINITY : toMoment(range.from)
  const to = range.to === undefined ? Number.POSITIVE_INFINITY : toMoment(range.to)
  if (from === null || to === null) throw new ListQueryError('query', 'range', `'${value}' is not from..to`)
  return { from, before: range.to === undefined ? to : to + (isDay(range.to) ? dayMs : 1) }
}

function matchesValue(field: Field, value: unknown, wanted: string): boolean {
  if (Array.isArray(value)) return value.some((entry) => String(entry) === wanted)
  if (field.kind === 'dateTime') {
    // The mark of 'no date' lies in no range.
    const time = field.emptyDate !== undefined && value === field.emptyDate ? null : toMoment(value)
    const { from, before } = momentRange(wanted)
    return time !== null && time >= from && time < before
  }
  if (field.kind === 'flag') return toText(value ?? false) === wanted
  const mayBeNobody = field.kind === 'reference' && (field.unassigned || !field.required)
  if (mayBeNobody && wanted === '0') return value === null || value === undefined || value === 0
  const range = field.kind === 'date' || isNumeric(field.kind) ? parseRange(wanted) : null
  if (!range) return value !== null && value !== undefined && toText(value) === wanted
  if (value === null || value === undefined) return false
  const number = (text: string) => (field.kind === 'date' ? text : Number(text))
  const own = field.kind === 'date' ? toText(value) : Number(value)
  return (range.from === undefined || own >= number(range.from)) && (range.to === undefined || own <= number(range.to))
}

export function matchesFilter(section: Section, row: Row, filter: Filter): boolean {
  const name = filteredField(section, filter.field)
  const field = name && fieldOf(section, name)
  if (!name || !field) throw new ListQueryError('query', 'unknown_field', `'${filter.field}' cannot be used here`)
  return filter.values.some((wanted) => matchesValue(field, row[name], wanted))
}

/** The text that a search looks through, in its form. */
export function searchText(section: Section, row: Row): string {
  return section.list.search.map((name) => searchForm(toText(row[name]))).join('\u0000')
}

export function matchesSearch(section: Section, row: Row, search: string): boolean {
  if (search === '') return true
  const text = searchText(section, row)
  return searchTerms(section, search).some((term) => text.includes(term))
}

/** The same of a record that waits here: a filter that only the API knows, such as who moved a lead, holds for none. */
export function matchesHere(section: Section, row: Row, query: Pick<ListQuery, 'filters' | 'search'>): boolean {
  return query.filters.every(({ field }) => filteredField(section, field) !== undefined) && matches(section, row, query)
}

/** Throws ListQueryError on a field the section does not have. */
export function matches(section: Section, row: Row, query: Pick<ListQuery, 'filters' | 'search'>): boolean {
  return matchesSearch(section, row, query.search) && query.filters.every((filter) => matchesFilter(section, row, filter))
}
