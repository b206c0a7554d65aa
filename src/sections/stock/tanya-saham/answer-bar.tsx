import { useState } from 'react'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { answerWith } from '#console/data/chat/questions.ts'
import { t } from '#console/i18n/i18n.ts'
import { Writing } from '#console/inbox/composer/writing.tsx'
import { useMe } from '#console/inbox/room/may.ts'
import { Button } from '#console/ui/button.tsx'
import { useComposerCounted } from '#console/ui/hooks/open-composers.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { QuestionMessage } from '#contract/sections/stock/tanya-saham.ts'
import { takeOver } from './actions.ts'
import { DraftButton } from './draft-button.tsx'
import type { QuestionsMay } from './may.ts'
import { Sources } from './sources.tsx'
import { useWaitingAnswers } from './waiting.ts'

interface Props {
  chat: AnyRow
  may: QuestionsMay
  ofAlgo: boolean
  reply: ShownMessage | null
  onReply: (message: ShownMessage | null) => void
  messages: readonly ShownMessage[]
  onSent: (ref: string) => void
  onHandOver: () => void
}

/** Form of an answer, or why there is none and an action. */
export function AnswerBar({ chat, may, ofAlgo, onHandOver, ...rest }: Props) {
  useComposerCounted()
  const me = useMe()
  const waiting = useWaitingAnswers().get(chat.ref)
  const [sources, setSources] = useState<NonNullable<QuestionMessage['sources']>>([])
  const name = toText(chat.member_name)
  const isTaken = waiting?.taken === true
  const note = (words: string, press?: { label: string; act: () => void }) => (
    <div className="flex flex-wrap items-center justify-center gap-3 border-t bg-background px-4 py-3 pb-[calc(0.75rem+var(--chat-safe-bottom))] text-center text-sm text-muted-foreground">
      <p>{words}</p>
      {press && <Button onClick={press.act}>{press.label}</Button>}
    </div>
  )
  if (!may.answer) return note(t('chat.readOnly'))
  if (chat.status === 'ended') return note(t('tanya-saham.isEnded'))
  if (ofAlgo && !isTaken) return note(t('tanya-saham.byAlgo'), { label: t('tanya-saham.handOver'), act: onHandOver })
  if (chat.assigned_to && chat.assigned_to !== me && !isTaken)
    return note(t('tanya-saham.isOthers', { name: toText(chat.assigned_to_name ?? '…') }), {
      label: t('chat.takeover'),
      act: () => void takeOver(chat),
    })
  return (
    <div className="border-t bg-background pb-(--chat-safe-bottom)" data-composer="">
      {chat.handler === 'algo' && !isTaken && <p className="px-4 pt-2 text-xs text-muted-foreground">{t('tanya-saham.takesOver')}</p>}
      {sources.length > 0 && (
        <div className="px-3 pt-1 md:px-4">
          <Sources sources={sources} />
        </div>
      )}
      <Writing
        {...rest}
        room={chat.ref}
        customer={name}
        send={answerWith(chat)}
        onSent={(ref) => {
          setSources([])
          rest.onSent(ref)
        }}
        tool={(typed) => <DraftButton chat={chat.ref} typed={typed} onSources={setSources} />}
      />
    </div>
  )
}
