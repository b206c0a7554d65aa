import { useState } from 'react'
import { postMessage } from '#console/data/base/messages.ts'
import { type DeviceState, requestPersistence } from '#console/data/start/device.ts'
import { freeStorage } from '#console/data/writes/free-storage.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatSize } from '#console/i18n/size.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { Progress } from '#console/ui/progress.tsx'
import { askToRemoveAll } from '../base/remove-all.ts'
import { Setting } from '../preferences/setting.tsx'

async function free(): Promise<void> {
  const sure = await confirm({
    title: t('device.freeTitle'),
    detail: t('device.freeDetail'),
    action: t('device.free'),
    cancel: t('app.cancel'),
  })
  if (!sure) return
  await freeStorage()
  postMessage({ kind: 'success', text: t('device.freed') })
}

/** Storage: available space, persistence, and what can be cleared. */
export function StorageCard({ device, onChange }: { device: DeviceState; onChange: () => void }) {
  const { used, granted, persisted } = device
  const [busy, setBusy] = useState<'free' | 'persist' | null>(null)
  const run = async (which: 'free' | 'persist', work: () => Promise<void>) => {
    setBusy(which)
    await work()
    setBusy(null)
    onChange()
  }
  const persist = async () => {
    if (!(await requestPersistence())) postMessage({ kind: 'info', text: t('device.persistRefused') })
  }
  const known = used !== null && granted !== null && granted > 0
  return (
    <Card aria-labelledby="device-storage">
      <CardHeader title={<span id="device-storage">{t('device.storage')}</span>} />
      <div className="divide-y px-4 py-1">
        <div className="py-3">
          <p className="text-sm font-medium tabular-nums">
            {known ? t('device.used', { used: formatSize(used), granted: formatSize(granted) }) : t('device.unknownSize')}
          </p>
          {known && <Progress className="mt-2" label={t('device.storage')} value={(used / granted) * 100} />}
        </div>
        {persisted !== null && (
          <Setting label={t('device.protection')} detail={t(persisted ? 'device.persisted' : 'device.notPersisted')}>
            {!persisted && (
              <Button busy={busy === 'persist'} onClick={() => void run('persist', persist)}>
                {t('device.persist')}
              </Button>
            )}
          </Setting>
        )}
        <Setting label={t('device.leads')}>
          <span className="text-sm tabular-nums">{formatNumber(device.leads)}</span>
        </Setting>
        {device.members > 0 && (
          <Setting label={t('device.members')}>
            <span className="text-sm tabular-nums">{formatNumber(device.members)}</span>
          </Setting>
        )}
        {device.files > 0 && (
          <Setting label={t('device.files')}>
            <span className="text-sm tabular-nums">
              {formatNumber(device.files)} · {formatSize(device.fileBytes)}
            </span>
          </Setting>
        )}
        <Setting label={t('device.free')} detail={t('device.freeDetail')}>
          <Button busy={busy === 'free'} onClick={() => void run('free', free)}>
            {t('device.free')}
          </Button>
        </Setting>
        <Setting label={t('signOut.removeTitle')} detail={t('signOut.removeDetail')}>
          <Button onClick={() => void askToRemoveAll()}>{t('signOut.remove')}</Button>
        </Setting>
      </div>
    </Card>
  )
}
