import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from '#console/data/after-paint.ts'

/** A value one frame later, for what is drawn after that which was asked for: what was said comes before what is known of who said it. */
export function useAfterPaint<T>(value: T): T {
  const [drawn, setDrawn] = useState(value)
  useEffect(() => afterPaint(() => startTransition(() => setDrawn(() => value))), [value])
  return drawn
}
