/** From a query to slots: exact matches in the requested order, and after few of them the fuzzy ones. */
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import { searchTerms } from '#contract/kit/section/search.ts'
import { sortOf } from '../outbox/overlay/list-evaluate.ts'
import { noMatch } from '../search/fuzzy-terms.ts'
import { pageOf, select } from './evaluate.ts'
import { fuzzyErrors } from './fuzzy.ts'
import { type Order, slotAt } from './order.ts'
import type { RowTable } from './table.ts'

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
