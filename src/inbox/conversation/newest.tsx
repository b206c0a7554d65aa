import { useState } from 'react'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { messageSummary } from '../room/tick.tsx'

/** Announces incoming messages of the open room to screen readers. */
export function Newest({ messages, customer }: { messages: readonly ShownMessage[]; customer: string }) {
  const last = messages.at(-1)
  const [before] = useState(last?.place ?? 0)
  const isNew = last && !last.is_admin && last.place > before
  return (
    <span aria-live="polite" className="sr-only">
      {isNew && `${customer}: ${messageSummary(last.kind, last.content).slice(0, 300)}`}
    </span>
  )
}
