import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { afterPaint } from '#console/data/base/deferred.ts'

/** A lower part of a form, drawn after the first paint, so that the form is there sooner. */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => afterPaint(() => startTransition(() => setDrawn(true))), [])
  return isDrawn ? children : <div className="h-64 sm:col-span-2" />
}
