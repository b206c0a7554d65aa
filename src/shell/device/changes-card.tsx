import { useSession } from '#console/data/api/session.ts'
import { useWaiting } from '#console/data/query/outbox-store.ts'
import type { DeviceState } from '#console/data/start/device.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDateTime, formatNumber } from '#console/kit/text/format.ts'
import { relativeTime } from '#console/kit/text/relative-time.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { PathLink } from '../base/path-link.tsx'
import { Setting } from '../preferences/setting.tsx'

function LastSync({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)} className="text-sm tabular-nums">
      {relativeTime(at)}
    </time>
  )
}

/** Unsent changes, time of the last response, and whether the app sends while closed. */
export function ChangesCard({ device }: { device: DeviceState }) {
  const { waiting, parked } = useWaiting()
  const { session } = useSession()
  return (
    <Card aria-labelledby="device-changes">
      <CardHeader title={<span id="device-changes">{t('device.changes')}</span>}>
        {waiting + parked > 0 && (
          <PathLink href="/outbox" className={buttonClass({ variant: 'ghost', size: 'small' })}>
            {t('device.show')}
          </PathLink>
        )}
      </CardHeader>
      <div className="divide-y px-4 py-1">
        <Setting label={t('device.waiting')}>
          <span className="text-sm tabular-nums">{formatNumber(waiting)}</span>
        </Setting>
        <Setting label={t('device.parked')}>
          <span className={`text-sm tabular-nums ${parked ? 'font-semibold text-danger-text' : ''}`}>{formatNumber(parked)}</span>
        </Setting>
        <Setting label={t('device.lastSync')}>
          {device.lastSync ? (
            <LastSync at={new Date(device.lastSync).toISOString()} />
          ) : (
            <span className="text-sm">{t('device.never')}</span>
          )}
        </Setting>
        <Setting label={t('device.background')} detail={t(device.background ? 'device.backgroundYes' : 'device.backgroundNo')}>
          {null}
        </Setting>
        {session?.plain && (
          <Setting label={t('device.plain')} detail={t('device.plainDetail')}>
            {null}
          </Setting>
        )}
      </div>
    </Card>
  )
}
