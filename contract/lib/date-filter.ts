/** Rules of the From and To pickers (docs/product/lists.md#from-and-to). Days are 'YYYY-MM-DD'; an empty text is not set. */

export interface DateFilter {
  from: string
  to: string
  /** The date meant; required by custom date filters. */
  category?: string
}

export interface DateFilterRules {
  /** Whether To waits for From. */
  toDisabled: boolean
  /** Earliest To, when min/max is enabled. */
  toMin: string | undefined
  /** Whether Filter waits for both dates and a custom filter's category. */
  filterDisabled: boolean
}

export function dateFilterRules(filter: DateFilter, options: { minMax: boolean; custom?: boolean }): DateFilterRules {
  const { from, to, category } = filter
  const complete = from !== '' && to !== '' && (!options.custom || Boolean(category))
  return {
    toDisabled: from === '',
    toMin: options.minMax && from !== '' ? from : undefined,
    filterDisabled: !complete || (options.minMax && to < from),
  }
}
