import { notifyManager, type Query, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useCallback, useSyncExternalStore } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { t } from '#console/i18n/i18n.ts'
import { somethingWrong } from '#contract/kit/field/errors.ts'
import { RetryButton } from './retry-button.tsx'

/** Whether cached data is shown after a failed refetch. The shell shows a lost connection. */
const isStale = ({ state }: Query): boolean =>
  state.status === 'error' && state.data !== undefined && !(state.error instanceof ApiError && state.error.offline)

/** Message of the first failed query under a key; null where all data is fresh. */
function useStaleReason(queryKey: QueryKey): string | null {
  const cache = useQueryClient().getQueryCache()
  const reason = () => {
    const failed = cache.findAll({ queryKey, type: 'active', predicate: isStale })[0]
    if (!failed) return null
    const words = failed.state.error?.message
    return words && words !== somethingWrong ? words : t('app.wrong')
  }
  const subscribe = useCallback((changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)), [cache])
  return useSyncExternalStore(subscribe, reason)
}

/** Shows one notice, however many queries failed, that data is old and why, with a button to refetch. */
export function StaleNotice({ queryKey, className = '' }: { queryKey: QueryKey; className?: string }) {
  const client = useQueryClient()
  const reason = useStaleReason(queryKey)
  if (reason === null) return null
  return (
    <div
      role="status"
      data-stale=""
      className={`flex items-center gap-3 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text ${className}`}
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        <bdi className="block font-medium">{reason}</bdi>
        {t('list.stale')}
      </p>
      <RetryButton size="small" onRetry={() => void client.refetchQueries({ queryKey, type: 'active', predicate: isStale })} />
    </div>
  )
}
