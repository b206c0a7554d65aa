import { Suspense, useEffect, useState } from 'react'
import { loadMessages } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'

const LateBanners = deferred(async () => {
  const [module] = await Promise.all([import('./late-banners.tsx'), loadMessages('tasks')])
  return module.LateBanners
})

/** Milliseconds. Worker and database start after the first row, so banners wait, too. */
const delay = 3_500

export function LaterBanner() {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), delay)
    return () => clearTimeout(timer)
  }, [])
  return <Suspense>{due && <LateBanners />}</Suspense>
}
