import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { hasNoConnection } from '#console/data/api/api-error.ts'
import { useStore } from '#console/data/base/store.ts'
import { useOverlay } from '#console/data/query/outbox-store.ts'
import { listOptions, oneOptions } from '#console/data/query/queries.ts'
import { t } from '#console/i18n/i18n.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { lastCreatedStore } from '../../text/last-created.ts'
import type { ListRow } from '../query/row-tools.ts'

export interface Rows {
  rows: readonly ListRow[]
  /** Rows without marks; for the selection. */
  records: readonly AnyRow[]
  total: number
  /** Created on this device, not yet counted by the server. */
  more: number
  state: 'loading' | 'failed' | 'ready'
  /** The rows are of the previous query, or are being refetched. */
  busy: boolean
  message: string
  offline: boolean
  retry: () => void
  prefetch: (query: ListQuery) => void
}

/** The record just created, while the list shows its unfiltered first page. */
function useFresh(section: Section, query: ListQuery): AnyRow | null {
  const fresh = useStore(lastCreatedStore)
  const wanted = fresh?.section === section.name && query.page === 1 && !query.search && !query.filters.length && !query.sort
  const { data, isError } = useQuery({ ...oneOptions(section, fresh?.ref ?? ''), enabled: wanted })
  return wanted && data && !isError && data.ref === fresh.ref ? data : null
}

const none: readonly AnyRow[] = []

/** A page of a section: the server's rows folded with the outbox (docs/offline.md#the-idea). `call`: another list call of it. */
export function useRows(section: Section, query: ListQuery, call?: Call): Rows {
  const client = useQueryClient()
  const { data, error, isPlaceholderData, isFetching, fetchStatus, refetch } = useQuery(listOptions(section, query, call))
  const folded = useOverlay(section, data?.data ?? none, query)
  const fresh = useFresh(section, query)
  const rows = useMemo(() => {
    const all = folded.rows.map(({ row, _state }) => ({ row, mark: _state }))
    return fresh && data && !all.some((entry) => entry.row.ref === fresh.ref) ? [{ row: fresh, mark: null }, ...all] : all
  }, [folded, fresh, data])
  const offline = hasNoConnection({ error, fetchStatus })
  const known = data !== undefined || rows.length > 0
  return {
    rows,
    records: useMemo(() => rows.map((entry) => entry.row), [rows]),
    total: data?.total_record ?? data?.data.length ?? 0,
    more: folded.added,
    state: known ? 'ready' : error || offline ? 'failed' : 'loading',
    busy: isPlaceholderData && isFetching,
    message: error?.message || t('app.wrong'),
    offline,
    retry: () => void refetch(),
    prefetch: (next) => void client.prefetchQuery(listOptions(section, next, call)),
  }
}
