import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { useOverlay } from '#console/data/query/outbox-store.ts'
import { listOptions } from '#console/data/query/queries.ts'
import { type LeadStatus, leadStatuses } from '#contract/choices/options.ts'
import { filterValues, type ListQuery, withFilter } from '#contract/kit/field/list-query.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { isLeadStatus } from '../status.ts'
import { type Lane, toLanes, uniqueRows } from './lanes.ts'

/** Leads of a lane per page. */
const pageSize = 30

export interface Lanes {
  lanes: readonly Lane[]
  loading: boolean
  /** More pages need the network. */
  offline: boolean
  /** Why loading failed. */
  failed: { message: string; offline: boolean } | null
  retry: () => void
  showMore: (status: LeadStatus) => void
}

/** Pages of every status, folded with the outbox. A status filter leaves only its lanes. */
export function useLanes(query: ListQuery): Lanes {
  const [pages, setPages] = useState<Partial<Record<LeadStatus, number>>>({})
  const wanted = filterValues(query, 'status').filter(isLeadStatus)
  const statuses = wanted.length ? leadStatuses.filter((status) => wanted.includes(status)) : leadStatuses
  const parts = statuses.flatMap((status) => Array.from({ length: pages[status] ?? 1 }, (_, index) => ({ status, page: index + 1 })))
  const answers = useQueries({
    queries: parts.map(({ status, page }) => ({
      ...listOptions(leads, { ...withFilter(query, 'status', [status]), page, size: pageSize }),
      // Only the list's page of leads is persisted.
      meta: {},
    })),
  })
  const reads = statuses.map((status) => {
    const own = answers.filter((_, index) => parts[index]?.status === status)
    return { status, rows: own.flatMap(({ data }) => data?.data ?? []), total: own[0]?.data?.total_record ?? null }
  })
  const rows = uniqueRows(reads)
  const unfiltered = useMemo(() => ({ ...withFilter(query, 'status', wanted), page: 1 }), [query, wanted])
  const folded = useOverlay(leads, rows, unfiltered)
  const empty = answers.every(({ data }) => data === undefined)
  const error = answers.find((answer) => answer.error)?.error ?? null
  const offline = answers.some(({ fetchStatus }) => fetchStatus === 'paused') || (error instanceof ApiError && error.offline)
  return {
    lanes: toLanes(reads, folded.rows),
    loading: empty && !error && !offline && folded.rows.length === 0,
    offline,
    failed: empty && (error || offline) && folded.rows.length === 0 ? { message: error?.message ?? '', offline } : null,
    retry: () => {
      for (const answer of answers) void answer.refetch()
    },
    showMore: (status) => setPages((old) => ({ ...old, [status]: (old[status] ?? 1) + 1 })),
  }
}
