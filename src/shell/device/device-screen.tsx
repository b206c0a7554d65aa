import { t } from '#console/i18n/i18n.ts'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { AppCard } from './app-card.tsx'
import { ChangesCard } from './changes-card.tsx'
import { MoveCard } from './move-card.tsx'
import { StorageCard } from './storage-card.tsx'
import { useDevice } from './use-device.ts'

/** State of this device in plain words, with actions. */
export function DeviceScreen() {
  useTitle(t('nav.device'))
  const { data: device, refetch } = useDevice()
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-6 md:px-6 md:py-8">
      <h1 className="text-2xl font-semibold tracking-tight">{t('nav.device')}</h1>
      <p className="mt-1 text-base text-muted-foreground">{t('device.detail')}</p>
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
