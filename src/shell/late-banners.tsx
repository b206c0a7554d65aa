import { lazy, Suspense } from 'react'
import { useDatabaseState } from '#console/data/database-state.ts'
import { loadMessages } from '#console/i18n/i18n.ts'
import { UpdateBanner } from './update-banner.tsx'

const StorageBanner = lazy(async () => {
  const [module] = await Promise.all([import('./device/storage-banner.tsx'), loadMessages('device')])
  return { default: module.StorageBanner }
})

/** What may have to be said above the page once it stands: a new version, or a tab of another version in the way. */
export function LateBanners() {
  const state = useDatabaseState()
  return (
    <>
      <UpdateBanner />
      <Suspense>{state !== 'ready' && <StorageBanner />}</Suspense>
    </>
  )
}
