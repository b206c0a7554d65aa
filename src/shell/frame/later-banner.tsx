import { Suspense, useEffect, useState } from 'react'
import { latePiece } from '#console/kit/parts/late-piece.tsx'

const LateBanners = latePiece(async () => (await import('./late-banners.tsx')).LateBanners)

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
