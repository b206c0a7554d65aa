import { Suspense, useCallback, useEffect, useState } from 'react'
import { isCached } from '#console/data/cache/cached.ts'
import { optionsOptions } from '#console/data/query/option-queries.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import { SyncStatus } from './deferred-parts.ts'
import { QuickFilters } from './quick-filters.tsx'
import { useIdle } from './use-idle.ts'

interface Props {
  query: ListQuery
  onQuery: (query: ListQuery) => void
}

/** Options of the form, for adding leads offline. */
const sources = ['user/sales', 'campaign', 'tag-manager']

/** Between tools and leads: quick filters, and progress of the first sync. */
export function ListHead(props: Props) {
  const idle = useIdle()
  const [cached, setCached] = useState(() => isCached('leads'))
  const onCached = useCallback(() => setCached(true), [])
  useEffect(() => {
    if (idle) for (const source of sources) void queryClient.prefetchQuery(optionsOptions(source))
  }, [idle])
  return (
    <>
      <QuickFilters {...props} cached={cached} />
      {idle && (
        <Suspense>
          <SyncStatus onCached={onCached} />
        </Suspense>
      )}
    </>
  )
}
