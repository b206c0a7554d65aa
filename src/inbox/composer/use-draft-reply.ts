import { type RefObject, useEffect, useRef } from 'react'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { readRoomDraft, writeRoomDraft } from '#console/data/chat/room-draft.ts'

interface Parts {
  room: string
  messages: readonly ShownMessage[]
  reply: ShownMessage | null
  onReply: (message: ShownMessage | null) => void
  box: RefObject<HTMLTextAreaElement | null>
}

/** Stores the quoted message with the draft, and restores it once that message is loaded. */
export function useDraftReply({ room, messages, reply, onReply, box }: Parts): void {
  const restored = useRef(false)
  useEffect(() => {
    if (restored.current || messages.length === 0) return
    restored.current = true
    const { reply_to } = readRoomDraft(room)
    const kept = reply_to && messages.find((message) => message.ref === reply_to)
    if (kept) onReply(kept)
  }, [messages, room, onReply])
  const ref = reply?.ref
  useEffect(() => {
    if (!restored.current && !ref) return
    const draft = readRoomDraft(room)
    if (draft.reply_to !== ref) writeRoomDraft(room, { content: draft.content, ...(ref && { reply_to: ref }) })
    if (ref) box.current?.focus()
  }, [ref, room, box])
}
