import { lazy, Suspense, useEffect, useState } from 'react'

const UpdateBanner = lazy(async () => ({ default: (await import('./update-banner.tsx')).UpdateBanner }))

/** No update is announced before the worker is registered, so its banner stays out of the first row's way. */
const delay = 3_500

export function LaterBanner() {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), delay)
    return () => clearTimeout(timer)
  }, [])
  return <Suspense>{due && <UpdateBanner />}</Suspense>
}
