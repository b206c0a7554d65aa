import { Suspense, useRef } from 'react'
import { messageStore } from '#console/data/base/messages.ts'
import { useStore } from '#console/data/base/store.ts'
import { loadMessages } from '#console/i18n/i18n.ts'
import { latePiece } from '#console/kit/parts/late-piece.tsx'

/** Reasons why a change was parked are words of the outbox; without them a message still says that something is wrong. */
const load = () => Promise.all([import('./toast-region.tsx'), loadMessages('outbox').catch(() => undefined)])
const ToastRegion = latePiece(async () => (await load())[0].ToastRegion)

/** Shows what the other layers have to say. The region itself is fetched with the first message. */
export function Toasts() {
  const some = useStore(messageStore, (messages) => messages.length > 0)
  const needed = useRef(false)
  needed.current ||= some
  return <Suspense>{needed.current && <ToastRegion />}</Suspense>
}
