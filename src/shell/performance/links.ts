/** Links from a figure to its trades. */
import { type Filter, formatRange } from '#contract/kit/field/list-query.ts'
import { listHref } from '../dashboard/list-href.ts'
import type { Asked } from './asked.ts'

const chosen = ({ product, category }: Asked): Filter[] => [
  ...(product ? [{ field: 'product', values: [product] }] : []),
  ...(category ? [{ field: 'category', values: [category] }] : []),
]

const until = ({ to }: Asked): Filter[] => (to ? [{ field: 'opened_on', values: [formatRange('', to)] }] : [])

/** Positions opened by the end of the period. */
export const positionsHref = (asked: Asked): string => listHref('portofolio', { filters: [...chosen(asked), ...until(asked)] })

export const openHref = (asked: Asked): string =>
  listHref('portofolio', { filters: [...chosen(asked), ...until(asked), { field: 'is_open', values: ['true'] }] })

/** Positions closed in the period. */
export function closedHref(asked: Asked): string {
  const { from, to } = asked
  const closed = from && to ? { field: 'closed_on', values: [formatRange(from, to)] } : { field: 'is_open', values: ['false'] }
  return listHref('portofolio', { filters: [...chosen(asked), closed] })
}

export const recommendationsHref = (category: string): string =>
  listHref('recommendation', {
    filters: [
      { field: 'kind', values: ['buy'] },
      { field: 'category', values: [category] },
      { field: 'status', values: ['publish'] },
    ],
  })
