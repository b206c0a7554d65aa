/** Filters of the portfolio screen, in the URL so that a figure can be shared. */
import type { Span } from '#contract/kit/report/period.ts'
import { pickCategories } from '#contract/sections/stock/categories.ts'

export const products = ['EMT', 'EMV', 'WST'] as const

export type Asked = {
  product?: string
  category?: string
  /** Days, 'YYYY-MM-DD', both or none. */
  from?: string
  to?: string
}

const oneOf = (values: readonly string[], value: unknown) => values.find((each) => each === value)
const dayOf = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined)

/** Parses the URL; invalid filters are ignored. */
export function readAsked(search: Readonly<Record<string, unknown>>): Asked {
  const [product, category] = [oneOf(products, search.product), oneOf(pickCategories, search.category)]
  const [from, to] = [dayOf(search.from), dayOf(search.to)]
  return { ...(product && { product }), ...(category && { category }), ...(from && to && { from, to }) }
}

/** Null is everything. */
export const spanOf = ({ from, to }: Asked): Span | null => (from && to ? { from, to } : null)
