/** From a query to slots: exact matches in the requested order, and after few of them the fuzzy ones. */

import { toText } from '#contract/kit/field/guards.ts'
import type { Filter, ListQuery, Sort } from '#contract/kit/field/list-query.ts'
import { searchTerms } from '#contract/kit/section/search.ts'
import { noMatch } from '#contract/lib/search/fuzzy-terms.ts'
import { matches, matchesFilter, momentRange, sortOf } from '../outbox/overlay/list-evaluate.ts'
import { fuzzyErrors } from './fuzzy.ts'
import { type Order, slotAt } from './order.ts'
import type { RowTable } from './table.ts'

/** The list grammar over the columns: the same rows in the same order as the API's SQL gives. */

function narrowByTime(table: RowTable, mask: Uint8Array, { field, values }: Filter): boolean {
  const times = table.times[field]?.values
  if (!times) return false
  const ranges = values.map(momentRange)
  for (let slot = 0; slot < mask.length; slot++) {
    const time = times[slot] ?? Number.NaN
    if (mask[slot] && !ranges.some(({ from, before }) => time >= from && time < before)) mask[slot] = 0
  }
  return true
}

/** Asks once for each distinct value. */
function narrowByCode(table: RowTable, mask: Uint8Array, filter: Filter): boolean {
  const name = filter.field
  const column = table.coded[name]
  if (!column) return false
  const { section } = table.area
  const fits = Uint8Array.from(column.coder.values, (value) => (matchesFilter(section, { [name]: value }, filter) ? 1 : 0))
  const codes = column.codes.values
  for (let slot = 0; slot < mask.length; slot++) if (!fits[codes[slot] ?? 0]) mask[slot] = 0
  return true
}

function narrow(table: RowTable, mask: Uint8Array, filter: Filter): void {
  if (narrowByTime(table, mask, filter) || narrowByCode(table, mask, filter)) return
  const wanted = new Set(filter.values)
  const ids = table.ids.values
  const texts = filter.field === 'ref' ? table.refs : table.texts[filter.field]
  for (let slot = 0; slot < mask.length; slot++) {
    const own = filter.field === 'id' ? toText(ids[slot]) : (texts?.[slot] ?? '')
    if (!wanted.has(own)) mask[slot] = 0
  }
}

/** 1 for each slot that a row of the answer has. Throws ListQueryError on what cannot be filtered by. */
function select(table: RowTable, query: Pick<ListQuery, 'filters' | 'search'>): Uint8Array {
  // An empty row finds out whether the grammar allows the query.
  const { section } = table.area
  matches(section, {}, query)
  const mask = table.mask()
  for (const filter of query.filters) narrow(table, mask, filter)
  if (query.search === '') return mask
  const terms = searchTerms(section, query.search)
  const [term = '', other = term] = terms
  const { search } = table
  for (let slot = 0; slot < mask.length; slot++) {
    if (!mask[slot]) continue
    const text = search[slot] ?? ''
    if (!text.includes(term) && (terms.length === 1 || !text.includes(other))) mask[slot] = 0
  }
  return mask
}

/** One page of the chosen slots in an order, and how many there are. */
function pageOf(
  mask: Uint8Array,
  order: Order,
  { direction }: Sort,
  { page, size }: Pick<ListQuery, 'page' | 'size'>,
): { slots: number[]; total: number } {
  const slots: number[] = []
  const first = (page - 1) * size
  let total = 0
  for (let at = 0; at < order.slots.length; at++) {
    const slot = slotAt(order, at, direction === 'desc')
    if (!mask[slot]) continue
    if (total >= first && slots.length < size) slots.push(slot)
    total += 1
  }
  return { slots, total }
}

export interface Found {
  slots: number[]
  total: number
  /** How many of the total are fuzzy matches; they come last. */
  fuzzy: number
}

/** With fewer matches than this, a typing error is likely. */
const fewMatches = 10
const maxFuzzy = 50

function fuzzyMatches(table: RowTable, query: ListQuery, exact: Uint8Array, order: Order): number[] {
  const mask = select(table, { ...query, search: '' })
  for (let slot = 0; slot < mask.length; slot++) if (exact[slot]) mask[slot] = 0
  const errors = fuzzyErrors(table, mask, query.search)
  if (!errors) return []
  const isDown = sortOf(table.area.section, query).direction === 'desc'
  const byErrors: number[][] = []
  for (let at = 0; at < order.slots.length; at++) {
    const slot = slotAt(order, at, isDown)
    const count = errors[slot] ?? noMatch
    if (count === noMatch) continue
    byErrors[count] ??= []
    if (byErrors[count].length < maxFuzzy) byErrors[count].push(slot)
  }
  return byErrors.flat().slice(0, maxFuzzy)
}

/** A page by the list grammar. `order` is that of the query's sort. */
export function findPage(table: RowTable, query: ListQuery, order: Order): Found {
  const sort = sortOf(table.area.section, query)
  const mask = select(table, query)
  const exact = pageOf(mask, order, sort, query)
  if (query.search === '' || exact.total >= fewMatches) return { ...exact, fuzzy: 0 }
  const fuzzy = fuzzyMatches(table, query, mask, order)
  const all = [...pageOf(mask, order, sort, { page: 1, size: fewMatches }).slots, ...fuzzy]
  const start = (query.page - 1) * query.size
  return { slots: all.slice(start, start + query.size), total: all.length, fuzzy: fuzzy.length }
}

/** How well a row fits what is being typed: its name begins so, a word of it does or its number, or it is somewhere. */
function rank(table: RowTable, slot: number, terms: readonly string[]): number {
  const name = (table.texts.name?.[slot] ?? '').toLowerCase()
  const phone = table.texts.phone?.[slot] ?? ''
  if (terms.some((term) => name.startsWith(term) || phone.startsWith(term))) return 0
  return terms.some((term) => name.includes(` ${term}`)) ? 1 : 2
}

/** The rows that a text most likely means, best first. */
export function findSuggestions(table: RowTable, text: string, max: number, order: Order): number[] {
  const query: ListQuery = { page: 1, size: max, sort: null, search: text, filters: [] }
  const mask = select(table, query)
  const terms = searchTerms(table.area.section, text)
  const ranked: number[][] = [[], [], []]
  for (let at = 0; at < order.slots.length && (ranked[0]?.length ?? 0) < max; at++) {
    const slot = slotAt(order, at, true)
    if (mask[slot]) ranked[rank(table, slot, terms)]?.push(slot)
  }
  const exact = ranked.flat()
  return [...exact, ...(exact.length < max ? fuzzyMatches(table, query, mask, order) : [])].slice(0, max)
}
