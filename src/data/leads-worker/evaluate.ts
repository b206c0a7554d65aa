/** The list grammar over the columns: the same leads in the same order as the API's SQL gives. */
import type { Filter, ListQuery, Sort } from '#contract/kit/list-query.ts'
import { searchTerms } from '#contract/kit/search.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { codedFields, timeFields } from '../outbox/lead-part.ts'
import { matches, matchesFilter, momentRange } from '../outbox/list-evaluate.ts'
import type { LeadTable } from './table.ts'

const find = <K extends string>(names: readonly K[], name: string): K | undefined => names.find((one) => one === name)

function narrowByTime(table: LeadTable, mask: Uint8Array, { field, values }: Filter): boolean {
  const name = find(timeFields, field)
  if (!name) return false
  const ranges = values.map(momentRange)
  const times = table.times[name].values
  for (let slot = 0; slot < mask.length; slot++) {
    const time = times[slot] ?? Number.NaN
    if (mask[slot] && !ranges.some(({ from, before }) => time >= from && time < before)) mask[slot] = 0
  }
  return true
}

/** Asks once for each distinct value. */
function narrowByCode(table: LeadTable, mask: Uint8Array, filter: Filter): boolean {
  const name = find(codedFields, filter.field)
  if (!name) return false
  const fits = Uint8Array.from(table.coders[name].values, (value) => (matchesFilter(leads, { [name]: value }, filter) ? 1 : 0))
  const codes = table.codes[name].values
  for (let slot = 0; slot < mask.length; slot++) if (!fits[codes[slot] ?? 0]) mask[slot] = 0
  return true
}

function narrow(table: LeadTable, mask: Uint8Array, filter: Filter): void {
  if (narrowByTime(table, mask, filter) || narrowByCode(table, mask, filter)) return
  const wanted = new Set(filter.values)
  const ids = table.ids.values
  for (let slot = 0; slot < mask.length; slot++) {
    const own = filter.field === 'id' ? String(ids[slot]) : (table.refs[slot] ?? '')
    if (!wanted.has(own)) mask[slot] = 0
  }
}

/** 1 for each slot that a lead of the answer has. Throws ListQueryError on what cannot be filtered by. */
export function select(table: LeadTable, query: Pick<ListQuery, 'filters' | 'search'>): Uint8Array {
  // An empty row finds out whether the grammar allows the query.
  matches(leads, {}, query)
  const mask = table.mask()
  for (const filter of query.filters) narrow(table, mask, filter)
  if (query.search === '') return mask
  const terms = searchTerms(leads, query.search)
  const [term = '', other = term] = terms
  const { search } = table
  for (let slot = 0; slot < mask.length; slot++) {
    if (!mask[slot]) continue
    const text = search[slot] ?? ''
    if (!text.includes(term) && (terms.length === 1 || !text.includes(other))) mask[slot] = 0
  }
  return mask
}

/** One page of the chosen slots by an ascending order, and how many there are. */
export function pageOf(
  mask: Uint8Array,
  order: Uint32Array,
  { direction }: Sort,
  { page, size }: Pick<ListQuery, 'page' | 'size'>,
): { slots: number[]; total: number } {
  const slots: number[] = []
  const first = (page - 1) * size
  let total = 0
  for (let at = 0; at < order.length; at++) {
    const slot = order[direction === 'asc' ? at : order.length - 1 - at] ?? 0
    if (!mask[slot]) continue
    if (total >= first && slots.length < size) slots.push(slot)
    total += 1
  }
  return { slots, total }
}
