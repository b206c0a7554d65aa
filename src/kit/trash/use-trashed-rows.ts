import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { hasNoConnection } from '#console/data/api/api-error.ts'
import { trashOptions, useTrashOverlay } from '#console/data/query/trash.ts'
import { t } from '#console/i18n/i18n.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import type { Rows } from '../list/rows/use-rows.ts'

const none: readonly AnyRow[] = []

/** A page of the trash: the server's rows with waiting deletes and restores. */
export function useTrashedRows(section: Section, query: ListQuery): Rows {
  const client = useQueryClient()
  const { data, error, isPlaceholderData, isFetching, fetchStatus, refetch } = useQuery(trashOptions(section, query))
  const folded = useTrashOverlay(section, data?.data ?? none, query)
  const rows = useMemo(() => folded.rows.map(({ row, _state }) => ({ row, mark: _state })), [folded])
  const offline = hasNoConnection({ error, fetchStatus })
  return {
    rows,
    records: useMemo(() => rows.map(({ row }) => row), [rows]),
    total: data?.total_record ?? 0,
    more: folded.added,
    state: data !== undefined || rows.length > 0 ? 'ready' : error || offline ? 'failed' : 'loading',
    busy: isPlaceholderData && isFetching,
    message: error?.message || t('app.wrong'),
    offline,
    retry: () => void refetch(),
    prefetch: (next) => void client.prefetchQuery(trashOptions(section, next)),
  }
}
