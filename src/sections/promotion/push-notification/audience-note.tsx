import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDateTime } from '#console/kit/text/format.ts'
import { useSettled } from '#console/kit/text/use-settled.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { afterQuietHours } from '#contract/lib/quiet-hours.ts'
import { pushNotification } from '#contract/sections/promotion/push-notification.ts'

interface Audience {
  members: number
  devices: number
}

const call = sectionCall(pushNotification, 'audience')
/** Milliseconds of a pause between choices, and of the age of a count. */
const pauseMs = 300
const freshMs = 15_000

type Values = Readonly<Record<string, unknown>>

function useAudience(segments: string) {
  const settled = useSettled(segments, pauseMs)
  return useQuery({
    queryKey: queryKeys.call(call.name, settled),
    queryFn: ({ signal }) => request<Audience>(call, { query: { segmentation: settled }, signal }),
    enabled: settled !== '',
    retry: false,
    staleTime: freshMs,
  })
}

/** The moment to which the quiet hours move it; null where they do not. Looked at again each minute. */
function useMorning({ send, send_at, quiet_hours }: Values): string | null {
  const [, look] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => look((times) => times + 1), 60_000)
    return () => clearInterval(timer)
  }, [])
  if (quiet_hours !== true) return null
  const planned = send === 'later' ? new Date(toText(send_at)) : new Date()
  if (Number.isNaN(planned.getTime())) return null
  const morning = afterQuietHours(planned)
  return morning.getTime() === planned.getTime() ? null : morning.toISOString()
}

function countText({ members, devices }: Audience): string {
  if (members === 0) return t('push-notification.audience.nobody')
  const words = t('push-notification.audience.members', { count: members })
  return devices ? `${words}, ${t('push-notification.audience.devices', { count: devices })}` : words
}

/** How many get it now, and that it waits for the morning. */
export function AudienceNote({ values }: { values: Values }) {
  const segments = Array.isArray(values.segmentation) ? values.segmentation.map(toText).join(',') : ''
  const { data, isError } = useAudience(segments)
  const morning = useMorning(values)
  return (
    <div role="status" className="flex min-h-5 flex-col gap-1 text-sm sm:col-span-2">
      {segments !== '' && data && <p className="font-medium tabular-nums">{countText(data)}</p>}
      {segments !== '' && isError && !data && <p className="text-muted-foreground">{t('push-notification.audience.unknown')}</p>}
      {morning && <p className="text-warning-text">{t('push-notification.morning', { time: formatDateTime(morning) })}</p>}
    </div>
  )
}
