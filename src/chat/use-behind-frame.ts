import { startTransition, useEffect, useState } from 'react'
import { behindFrame } from '#console/data/behind-frame.ts'

/** A value one frame later, for what is drawn after that which was asked for: what was said comes before what is known of who said it. */
export function useBehindFrame<T>(value: T): T {
  const [drawn, setDrawn] = useState(value)
  useEffect(() => behindFrame(() => startTransition(() => setDrawn(() => value))), [value])
  return drawn
}
