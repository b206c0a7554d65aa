/** Options beyond those that the device has: found by a text, or named by their numbers. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchOptions } from './queries.ts'
import { queryKeys } from './query-keys.ts'

/** As many as a person looks through. */
const maxFound = 20

/** The options that the server finds by a text, beyond those that the device has. */
export function foundOptions(source: string, text: string) {
  return queryOptions({
    queryKey: [...queryKeys.options(source), 'search', text] as const,
    queryFn: ({ signal }) => fetchOptions(source, signal, { search: text, size: maxFound }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

/** These options by their id numbers, for choices that are among none of the others. */
export function namedOptions(source: string, ids: readonly string[]) {
  return queryOptions({
    queryKey: [...queryKeys.options(source), 'ids', ...ids] as const,
    queryFn: ({ signal }) => fetchOptions(source, signal, { size: Math.max(1, ids.length), filters: [{ field: 'id', values: ids }] }),
    staleTime: 5 * 60_000,
  })
}
