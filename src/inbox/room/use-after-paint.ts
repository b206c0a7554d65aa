import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from '#console/data/base/deferred.ts'

/** The value one frame later, for parts drawn after the main content: messages before customer details. */
export function useAfterPaint<T>(value: T): T {
  const [drawn, setDrawn] = useState(value)
  useEffect(() => afterPaint(() => startTransition(() => setDrawn(() => value))), [value])
  return drawn
}
