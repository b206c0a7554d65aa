/** Reading deleted records that can be restored. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatListQuery, type ListQuery } from '#contract/kit/field/list-query.ts'
import { type Page, page as toPage } from '#contract/kit/field/paging.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { trashCalls } from '#contract/kit/section/trash-calls.ts'
import { ApiError } from '../api/api-error.ts'
import { request } from '../api/request.ts'
import { foldTrash } from '../outbox/overlay/trash-overlay.ts'
import { type Folded, useFolding } from './outbox-store.ts'
import { atItsPath, inMode, namedRow, readPage, skipsReads } from './queries.ts'
import { queryClient } from './query-client.ts'
import { queryKeys } from './query-keys.ts'

/** A call of the section's trash, where this console finds it. Throws where there is none. */
export function trashCall(section: Section, action: 'trashed' | 'trashedOne' | 'restore' | 'erase') {
  const call = trashCalls(section).find((one) => one.action === action)
  if (!call) throw new Error(`${section.name} has no call ${action}`)
  return atItsPath(section, call)
}

/** No answer is no failure of the list: without a network what was read before is all there is. */
async function readTrash(section: Section, list: ListQuery, signal: AbortSignal) {
  if (skipsReads(section)) return toPage([], 1, list.size, 0)
  try {
    return await readPage(trashCall(section, 'trashed'), inMode(section, list), signal)
  } catch (error) {
    if (section.wire.clearsLists && error instanceof ApiError && !error.offline)
      void queryClient.resetQueries({ queryKey: queryKeys.lists(section.name) })
    throw error
  }
}

export function trashOptions(section: Section, list: ListQuery) {
  return queryOptions({
    queryKey: [...queryKeys.trash(section.name), formatListQuery(list)],
    queryFn: ({ signal }) => readTrash(section, list, signal),
    placeholderData: keepPreviousData,
    meta: { keep: true },
  })
}

/** One deleted record; what a list of the trash knows of it stands in until it comes. */
export function trashedOneOptions(section: Section, id: string) {
  return queryOptions({
    queryKey: [...queryKeys.trash(section.name), 'one', id],
    queryFn: async ({ signal }) =>
      namedRow((await request<{ data: AnyRow }>(trashCall(section, 'trashedOne'), { params: { id }, signal })).data),
    placeholderData: () =>
      queryClient
        .getQueriesData<Page<AnyRow>>({ queryKey: queryKeys.trash(section.name), predicate: ({ queryKey }) => queryKey[2] !== 'one' })
        .flatMap(([, page]) => page?.data ?? [])
        .find((row) => row.ref === id || String(row.id) === id),
  })
}

export function useTrashOverlay(section: Section, rows: readonly AnyRow[], list: ListQuery): Folded {
  const { waiting } = useFolding()
  return useMemo(() => foldTrash(section, rows, waiting, list), [section, rows, waiting, list])
}
