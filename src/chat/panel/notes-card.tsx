import { useEffect, useRef, useState } from 'react'
import type { Room } from '#console/data/chat/rooms.ts'
import { t } from '#console/i18n/i18n.ts'
import { Textarea } from '#console/ui/textarea.tsx'
import { chatPlatform } from '#contract/sections/chat-platform.ts'
import { change } from '../change.ts'
import type { ChatMay } from '../may.ts'
import { PanelCard } from './side-panel.tsx'

/** Notes for those who work here; kept when the box is left, line or no line. */
export function NotesCard({ room, may }: { room: Room; may: ChatMay }) {
  const [text, setText] = useState(room.notes ?? '')
  const seen = useRef(room.notes ?? '')
  const dirty = text !== seen.current
  useEffect(() => {
    const next = room.notes ?? ''
    if (next === seen.current) return
    // Another's notes take the place of what stands here only where nothing was typed.
    setText((old) => (old === seen.current ? next : old))
    seen.current = next
  }, [room.notes])
  const save = async () => {
    if (!dirty) return
    const before = seen.current
    seen.current = text
    if (!(await change([room], { notes: text }))) seen.current = before
  }
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  // Going to another room leaves the box, too.
  useEffect(() => () => void latest.current(), [])
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
