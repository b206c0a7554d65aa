import { Suspense, useEffect } from 'react'
import { optionsOptions } from '#console/data/query/option-queries.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { SyncStatus } from './deferred-parts.ts'
import { leadsCachedStore } from './quick-filters.tsx'
import { useIdle } from './use-idle.ts'

/** Options of the form, for adding leads offline. */
const sources = ['user/sales', 'campaign', 'tag-manager']

const onCached = () => leadsCachedStore.set(true)

/** Between tools and leads: progress of the first sync. */
export function ListHead() {
  const idle = useIdle()
  useEffect(() => {
    if (idle) for (const source of sources) void queryClient.prefetchQuery(optionsOptions(source))
  }, [idle])
  return <Suspense>{idle && <SyncStatus onCached={onCached} />}</Suspense>
}
