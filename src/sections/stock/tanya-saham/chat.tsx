import { useCallback, useEffect, useState } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { useVisible } from '#console/data/base/visible.ts'
import { openRoom } from '#console/data/chat/alerts.ts'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { questionMediaUrl, type ShownQuestion, useQuestionMessages } from '#console/data/chat/questions.ts'
import { t } from '#console/i18n/i18n.ts'
import { OfflineLine } from '#console/inbox/conversation/connection-state.tsx'
import { MediaSource } from '#console/inbox/conversation/media-source.ts'
import { MessageList } from '#console/inbox/conversation/message-list.tsx'
import { troubleOf } from '#console/inbox/conversation/trouble.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { AnswerBar } from './answer-bar.tsx'
import { ChatHeader } from './chat-header.tsx'
import type { QuestionsMay } from './may.ts'
import { Sources } from './sources.tsx'

interface Props {
  chat: AnyRow
  may: QuestionsMay
  ofAlgo: boolean
  panel: boolean
  onBack: () => void
  onPanel: () => void
  onHandOver: () => void
}

/** Below a message: why it is parked, or sources of the algorithm's answer. */
function below(message: ShownMessage) {
  const { sources }: ShownQuestion = message
  return troubleOf({ message, room: null, mayWrite: true }) ?? (sources?.length ? <Sources sources={sources} /> : null)
}

/** One chat: header, messages and input. */
export function Chat(props: Props) {
  const { chat } = props
  const isOnline = useConnection() === 'online'
  return (
    <section
      aria-label={t('chat.conversationWith', { name: toText(chat.member_name) })}
      data-room={chat.ref}
      className="@container flex h-full min-w-0 flex-col bg-sidebar"
    >
      <ChatHeader {...props} />
      {!isOnline && <OfflineLine />}
      <MediaSource value={questionMediaUrl}>
        <Talk key={chat.ref} {...props} />
      </MediaSource>
    </section>
  )
}

/** A chat that is open triggers no alerts. */
function useLookedAt(ref: string): void {
  const isSeen = useVisible()
  useEffect(() => {
    openRoom(isSeen ? ref : null)
    return () => openRoom(null)
  }, [ref, isSeen])
}

/** Remounted for each chat. */
function Talk({ chat, may, ofAlgo, onHandOver }: Props) {
  const history = useQuestionMessages(chat)
  useLookedAt(chat.ref)
  const [reply, setReply] = useState<ShownMessage | null>(null)
  const [target, setTarget] = useState<{ ref: string } | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const { jumpTo } = history
  const jump = useCallback(
    async (ref: string) => {
      if (await jumpTo(ref)) setTarget({ ref })
      else postMessage({ kind: 'info', text: t('chat.jumpFailed') })
    },
    [jumpTo],
  )
  return (
    <>
      <MessageList
        customer={toText(chat.member_name)}
        history={history}
        unread={null}
        target={target}
        sent={sent}
        mark=""
        mayWrite={may.answer && !ofAlgo && chat.status !== 'ended'}
        onReply={setReply}
        onJump={jump}
        onAtEnd={() => undefined}
        below={below}
      />
      <AnswerBar
        chat={chat}
        may={may}
        ofAlgo={ofAlgo}
        reply={reply}
        onReply={setReply}
        messages={history.messages}
        onSent={setSent}
        onHandOver={onHandOver}
      />
    </>
  )
}
