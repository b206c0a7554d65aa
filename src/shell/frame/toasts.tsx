import { Suspense, useRef } from 'react'
import { messageStore } from '#console/data/base/messages.ts'
import { useStore } from '#console/data/base/store.ts'
import { loadMessages } from '#console/i18n/i18n.ts'
import { latePiece } from '#console/kit/parts/late-piece.tsx'

/** Reasons of parked changes are words of the outbox; without them a message is less specific. */
const load = () => Promise.all([import('./toast-region.tsx'), loadMessages('outbox').catch(() => undefined)])
const ToastRegion = latePiece(async () => (await load())[0].ToastRegion)

/** Shows messages of other layers. The region is loaded with the first one. */
export function Toasts() {
  const some = useStore(messageStore, (messages) => messages.length > 0)
  const needed = useRef(false)
  needed.current ||= some
  return <Suspense>{needed.current && <ToastRegion />}</Suspense>
}
