import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useConfig } from '#console/data/api/config.ts'
import { useDatabaseState } from '#console/data/cache/database-state.ts'
import { loadMessages } from '#console/i18n/i18n.ts'
import { latePiece } from '#console/kit/parts/late-piece.tsx'
import { UpdateBanner } from './update-banner.tsx'

const StorageBanner = latePiece(async () => {
  const [module] = await Promise.all([import('../device/storage-banner.tsx'), loadMessages('device')])
  return module.StorageBanner
})

const TasksInBar = latePiece(async () => {
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

/** What comes once the page stands: what may have to be said above it, a new version or a tab of another one in the way, and the tasks. */
export function LateBanners() {
  const state = useDatabaseState()
  useModeGuard()
  return (
    <>
      <UpdateBanner />
      <Suspense>{state !== 'ready' && <StorageBanner />}</Suspense>
      <Suspense>
        <TasksInBar />
      </Suspense>
    </>
  )
}
