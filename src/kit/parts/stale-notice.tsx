import { notifyManager, type Query, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useCallback, useSyncExternalStore } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { t } from '#console/i18n/i18n.ts'
import { somethingWrong } from '#contract/kit/field/errors.ts'
import { RetryButton } from './retry-button.tsx'

/** Shown from before, and the last reading of it failed. A lost connection is told by the shell. */
const isStale = ({ state }: Query): boolean =>
  state.status === 'error' && state.data !== undefined && !(state.error instanceof ApiError && state.error.offline)

/** The words of the first failed reading among what is on the screen under a key; null where all of it is fresh. */
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

/** Says once, however many readings failed, that older records are shown and why, and reads them again. */
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
