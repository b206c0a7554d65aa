import { Clock3, Lock } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { serverNow } from '#console/data/base/server-clock.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { sendPresence } from '#console/data/chat/socket.ts'
import { sendMedia, sendTemplate, sendText } from '#console/data/chat/write.ts'
import { t } from '#console/i18n/i18n.ts'
import { useComposerCounted } from '#console/ui/hooks/open-composers.ts'
import { takesReaction } from '../parts/context.ts'
import { AskNumber, ReactionBar } from '../parts/load.ts'
import { reportFailure } from '../room/report-failure.ts'
import { DeferredPicker } from './deferred-picker.ts'
import { nextTick, type WindowState, windowState } from './window.ts'
import { Writing, type WritingProps } from './writing.tsx'

/** State of the 24 hours, updated every minute. */
function useWindowState(until: string | null): WindowState {
  const [read, setRead] = useState(() => ({ until, now: serverNow() }))
  // An incoming message reopens the window, after the last clock read.
  if (read.until !== until) setRead({ until, now: serverNow() })
  useEffect(() => {
    // Of each reading, because two of them may have the same wait.
    const wait = nextTick(windowState(read.until, read.now))
    const again = () => setRead((old) => ({ ...old, now: serverNow() }))
    // After sleep, a phone updates the time when it is visible.
    document.addEventListener('visibilitychange', again)
    const timer = wait === null ? undefined : setTimeout(again, wait)
    return () => {
      document.removeEventListener('visibilitychange', again)
      clearTimeout(timer)
    }
  }, [read])
  return windowState(until, read.now)
}

/** Remaining time for free text. */
function WindowChip({ state }: { state: WindowState }) {
  const look =
    'inline-flex h-6 w-fit shrink-0 whitespace-nowrap items-center gap-1.5 rounded-full px-2.5 text-xs font-medium tabular-nums [&_svg]:size-3.5'
  if (state.is === 'closed')
    return (
      <span data-window="closed" className={`${look} bg-danger-soft text-danger-text`}>
        <Lock aria-hidden="true" />
        {t('chat.windowClosed')}
      </span>
    )
  return (
    <span
      data-window={state.is}
      className={`${look} ${state.is === 'ending' ? 'bg-warning-soft text-warning-text' : 'bg-muted text-muted-foreground'}`}
    >
      <Clock3 aria-hidden="true" />
      {state.hours > 0
        ? t('chat.windowHours', { hours: state.hours, minutes: state.minutes })
        : t('chat.windowMinutes', { minutes: Math.max(1, state.minutes) })}
    </span>
  )
}

export interface ComposerProps extends Pick<WritingProps, 'customer' | 'reply' | 'onReply' | 'messages' | 'onSent'> {
  room: Room
  mayWrite: boolean
}

/** Input of an answer: text, files, voice, canned replies; after 24 hours a template. */
export function Composer(props: ComposerProps) {
  useComposerCounted()
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
        <Suspense>
          <DeferredPicker
            room={room}
            onSend={async (template) => {
              const sending = sendTemplate(room, template)
              const isKept = await reportFailure(sending)
              if (isKept) props.onSent(await sending)
              return isKept
            }}
          />
        </Suspense>
      ) : (
        <Writing
          {...props}
          room={room.ref}
          send={{
            text: (input, alongside) => sendText(room, input, alongside),
            media: (files, input, alongside) => sendMedia(room, files, input, alongside),
          }}
          {...(!room.customer_phone && {
            tool: () => (
              <Suspense>
                <AskNumber room={room} messages={props.messages} onSent={props.onSent} />
              </Suspense>
            ),
          })}
          onTyping={(typing) => sendPresence(room.ref, typing)}
          instead={(message) =>
            takesReaction(message) && (
              <Suspense fallback={<div className="h-9 touch:h-11" />}>
                <ReactionBar message={message} onReacted={() => props.onReply(null)} />
              </Suspense>
            )
          }
        />
      )}
    </div>
  )
}
