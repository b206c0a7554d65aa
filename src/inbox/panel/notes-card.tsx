import { useEffect, useRef, useState } from 'react'
import { isVisible } from '#console/data/base/visible.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { t } from '#console/i18n/i18n.ts'
import { useStableCallback } from '#console/kit/text/use-stable-callback.ts'
import { Textarea } from '#console/ui/textarea.tsx'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { change } from '../room/change.ts'
import type { ChatMay } from '../room/may.ts'
import { PanelCard } from './panel-card.tsx'

/** Internal notes; saved when the box or the page is left, online or offline. */
export function NotesCard({ room, may }: { room: Room; may: ChatMay }) {
  const saved = room.notes ?? ''
  const [text, setText] = useState(saved)
  /** Base text when the person began to write: the server keeps later notes of others beside it. */
  const was = useRef(saved)
  useEffect(() => {
    // Notes of others replace the text only where nothing was typed.
    setText((old) => {
      if (old !== was.current) return old
      was.current = saved
      return saved
    })
  }, [saved])
  const save = async () => {
    const before = was.current
    if (text === before) return
    was.current = text
    if (!(await change([room], { notes: text, was: before }))) was.current = before
  }
  const leave = useStableCallback(() => void save())
  useEffect(() => {
    const hide = () => void (isVisible() || leave())
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      // Changing the room also leaves the box.
      leave()
    }
  }, [leave])
  return (
    <PanelCard title={t('field.notes')}>
      <Textarea
        {...(text && { dir: 'auto' })}
        rows={3}
        readOnly={!may.update}
        maxLength={chatPlatform.fields.notes.max}
        aria-label={t('field.notes')}
        placeholder={t('chat.notesHint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => void save()}
      />
    </PanelCard>
  )
}
