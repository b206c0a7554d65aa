import type { ListQuery } from '../kit/field/list-query.ts'

const looksFor = ['snoozed', 'customer_phone', 'id', 'ref', 'replied']

/**
 * Returns whether a list omits snoozed rooms: not with a search, a filter of the customer or of who replied, `snoozed:true`
 * (`snoozed:true,snoozed:false` lists all), or for resolved rooms, which never return by time.
 */
export function leavesSnoozedOut({ search, filters }: Pick<ListQuery, 'search' | 'filters'>): boolean {
  if (search !== '') return false
  return !filters.some(({ field, values }) => looksFor.includes(field) || (field === 'status' && values.includes('resolved')))
}
