import type { ListQuery } from '../kit/field/list-query.ts'

const looksFor = ['snoozed', 'customer_phone', 'id', 'ref']

/**
 * Whether a list leaves out rooms that are snoozed for now. Not where somebody looks for them: by search, by who the customer is,
 * with `snoozed:true` (`snoozed:true,snoozed:false` lists all), or among those that are resolved, which come back at no time.
 */
export function leavesSnoozedOut({ search, filters }: Pick<ListQuery, 'search' | 'filters'>): boolean {
  if (search !== '') return false
  return !filters.some(({ field, values }) => looksFor.includes(field) || (field === 'status' && values.includes('resolved')))
}
