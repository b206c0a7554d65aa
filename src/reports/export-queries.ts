import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { readSearch } from '#console/kit/list/query/search.ts'
import type { RowOf } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import { exportHistory, type exportHistoryFields } from '#contract/reports/export-chat.ts'

export type ExportRow = RowOf<typeof exportHistoryFields>

export const exportsKey = queryKeys.lists('export-history')

/** What an address asks of the history. */
export const readExportsSearch = (search: Readonly<Record<string, unknown>>) =>
  readSearch(Object.fromEntries(['page', 'size', 'sort', 'query'].map((name) => [name, toText(search[name])])))

const isMade = ({ state }: ExportRow) => state === 'waiting' || state === 'running'
/** Milliseconds between reads while a file is being made: tasks of others come on no stream. */
const makingMs = 3_000

export function exportsOptions(list: ListQuery) {
  return queryOptions({
    queryKey: queryKeys.list('export-history', list),
    queryFn: ({ signal }) => request<Page<ExportRow>>(exportHistory, { list, signal }),
    placeholderData: keepPreviousData,
    // The read that the route began is not begun again by the screen.
    staleTime: 1_000,
    refetchInterval: ({ state }) => (state.data?.data.some(isMade) ? makingMs : false),
    meta: { keep: true },
  })
}
