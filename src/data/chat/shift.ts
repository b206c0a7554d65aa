import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { onlinePollMs, ownShift, shiftCount, shiftList } from '#contract/chat/shift.ts'
import { request } from '../api/request.ts'
import { queryKeys } from '../query/query-keys.ts'

export const onlineCountOptions = queryOptions({
  queryKey: queryKeys.call(shiftCount.name, {}),
  queryFn: ({ signal }) => request<{ num_online: number }>(shiftCount, { signal }),
  refetchInterval: onlinePollMs,
  staleTime: onlinePollMs / 2,
})

/** Number of account executives on shift, refetched every 60 s while shown; undefined until known. */
export function useOnlineCount(): number | undefined {
  return useQuery(onlineCountOptions).data?.num_online
}

/** Refetches shifts after a change: the list, the count and one's own. */
export async function reloadShifts(client: QueryClient): Promise<void> {
  const calls = [ownShift, shiftList, shiftCount]
  await Promise.all(calls.map(({ name }) => client.invalidateQueries({ queryKey: queryKeys.call(name, '').slice(0, 2) })))
}
