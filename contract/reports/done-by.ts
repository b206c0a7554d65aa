import type { Drill } from '../kit/report/report.ts'

type Records = Pick<Drill, 'section' | 'hiddenFromSales'> & { readonly where?: Drill['where'] }

/** The lists of records with which something was done in the period, by whom a dimension names: each with a filter of its own. */
export const doneBy =
  (dimension: string, { where, ...records }: Records) =>
  (filter: string, counted: Pick<Drill, 'counts' | 'within'>): Drill => ({
    ...records,
    where: { ...where, [filter]: '{from}..{to}' },
    by: { [filter]: `{from}..{to}/{${dimension}}` },
    date: false,
    ...counted,
  })
