import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CloudOff, TriangleAlert, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { RetryButton } from '#console/kit/parts/retry-button.tsx'
import { formatNumber } from '#console/kit/text/format.ts'
import { useSettled } from '#console/kit/text/use-settled.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { type Audience, newsletter } from '#contract/sections/promotion/newsletter.ts'

const call = sectionCall(newsletter, 'audience')
/** Milliseconds: one request for a few choices in a row. */
const pause = 300
const lost = ['no_address', 'bad_address', 'duplicate', 'suppressed'] as const

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-muted px-3 py-2.5 text-sm sm:col-span-2 [&_svg]:size-4"
    >
      {icon}
      {children}
    </div>
  )
}

function Counted({ audience }: { audience: Audience }) {
  const { gets, matched } = audience
  const others = lost.flatMap((name) => {
    const count = audience[name]
    return count ? [t(`newsletter.audience.${name}`, { shown: formatNumber(count) })] : []
  })
  if (!gets && matched === 0) return <span>{t('newsletter.audience.nobody')}</span>
  return (
    <>
      <strong className="text-base tabular-nums">{t('newsletter.audience.gets', { count: gets, shown: formatNumber(gets) })}</strong>
      <span className="text-muted-foreground tabular-nums">{t('newsletter.audience.of', { shown: formatNumber(matched) })}</span>
      {others.length > 0 && <span className="basis-full text-muted-foreground tabular-nums">{others.join(' · ')}</span>}
    </>
  )
}

/** How many people would get it now, and why others would not. */
export function AudienceCount({ segmentation }: { segmentation: unknown }) {
  useLocale()
  const chosen = Array.isArray(segmentation) ? segmentation.map(toText).join(',') : ''
  const asked = useSettled(chosen, pause)
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useQuery({
    queryKey: queryKeys.call(call.name, asked),
    queryFn: ({ signal }) => request<Audience>(call, { query: { segmentation: asked }, signal }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const isOffline = fetchStatus === 'paused' || (error instanceof ApiError && error.offline)
  if (!chosen) return <Line icon={<Users aria-hidden="true" />}>{t('newsletter.audience.choose')}</Line>
  const isOld = isPlaceholderData || asked !== chosen
  if (data && !(isOld && (error || isOffline)))
    return (
      <div className={`sm:col-span-2 ${isOld ? 'opacity-60' : ''}`} aria-busy={isOld} data-audience={isOld ? undefined : data.gets}>
        <Line icon={<Users aria-hidden="true" />}>
          <Counted audience={data} />
        </Line>
      </div>
    )
  if (error || isOffline)
    return (
      <Line icon={isOffline ? <CloudOff aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}>
        <span className="me-auto">{isOffline ? t('newsletter.audience.offline') : t('newsletter.audience.failed')}</span>
        <RetryButton size="small" onRetry={() => void refetch()} />
      </Line>
    )
  return <Skeleton className="h-11 sm:col-span-2" />
}
