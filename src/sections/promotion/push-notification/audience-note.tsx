import { useEffect, useState } from 'react'
import { serverDate } from '#console/data/base/server-clock.ts'
import { t } from '#console/i18n/i18n.ts'
import { AudienceLine } from '#console/kit/parts/audience-line.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { afterQuietHours } from '#contract/lib/quiet-hours.ts'
import { pushNotification } from '#contract/sections/promotion/push-notification.ts'

interface Audience {
  members: number
  devices: number
}

type Values = Readonly<Record<string, unknown>>

/** The moment to which the quiet hours move it, ISO 8601; null where they do not. */
export function findMorning({ send, send_at, quiet_hours }: Values): string | null {
  if (quiet_hours !== true) return null
  const planned = send === 'later' ? new Date(toText(send_at)) : serverDate()
  if (Number.isNaN(planned.getTime())) return null
  const morning = afterQuietHours(planned)
  return morning.getTime() === planned.getTime() ? null : morning.toISOString()
}

/** The same, looked at again each minute. */
function useMorning(values: Values): string | null {
  const [, look] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => look((times) => times + 1), 60_000)
    return () => clearInterval(timer)
  }, [])
  return findMorning(values)
}

function countText({ members, devices }: Audience): string {
  if (members === 0) return t('push-notification.audience.nobody')
  const words = t('push-notification.audience.members', { count: members })
  return devices ? `${words}, ${t('push-notification.audience.devices', { count: devices })}` : words
}

/** How many get it now, and that it waits for the morning. */
export function AudienceNote({ values }: { values: Values }) {
  const morning = useMorning(values)
  return (
    <div className="grid gap-1 sm:col-span-2">
      <AudienceLine<Audience> section={pushNotification} segmentation={values.segmentation}>
        {(audience) => <strong className="tabular-nums">{countText(audience)}</strong>}
      </AudienceLine>
      {morning && (
        <p role="status" className="text-sm text-warning-text">
          {t('push-notification.morning', { time: formatDateTime(morning) })}
        </p>
      )}
    </div>
  )
}
