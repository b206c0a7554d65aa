import { type RefObject, useRef, useState } from 'react'
import { readRoomDraft, writeRoomDraft } from '#console/data/chat/room-draft.ts'
import { insertText } from '#console/kit/text/insert-text.ts'

export interface Text {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  /** Where the cursor was last known to be. */
  cursor: number
  setCursor: (place: number) => void
  write: (next: string, place?: number) => void
  /** In the place of what is selected, or of all from that place on to the end of the selection. */
  insert: (added: string, from?: number) => void
  /** Empties the box; the draft stays on the device until what was written is safe in the outbox. */
  empty: () => void
}

/** What is typed in a chat: kept as its draft with every letter. `onTyping` says whether anything stands there. */
export function useText(room: string, reply: string | undefined, onTyping?: (typing: boolean) => void): Text {
  const box = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => readRoomDraft(room).content)
  const [cursor, setCursor] = useState(text.length)

  function write(next: string, place = next.length) {
    setText(next)
    setCursor(place)
    writeRoomDraft(room, { content: next, ...(reply && { reply_to: reply }) })
    onTyping?.(next.trim() !== '')
  }
  /** Reads the box itself: what is inserted late, such as a draft that was asked for, finds what was typed meanwhile. */
  function insert(added: string, from?: number) {
    if (box.current) return insertText(box.current, added, from)
    // No box stands there, such as while a voice is recorded.
    const draft = readRoomDraft(room)
    const content = draft.content + added
    setText(content)
    setCursor(content.length)
    writeRoomDraft(room, { ...draft, content })
  }
  function empty() {
    setText('')
    setCursor(0)
    onTyping?.(false)
  }
  return { box, text, cursor, setCursor, write, insert, empty }
}
