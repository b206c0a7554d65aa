import { Suspense, useEffect, useState } from 'react'
import { latePiece } from '#console/kit/parts/late-piece.tsx'

const LateBanners = latePiece(async () => (await import('./late-banners.tsx')).LateBanners)

/** Nothing is announced before the worker and the database are at work, so banners stay out of the first row's way. */
const delay = 3_500

export function LaterBanner() {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), delay)
    return () => clearTimeout(timer)
  }, [])
  return <Suspense>{due && <LateBanners />}</Suspense>
}
