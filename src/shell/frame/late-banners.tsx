import { Suspense } from 'react'
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

/** What comes once the page stands: what may have to be said above it, a new version or a tab of another one in the way, and the tasks. */
export function LateBanners() {
  const state = useDatabaseState()
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
