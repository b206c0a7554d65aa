import { type RefObject, useMemo, useState } from 'react'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { nearEnd } from './use-rows.ts'

interface Parts {
  scroller: RefObject<HTMLElement | null>
  messages: readonly ShownMessage[]
  newer: boolean
  onAtEnd: (atEnd: boolean) => void
}

/** Whether the end is visible, and how many incoming messages came since it was left. */
export function useAtEnd({ scroller, messages, newer, onAtEnd }: Parts) {
  const [atEnd, setAtEnd] = useState(true)
  const [leftAt, setLeftAt] = useState<string | null>(null)
  const lastRef = messages.at(-1)?.ref ?? null
  const onScroll = () => {
    const box = scroller.current
    if (!box) return
    const now = !newer && box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd
    if (now === atEnd) return
    setAtEnd(now)
    setLeftAt(now ? null : lastRef)
    onAtEnd(now)
  }
  const missed = useMemo(() => {
    if (!leftAt) return 0
    const from = messages.findIndex((message) => message.ref === leftAt)
    return from < 0 ? 0 : messages.slice(from + 1).filter((message) => !message.is_admin).length
  }, [messages, leftAt])
  return { atEnd, missed, onScroll }
}
