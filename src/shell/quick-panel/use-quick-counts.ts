import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { request } from '#console/data/api/request.ts'
import { serverDate } from '#console/data/base/server-clock.ts'
import { useStore } from '#console/data/base/store.ts'
import { throttled } from '#console/data/base/throttled.ts'
import { isCached } from '#console/data/cache/cached.ts'
import { onChatEvent } from '#console/data/chat/events.ts'
import { roomsStore } from '#console/data/chat/memory.ts'
import { listOptions, modeQuery } from '#console/data/query/queries.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { quickPanel } from '#contract/quick-panel.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { dueFilters, dueKinds } from '../dashboard/due-filters.ts'
import { useMine } from '../dashboard/my-leads.ts'
import { type Counts, merged, toCounts } from './counts.ts'

const panelOptions = queryOptions({
  queryKey: queryKeys.call(quickPanel.name, ''),
  queryFn: async ({ signal }) => toCounts(await request<unknown>(quickPanel, { query: modeQuery(), signal })),
  // Fetched at each opening; the last response is kept for offline use.
  staleTime: 0,
  meta: { keep: true },
})

/** Milliseconds within which changes cause one request. */
const changesMs = 2_000
const counted: readonly unknown[] = [leads.name, 'chat-platform', 'transaction', 'member']

/** While the panel is open, changes of its counts refetch them; there is no polling. */
function useFollow(): void {
  const client = useQueryClient()
  useEffect(() => {
    const again = throttled(() => void client.invalidateQueries({ queryKey: panelOptions.queryKey }), changesMs)
    const stops = [
      onChatEvent(again),
      client.getQueryCache().subscribe((event) => {
        const isList = event.query.queryKey[0] === 'list' && counted.includes(event.query.queryKey[1])
        if (isList && event.type === 'updated' && event.action.type === 'invalidate') again()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
}

/** Counts of the device: follow-ups where leads are cached, unread rooms where they were read. */
function useOwnCounts(wanted: boolean): Counts {
  const filters = dueFilters(useMine(), serverDate())
  const { rooms, loaded } = useStore(roomsStore)
  const responses = useQueries({
    queries: dueKinds.map((kind) => ({
      ...listOptions(leads, { ...firstPage, size: 1, filters: filters[kind] }),
      enabled: wanted && isCached('leads'),
    })),
  })
  if (!wanted) return {}
  const [overdue, today] = responses.map(({ data }) => data?.total_record)
  const unread = [...rooms.values()].filter((room) => room.unread > 0 || room.mark_as_unread).length
  return {
    ...(overdue !== undefined && { leads_overdue: overdue }),
    ...(today !== undefined && { leads_today: today }),
    ...(loaded && { chats_unread: unread }),
  }
}

export interface QuickState {
  counts: Counts
  /** Time of the last response; 0 for never. */
  answeredAt: number
  isOnline: boolean
  isPending: boolean
  failed: boolean
}

export function useQuickCounts(): QuickState {
  useFollow()
  const isOnline = useConnection() === 'online'
  const { data, dataUpdatedAt, isError, isPending } = useQuery(panelOptions)
  const own = useOwnCounts(!isOnline || isError)
  const counts = merged(data, own, isOnline && !isError)
  return {
    counts,
    answeredAt: dataUpdatedAt,
    isOnline,
    isPending: isPending && isOnline && !isError && Object.keys(counts).length === 0,
    failed: isError,
  }
}
