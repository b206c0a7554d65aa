/** The list grammar over the columns: the same rows in the same order as the API's SQL gives. */
import { toText } from '#contract/kit/field/guards.ts'
import type { Filter, ListQuery, Sort } from '#contract/kit/field/list-query.ts'
import { searchTerms } from '#contract/kit/section/search.ts'
import { matches, matchesFilter, momentRange } from '../outbox/overlay/list-evaluate.ts'
import { type Order, slotAt } from './order.ts'
import type { RowTable } from './table.ts'

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
export function select(table: RowTable, query: Pick<ListQuery, 'filters' | 'search'>): Uint8Array {
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
export function pageOf(
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
