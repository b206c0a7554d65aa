import { queryOptions, useQuery } from '@tanstack/react-query'
import { onlinePollMs, shiftCount } from '#contract/chat/shift.ts'
import { queryKeys } from '../query-keys.ts'
import { request } from '../request.ts'

export const onlineCountOptions = queryOptions({
  queryKey: queryKeys.call(shiftCount.name, {}),
  queryFn: ({ signal }) => request<{ num_online: number }>(shiftCount, { signal }),
  refetchInterval: onlinePollMs,
  staleTime: onlinePollMs / 2,
})

/** How many account executives are at work, asked again every 60 s while it is shown; undefined until it is known. */
export function useOnlineCount(): number | undefined {
  return useQuery(onlineCountOptions).data?.num_online
}
