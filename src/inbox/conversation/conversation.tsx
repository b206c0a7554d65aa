import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { afterPaint } from '#console/data/base/deferred.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { serverNow } from '#console/data/base/server-clock.ts'
import { isVisible, useVisible } from '#console/data/base/visible.ts'
import { openRoom } from '#console/data/chat/alerts.ts'
import { type Messages, type ShownMessage, useMessages } from '#console/data/chat/messages.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { sendPresence } from '#console/data/chat/socket.ts'
import { markRead, react } from '#console/data/chat/write.ts'
import { t } from '#console/i18n/i18n.ts'
import { useStableCallback } from '#console/kit/text/use-stable-callback.ts'
import { Composer } from '../composer/composer.tsx'
import { PartsContext } from '../parts/context.ts'
import type { ChatMay } from '../room/may.ts'
import { reportFailure } from '../room/report-failure.ts'
import { isUnread, roomName } from '../room/room.ts'
import { ConnectionState } from './connection-state.tsx'
import { firstUnread } from './entries.ts'
import { FindBar } from './find-bar.tsx'
import { MessageList } from './message-list.tsx'
import { RoomHeader } from './room-header.tsx'
import { RoomStrip } from './room-strip.tsx'
import { troubleOf } from './trouble.tsx'

interface Props {
  room: Room
  may: ChatMay
  panel: boolean
  /** Ref of a message in the URL. */
  message: string | undefined
  finding: boolean
  onFinding: (finding: boolean) => void
  onBack: () => void
  onPanel: () => void
  onUnread: (room: Room) => void
  /** Resolves the room, or opens it again. */
  onResolve: (room: Room) => void
  /** Its times are offered, because of a key. */
  snoozing: boolean
  onSnoozed: () => void
  /** Opens the list of those who may take it. */
  onAssign: () => void
  /** Opens the next open chat; absent where there is none. */
  onNext: (() => void) | undefined
}

/** Reports the room being viewed to alerts and other users, until it is left. */
function useLooking(room: string) {
  useEffect(() => {
    const say = () => {
      const looked = isVisible() ? room : null
      openRoom(looked)
      sendPresence(looked, false)
    }
    const callOff = afterPaint(say)
    document.addEventListener('visibilitychange', say)
    return () => {
      callOff()
      document.removeEventListener('visibilitychange', say)
    }
  }, [room])
  useEffect(
    () => () => {
      openRoom(null)
      sendPresence(null, false)
    },
    [],
  )
}

/** First unread message when the room was opened; fixed while open. */
function useUnreadLine(room: Room, { messages, outside }: Messages): { ref: string; count: number } | null {
  const count = useRef(room.unread)
  const [line, setLine] = useState<{ ref: string; count: number } | null | undefined>(count.current > 0 ? undefined : null)
  if (line === undefined && messages.length > 0) {
    const ref = firstUnread(messages, count.current, outside)
    setLine(ref ? { ref, count: count.current } : null)
  }
  return line ?? null
}

/** Drawing the first room takes twice as long as others, for code that has not run yet. */
let hasDrawnRoom = false

/** Whether there is time for messages and input; the press on the first room is answered by its header alone. */
function useTalkDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(hasDrawnRoom)
  useEffect(
    () =>
      afterPaint(() => {
        hasDrawnRoom = true
        setDrawn(true)
      }),
    [],
  )
  return isDrawn
}

/** One room: header, messages and input. */
export const Conversation = memo(function UnmemoizedConversation(props: Props) {
  const { room, may, panel, finding, onFinding, onBack, onPanel, onUnread, onResolve, onAssign, snoozing, onSnoozed } = props
  useLooking(room.ref)
  const isTalkDrawn = useTalkDrawn()
  return (
    <section
      aria-label={t('chat.conversationWith', { name: roomName(room) })}
      data-room={room.ref}
      className="@container flex h-full min-w-0 flex-col bg-sidebar"
    >
      <RoomHeader
        room={room}
        may={may}
        panel={panel}
        onBack={onBack}
        onPanel={onPanel}
        onFind={() => onFinding(!finding)}
        onUnread={() => onUnread(room)}
        onResolve={() => onResolve(room)}
        snoozing={snoozing}
        onSnoozed={onSnoozed}
        onAssign={onAssign}
      />
      <ConnectionState />
      {isTalkDrawn && <Talk key={room.ref} {...props} />}
    </section>
  )
})

/** Remounted for each room. */
function Talk({ room, may, message, finding, onFinding, onNext }: Props) {
  const history = useMessages(room.ref)
  const unread = useUnreadLine(room, history)
  const [reply, setReply] = useState<ShownMessage | null>(null)
  const [target, setTarget] = useState<{ ref: string } | null>(null)
  const [mark, setMark] = useState('')
  const [sent, setSent] = useState<string | null>(null)
  const [atEnd, setAtEnd] = useState(true)
  const customer = roomName(room)
  const below = useCallback(
    (shownMessage: ShownMessage) => troubleOf({ message: shownMessage, room, mayWrite: may.update }),
    [room, may.update],
  )

  const setReaction = useStableCallback((to: ShownMessage, emoji: string) => void reportFailure(react(room, to.ref, emoji)))
  const mayReact = may.update && Date.parse(room.window_until ?? '') > serverNow()
  const parts = useMemo(
    () => ({ phone: room.customer_phone, mayWrite: may.update, react: mayReact ? setReaction : null }),
    [room.customer_phone, may.update, mayReact, setReaction],
  )

  const { jumpTo } = history
  const jump = useCallback(
    async (ref: string) => {
      const there = await jumpTo(ref).catch(() => false)
      if (there) setTarget({ ref })
      else postMessage({ kind: 'info', text: t('chat.jumpFailed') })
    },
    [jumpTo],
  )
  const ready = history.messages.length > 0
  useEffect(() => {
    if (message && ready) void jump(message)
  }, [message, ready, jump])

  const opened = useRef(false)
  /** Last reported unread state, so that it is sent once however often the room renders before it is stored. */
  const reported = useRef('')
  const pending = isUnread(room)
  const visible = useVisible()
  useEffect(() => {
    if (!may.update || !pending || !ready || !visible) return
    // A room marked as unread while open stays so; incoming messages are read where they are visible.
    if (opened.current && (room.unread === 0 || !atEnd)) return
    const what = `${room.unread} ${room.mark_as_unread} ${room.last_message_at}`
    if (reported.current === what) return
    reported.current = what
    opened.current = true
    void reportFailure(markRead(room)).then((kept) => {
      if (!kept) reported.current = ''
    })
  }, [may.update, pending, ready, visible, atEnd, room])

  return (
    <>
      {finding && (
        <FindBar
          room={room.ref}
          onMark={setMark}
          onJump={(ref) => void jump(ref)}
          onClose={() => {
            setMark('')
            onFinding(false)
          }}
        />
      )}
      <PartsContext value={parts}>
        <MessageList
          customer={customer}
          history={history}
          unread={unread}
          target={target}
          sent={sent}
          mark={finding ? mark : ''}
          mayWrite={may.update}
          onReply={setReply}
          onJump={jump}
          onAtEnd={setAtEnd}
          below={below}
        />
        <RoomStrip room={room} may={may} onNext={onNext} />
        <Composer
          room={room}
          customer={customer}
          mayWrite={may.update}
          reply={reply}
          onReply={setReply}
          messages={history.messages}
          onSent={(ref) => {
            history.toNewest()
            setSent(ref)
          }}
        />
      </PartsContext>
    </>
  )
}
