import { lazy, Suspense, useRef } from 'react'
import { messageStore } from '#console/data/messages.ts'
import { useStore } from '#console/data/store.ts'

const ToastRegion = lazy(async () => ({ default: (await import('./toast-region.tsx')).ToastRegion }))

/** Shows what the other layers have to say. The region itself is fetched with the first message. */
export function Toasts() {
  const some = useStore(messageStore, (messages) => messages.length > 0)
  const needed = useRef(false)
  needed.current ||= some
  return <Suspense>{needed.current && <ToastRegion />}</Suspense>
}
