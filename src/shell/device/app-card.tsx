import { useState } from 'react'
import { connectionStore } from '#console/data/api/connection.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import type { DeviceState } from '#console/data/start/device.ts'
import { getLocale, t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { Setting } from '../preferences/setting.tsx'

async function copy(device: DeviceState): Promise<void> {
  const { diagnosticsOf } = await import('#console/data/start/diagnostics.ts')
  const around = { language: getLocale(), connection: connectionStore.get(), browser: navigator.userAgent, now: Date.now() }
  try {
    await navigator.clipboard.writeText(diagnosticsOf(device, outboxStore.get().rows, around))
    postMessage({ kind: 'success', text: t('device.copied') })
  } catch {
    postMessage({ kind: 'error', text: t('device.notCopied') })
  }
}

/** Versions, offline readiness, and diagnostics for support. */
export function AppCard({ device }: { device: DeviceState }) {
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await copy(device)
    setBusy(false)
  }
  return (
    <Card aria-labelledby="device-app">
      <CardHeader title={<span id="device-app">{t('device.app')}</span>} />
      <div className="divide-y px-4 py-1">
        <Setting label={t('device.version')}>
          <bdi dir="ltr" className="text-sm tabular-nums">
            {device.version}
          </bdi>
        </Setting>
        {device.server && (
          <Setting label={t('device.server')}>
            <bdi dir="ltr" className="text-sm tabular-nums">
              {device.server}
            </bdi>
          </Setting>
        )}
        <Setting label={t('device.worker')}>
          <span className="text-sm">{t(`device.worker.${device.worker}`)}</span>
        </Setting>
        <Setting label={t('device.support')} detail={t('device.copyDetail')}>
          <Button busy={busy} onClick={() => void press()}>
            {t('device.copy')}
          </Button>
        </Setting>
      </div>
    </Card>
  )
}
