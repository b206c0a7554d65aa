import type { Room } from '#console/data/chat/rooms.ts'
import { sendPresence } from '#console/data/chat/socket.ts'
import { sendMedia, sendTemplate, sendText } from '#console/data/chat/write.ts'
import { t } from '#console/i18n/i18n.ts'
import { reportFailure } from '../room/report-failure.ts'
import { TemplatePicker } from './template-picker.tsx'
import { useWindowState, WindowChip } from './window-chip.tsx'
import { Writing, type WritingProps } from './writing.tsx'

export interface ComposerProps extends Pick<WritingProps, 'customer' | 'reply' | 'onReply' | 'messages' | 'onSent'> {
  room: Room
  mayWrite: boolean
}

/** Input of an answer: text, files, voice, canned replies; after 24 hours a template. */
export function Composer(props: ComposerProps) {
  const { room, mayWrite } = props
  const state = useWindowState(room.window_until)
  if (!mayWrite) return <p className="border-t bg-background px-4 py-3 text-center text-sm text-muted-foreground">{t('chat.readOnly')}</p>
  return (
    <div className="border-t bg-background pb-(--chat-safe-bottom)" data-composer="">
      <div className="flex items-center gap-2 px-3 pt-2 md:px-4">
        <WindowChip state={state} />
        {state.is === 'closed' && (
          <span className="line-clamp-2 min-w-0 text-xs leading-4 text-muted-foreground">{t('chat.windowHint')}</span>
        )}
        {room.whatsapp_number_name && (
          <bdi className="ms-auto max-w-40 shrink-0 truncate text-xs @max-xl:hidden text-muted-foreground">
            {t('chat.via', { number: room.whatsapp_number_name })}
          </bdi>
        )}
      </div>
      {state.is === 'closed' ? (
        <TemplatePicker
          room={room}
          onSend={async (template) => {
            const sending = sendTemplate(room, template)
            if (await reportFailure(sending)) props.onSent(await sending)
          }}
        />
      ) : (
        <Writing
          {...props}
          room={room.ref}
          send={{
            text: (input, alongside) => sendText(room, input, alongside),
            media: (files, input, alongside) => sendMedia(room, files, input, alongside),
          }}
          onTyping={(typing) => sendPresence(room.ref, typing)}
        />
      )}
    </div>
  )
}
