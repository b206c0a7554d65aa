import { useRouter } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { useConfig } from '#console/data/api/config.ts'
import { useDatabaseState } from '#console/data/cache/database-state.ts'
import { applyUpdate, reloadNow, useUpdate } from '#console/data/start/service-worker.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { Button } from '#console/ui/button.tsx'
import { isCurrent, useItems, usePathname } from '../base/navigation.ts'
import { markVisited } from '../menu/places.ts'
import { markOpened } from '../palette/recent-records.ts'
import { useUnreadTitle } from './unread-title.ts'

/** A new version is ready: the console reloads after 60 s (docs/product/messages.md#new-version), or on a press. */
function UpdateBanner() {
  const { step, countdown } = useUpdate()
  if (step === 'none') return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-primary-soft px-4 py-1.5 text-sm text-primary-text md:px-6">
      <RefreshCw aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        <span role="status" className="font-semibold">
          {t('update.ready')}
        </span>{' '}
        <span className="tabular-nums">{t(`update.${step}`, { seconds: countdown })}</span>
      </p>
      {step === 'counting' && (
        <Button size="small" onClick={() => void applyUpdate()}>
          {t('update.now')}
        </Button>
      )}
      {step === 'refused' && (
        <Button size="small" onClick={reloadNow}>
          {t('update.reload')}
        </Button>
      )}
    </div>
  )
}

const StorageBanner = deferred(async () => {
  const [module] = await Promise.all([import('../device/storage-banner.tsx'), loadMessages('device')])
  return module.StorageBanner
})

const MemoryBanner = deferred(async () => {
  const [module] = await Promise.all([import('../memory/memory-banner.tsx'), loadMessages(['memory', 'preferences'])])
  return module.MemoryBanner
})

const AlertsBanner = deferred(async () => {
  const [module] = await Promise.all([import('../device/alerts-banner.tsx'), loadMessages(['alerts', 'preferences'])])
  return module.AlertsBanner
})

const TasksInBar = deferred(async () => {
  const [module] = await Promise.all([import('../tasks/tasks-button.tsx'), loadMessages(['sections', 'tasks'])])
  return module.TasksInBar
})

/** A host that became one of the back office since the last visit: what is open may be hidden here, which its guard knows. */
function useModeGuard(): void {
  const router = useRouter()
  const { backOffice } = useConfig()
  useEffect(() => {
    if (backOffice) void router.invalidate()
  }, [router, backOffice])
}

/** Notes which sections and records are opened, for the palette. */
function useVisits(): void {
  const pathname = usePathname()
  const here = useItems().find((item) => isCurrent(item, pathname))?.name
  useEffect(() => markOpened(pathname), [pathname])
  useEffect(() => {
    if (here) markVisited(here)
  }, [here])
}

/** What comes once the page stands: what may have to be said above it, a new version or a tab of another one in the way, and the tasks. */
export function LateBanners() {
  const state = useDatabaseState()
  useModeGuard()
  useVisits()
  useUnreadTitle()
  return (
    <>
      <UpdateBanner />
      <Suspense>{state !== 'ready' && <StorageBanner />}</Suspense>
      <Suspense>
        <MemoryBanner />
      </Suspense>
      <Suspense>
        <AlertsBanner />
      </Suspense>
      <Suspense>
        <TasksInBar />
      </Suspense>
    </>
  )
}
