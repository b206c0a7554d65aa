import type { UseQueryResult } from '@tanstack/react-query'
import { hasNoConnection } from '#console/data/api/api-error.ts'
import { t } from '#console/i18n/i18n.ts'
import { RetryButton } from '../parts/retry-button.tsx'
import { LinesSkeleton } from './lines-skeleton.tsx'

interface NoAnswerProps {
  query: Pick<UseQueryResult, 'error' | 'fetchStatus' | 'refetch'>
  /** Words without a connection. */
  offline: string
}

/** In place of an answer that is not here: why, and another try; placeholders while it may come. */
export function NoAnswer({ query: { error, fetchStatus, refetch }, offline }: NoAnswerProps) {
  const isOffline = hasNoConnection({ error, fetchStatus })
  if (!error && !isOffline) return <LinesSkeleton />
  return (
    <p role="status" className="flex flex-wrap items-center gap-3 text-sm text-muted-foreground">
      {isOffline ? offline : (error?.message ?? t('app.wrong'))}
      <RetryButton size="small" onRetry={() => void refetch()} />
    </p>
  )
}
