import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CloudOff, TriangleAlert, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { hasNoConnection } from '#console/data/api/api-error.ts'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { useSettled } from '../text/use-settled.ts'
import { RetryButton } from './retry-button.tsx'

/** Milliseconds of a pause between choices, and of the age of a count. */
const pause = 300
const fresh = 10_000

/** As high as two lines in every state, so that what stands below it does not move while one presses it. */
function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex min-h-17 flex-wrap content-center items-center gap-x-3 gap-y-1 rounded-lg bg-muted px-3 py-2.5 text-sm [&_svg]:size-4"
    >
      {icon}
      {children}
    </div>
  )
}

interface Props<Audience> {
  /** With the call `audience`, of the chosen segments. */
  section: Section
  segmentation: unknown
  children: (audience: Audience) => ReactNode
}

/** How many people the chosen segments have now, counted while one chooses. */
export function AudienceLine<Audience>({ section, segmentation, children }: Props<Audience>) {
  useLocale()
  const call = sectionCall(section, 'audience')
  const chosen = Array.isArray(segmentation) ? segmentation.map(toText).join(',') : ''
  const asked = useSettled(chosen, pause)
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useQuery({
    queryKey: queryKeys.call(call.name, asked),
    queryFn: ({ signal }) => request<Audience>(call, { query: { segmentation: asked }, signal }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: fresh,
  })
  const isOffline = hasNoConnection({ error, fetchStatus })
  if (!chosen) return <Line icon={<Users aria-hidden="true" />}>{t('kit.audience.choose')}</Line>
  const isOld = isPlaceholderData || asked !== chosen
  if (data && !(isOld && (error || isOffline)))
    return (
      <div className={isOld ? 'opacity-60' : ''} aria-busy={isOld}>
        <Line icon={<Users aria-hidden="true" />}>{children(data)}</Line>
      </div>
    )
  if (error || isOffline)
    return (
      <Line icon={isOffline ? <CloudOff aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}>
        <span className="me-auto">{isOffline ? t('kit.audience.offline') : t('kit.audience.failed')}</span>
        <RetryButton size="small" onRetry={() => void refetch()} />
      </Line>
    )
  return <Skeleton className="h-17" />
}
