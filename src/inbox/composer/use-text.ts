import { type RefObject, useRef, useState } from 'react'
import { readRoomDraft, writeRoomDraft } from '#console/data/chat/room-draft.ts'
import { insertText } from '#console/kit/text/insert-text.ts'

export interface Text {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  /** Last known cursor position. */
  cursor: number
  setCursor: (place: number) => void
  write: (next: string, place?: number) => void
  /** Replaces the selection, or everything from that position to its end. */
  insert: (added: string, from?: number) => void
  /** Empties the box; the draft stays stored until the text is in the outbox. */
  empty: () => void
}

/** Text of a chat, stored as its draft at every key. `onTyping` gets whether the box has text. */
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
  /** Reads the box itself: a late insertion, such as a requested draft, includes text typed meanwhile. */
  function insert(added: string, from?: number) {
    if (box.current) return insertText(box.current, added, from)
    // There is no box, such as while recording.
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
