/**
 * The list grammar of URL, wire, SQL and Dexie: `page`, `size`, `sort` = 'field asc', `query` = 'field:value,field:value'. A backslash
 * escapes a comma or backslash of a value. A repeated field matches any of its values. A range is 'from..to', with either side optional.
 */

import { controlCharacter } from '../../lib/patterns.ts'
import { defaultPage, defaultSize, maxSize } from './paging.ts'

export interface Sort {
  field: string
  direction: 'asc' | 'desc'
}

export interface Filter {
  field: string
  /** Alternative values. */
  values: readonly string[]
}

export interface ListQuery {
  page: number
  size: number
  sort: Sort | null
  /** Free text, on the wire the filter `search`. */
  search: string
  filters: readonly Filter[]
}

export interface WireQuery {
  page?: string | number | undefined
  size?: string | number | undefined
  sort?: string | undefined
  query?: string | undefined
}

/** Errors of a wire query by parameter. */
export class ListQueryError extends Error {
  constructor(
    readonly parameter: 'page' | 'size' | 'sort' | 'query',
    readonly code: 'number' | 'sort' | 'unknown_field' | 'pair' | 'range',
    message: string,
  ) {
    super(message)
    this.name = 'ListQueryError'
  }
}

export const firstPage: ListQuery = { page: defaultPage, size: defaultSize, sort: null, search: '', filters: [] }

const escapeValue = (value: string) => value.replace(/[\\,]/g, '\\$&')

/** Returns 'field:value,field:value' of filters and search; '' for none. */
export function formatFilters(filters: readonly Filter[], search = ''): string {
  const pairs = filters.flatMap(({ field, values }) => values.map((value) => `${field}:${escapeValue(value)}`))
  if (search) pairs.push(`search:${escapeValue(search)}`)
  return pairs.join(',')
}

function splitPairs(text: string): string[] {
  const pairs: string[] = []
  let current = ''
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i)
    if (char === '\\' && i + 1 < text.length) current += text.charAt(++i)
    else if (char === ',') {
      pairs.push(current)
      current = ''
    } else current += char
  }
  pairs.push(current)
  return pairs
}

/** Parses 'field:value,field:value'. Throws ListQueryError on a pair without colon or field, or on control characters. */
export function parseFilters(query: string): { filters: Filter[]; search: string } {
  const filters = new Map<string, string[]>()
  let search = ''
  for (const pair of query === '' ? [] : splitPairs(query)) {
    const colon = pair.indexOf(':')
    if (colon < 1 || controlCharacter.test(pair)) throw new ListQueryError('query', 'pair', `'${pair.slice(0, 40)}' is not field:value`)
    const field = pair.slice(0, colon)
    const value = pair.slice(colon + 1)
    if (field === 'search') search = value
    else {
      const values = filters.get(field)
      if (values) values.push(value)
      else filters.set(field, [value])
    }
  }
  return { filters: [...filters].map(([field, values]) => ({ field, values })), search }
}

function parseInteger(value: string | number | undefined, fallback: number, max: number, parameter: 'page' | 'size'): number {
  if (value === undefined || value === '') return fallback
  const number = /^\d+$/.test(String(value)) ? Number(value) : Number.NaN
  if (!Number.isInteger(number) || number < 1 || number > max) {
    throw new ListQueryError(parameter, 'number', `${parameter} must be a whole number from 1 to ${max}`)
  }
  return number
}

export function parseSort(value: string | undefined): Sort | null {
  if (!value) return null
  const match = /^([a-z][a-z0-9_]*)(?: (asc|desc))?$/i.exec(value.trim())
  if (!match?.[1]) throw new ListQueryError('sort', 'sort', "sort must be 'field asc' or 'field desc'")
  return { field: match[1], direction: match[2]?.toLowerCase() === 'desc' ? 'desc' : 'asc' }
}

export function formatSort(sort: Sort | null): string {
  return sort ? `${sort.field} ${sort.direction}` : ''
}

/** Maximum page number: page times size stays a safe offset. */
const maxPage = 10_000_000

/** Parses the wire's parameters. Throws ListQueryError, which names the parameter. */
export function parseListQuery(wire: WireQuery): ListQuery {
  return {
    page: parseInteger(wire.page, defaultPage, maxPage, 'page'),
    size: parseInteger(wire.size, defaultSize, maxSize, 'size'),
    sort: parseSort(wire.sort),
    ...parseFilters(wire.query ?? ''),
  }
}

/** Returns wire parameters without defaults: equal queries have equal texts. */
export function formatListQuery(query: ListQuery): { page?: number; size?: number; sort?: string; query?: string } {
  const text = formatFilters(query.filters, query.search)
  return {
    ...(query.page !== defaultPage && { page: query.page }),
    ...(query.size !== defaultSize && { size: query.size }),
    ...(query.sort && { sort: formatSort(query.sort) }),
    ...(text && { query: text }),
  }
}

/** Parses 'from..to'; an empty side is undefined. Null if the text is no range. */
export function parseRange(value: string): { from: string | undefined; to: string | undefined } | null {
  const dots = value.indexOf('..')
  if (dots < 0) return null
  return { from: value.slice(0, dots) || undefined, to: value.slice(dots + 2) || undefined }
}

export function formatRange(from: string | undefined, to: string | undefined): string {
  return `${from ?? ''}..${to ?? ''}`
}

/** Returns the query with one filter set, or removed when there are no values, on page 1. */
export function withFilter(query: ListQuery, field: string, values: readonly string[]): ListQuery {
  const rest = query.filters.filter((filter) => filter.field !== field)
  return { ...query, page: defaultPage, filters: values.length ? [...rest, { field, values }] : rest }
}

export function filterValues(query: ListQuery, field: string): readonly string[] {
  return query.filters.find((filter) => filter.field === field)?.values ?? []
}
