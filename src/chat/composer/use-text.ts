import { type RefObject, useRef, useState } from 'react'
import { readRoomDraft, writeRoomDraft } from '#console/data/chat/room-draft.ts'

export interface Text {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  /** Where the cursor was last known to be. */
  cursor: number
  setCursor: (place: number) => void
  write: (next: string, place?: number) => void
  /** In the place of what is selected. */
  insert: (text: string) => void
  focusAt: (place: number) => void
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
  function focusAt(place: number) {
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(place, place)
    })
  }
  function insert(text: string) {
    const from = box.current?.selectionStart ?? text.length
    const to = box.current?.selectionEnd ?? text.length
    write(text.slice(0, from) + text + text.slice(to), from + text.length)
    focusAt(from + text.length)
  }
  function empty() {
    setText('')
    setCursor(0)
    onTyping?.(false)
  }
  return { box, text, cursor, setCursor, write, insert, focusAt, empty }
}
