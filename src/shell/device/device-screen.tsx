import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { connectionStore } from '#console/data/api/connection.ts'
import { useSession } from '#console/data/api/session.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { useStore } from '#console/data/base/store.ts'
import { outboxStore, useWaiting } from '#console/data/query/outbox-store.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { requestPersistence } from '#console/data/start/browser-memory.ts'
import { type DeviceState, readDevice } from '#console/data/start/device.ts'
import { useSync } from '#console/data/start/sync.ts'
import { freeStorage } from '#console/data/writes/free-storage.ts'
import { getLocale, t } from '#console/i18n/i18n.ts'
import { formatDateTime, formatNumber } from '#console/kit/text/format.ts'
import { formatSize } from '#console/kit/text/format-more.ts'
import { relativeTime } from '#console/kit/text/relative-time.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { Progress } from '#console/ui/progress.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { PathLink } from '../base/path-link.tsx'
import { askToRemoveAll } from '../base/remove-all.ts'
import { MemoryNotice } from '../memory/memory-notice.tsx'
import { askTitle, mayRequest, protectionSentence, refusedSentence } from '../memory/memory-sentences.ts'
import { Setting } from '../preferences/setting.tsx'
import { MoveCard } from './move-card.tsx'

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
function StorageCard({ device, onChange }: { device: DeviceState; onChange: () => void }) {
  const { used, granted, memory } = device
  const [busy, setBusy] = useState<'free' | 'persist' | null>(null)
  const run = async (which: 'free' | 'persist', work: () => Promise<void>) => {
    setBusy(which)
    await work()
    setBusy(null)
    onChange()
  }
  const persist = async () => {
    if (!(await requestPersistence())) postMessage({ kind: 'info', text: refusedSentence(memory) })
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
        <Setting label={t('device.protection')} detail={protectionSentence(memory)}>
          {mayRequest(memory) && (
            <Button busy={busy === 'persist'} onClick={() => void run('persist', persist)}>
              {memory.engine === 'firefox' ? askTitle() : t('device.persist')}
            </Button>
          )}
        </Setting>
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

function LastSync({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)} className="text-sm tabular-nums">
      {relativeTime(at)}
    </time>
  )
}

/** Unsent changes, time of the last response, and whether the app sends while closed. */
function ChangesCard({ device }: { device: DeviceState }) {
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
function AppCard({ device }: { device: DeviceState }) {
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

/** State of the device, read again after every change of the outbox and every sync. */
function useDevice() {
  const { rows } = useStore(outboxStore)
  const { at } = useSync('leads')
  return useQuery({
    queryKey: [...queryKeys.call('device', ''), rows.length, at],
    queryFn: readDevice,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 10_000,
    placeholderData: (before) => before,
  })
}

/** State of this device in plain words, with actions. */
export function DeviceScreen() {
  useTitle(t('nav.device'))
  const { data: device, refetch } = useDevice()
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-6 md:px-6 md:py-8">
      <h1 className="text-2xl font-semibold tracking-tight">{t('nav.device')}</h1>
      <p className="mt-1 text-base text-muted-foreground">{t('device.detail')}</p>
      <MemoryNotice />
      {device ? (
        <div className="mt-6 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <ChangesCard device={device} />
          <StorageCard device={device} onChange={() => void refetch()} />
          <MoveCard />
          <AppCard device={device} />
        </div>
      ) : (
        <div className="mt-6 grid grid-cols-1 gap-4 lg:grid-cols-2" aria-busy="true">
          <Skeleton className="h-64" />
          <Skeleton className="h-64" />
        </div>
      )}
    </div>
  )
}
