import { Bot, Clock3, Star } from 'lucide-react'
import { memo } from 'react'
import { serverDate } from '#console/data/base/server-clock.ts'
import { draftText } from '#console/data/chat/room-draft.ts'
import { t } from '#console/i18n/i18n.ts'
import { InitialsAvatar } from '#console/inbox/room/initials-avatar.tsx'
import { KindIcon, messageSummary } from '#console/inbox/room/tick.tsx'
import { dayWord } from '#console/inbox/room/times.ts'
import { drawSentence } from '#console/kit/parts/sentence.tsx'
import { formatDate, formatNumber } from '#console/kit/text/format.ts'
import { formatClock } from '#console/kit/text/format-more.ts'
import { relativeTime } from '#console/kit/text/relative-time.ts'
import { isPlainPress } from '#console/ui/hooks/plain-press.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { messageKinds } from '#contract/parts/message-fields.ts'
import type { WaitingOf } from './waiting.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function When({ at }: { at: string }) {
  const day = dayWord(at, serverDate())
  const words = day.is === 'today' ? formatClock(at) : day.is === 'yesterday' ? t('chat.yesterday') : day.text
  return (
    <time dateTime={at} title={formatDate(at)} className="ms-auto shrink-0 ps-2 text-xs text-muted-foreground">
      {words}
    </time>
  )
}

/** The last message, a waiting answer, or a draft. */
function LastLine({ chat, open, waiting }: { chat: AnyRow; open: boolean; waiting: WaitingOf | undefined }) {
  const draft = open ? '' : draftText(chat.ref)
  const kind = messageKinds.find((each) => each === chat.last_message_kind) ?? null
  if (draft)
    return (
      <>
        <span className="shrink-0 font-medium text-warning-text">{t('chat.draft')}</span>
        <span dir="auto" className="truncate">
          {drawSentence(draft)}
        </span>
      </>
    )
  if (waiting?.answers)
    return (
      <>
        <Clock3 role="img" aria-label={t('chat.tick.device')} className="size-3.5 shrink-0" />
        <span dir="auto" className="min-w-0 truncate">
          {drawSentence(waiting.answer ?? t('chat.kind.document'))}
        </span>
      </>
    )
  return (
    <>
      {chat.last_message_is_admin === true && <span className="shrink-0">{t('chat.us')}:</span>}
      <KindIcon kind={kind} />
      <span dir="auto" className="min-w-0 truncate">
        {drawSentence(messageSummary(kind, textOf(chat.last_message)) || t('chat.noMessage'))}
      </span>
    </>
  )
}

/** Waiting time, assignee and rating. */
function About({ chat }: { chat: AnyRow }) {
  const tags = Array.isArray(chat.tag) ? chat.tag.map(String) : []
  return (
    <span className="mt-0.5 flex min-w-0 items-center gap-1.5 text-xs text-muted-foreground">
      {typeof chat.waiting_since === 'string' && (
        <span className="shrink-0 rounded-sm bg-warning-soft px-1.5 text-warning-text">
          {t('tanya-saham.waits', { since: relativeTime(chat.waiting_since) })}
        </span>
      )}
      {chat.handler === 'algo' ? (
        <span className="flex shrink-0 items-center gap-1">
          <Bot aria-hidden="true" className="size-3.5" />
          {t('tanya-saham.handler.algo')}
        </span>
      ) : (
        <bdi className="max-w-32 min-w-0 truncate">{chat.assigned_to ? textOf(chat.assigned_to_name) : t('choice.0')}</bdi>
      )}
      {typeof chat.rating === 'number' && (
        <span className="flex shrink-0 items-center gap-0.5 tabular-nums">
          <Star aria-hidden="true" className="size-3" />
          <span className="sr-only">{t('tanya-saham.rating')}</span>
          {formatNumber(chat.rating)}
        </span>
      )}
      {tags.slice(0, 2).map((tag) => (
        <bdi key={tag} className="truncate rounded-sm bg-muted px-1.5">
          {tag}
        </bdi>
      ))}
    </span>
  )
}

interface Props {
  chat: AnyRow
  /** URL of its link, for a new tab or for copying. */
  href: string
  open: boolean
  marked: boolean
  waiting: WaitingOf | undefined
  onOpen: (ref: string) => void
}

/** One chat: member, stock, last line and pending work. */
export const QuestionRow = memo(function UnmemoizedQuestionRow({ chat, href, open, marked, waiting, onOpen }: Props) {
  const name = textOf(chat.member_name)
  const isOpen = chat.status === 'open'
  return (
    <li
      data-ref={chat.ref}
      data-marked={marked || undefined}
      className={`relative ${open ? 'bg-primary-soft/70' : marked ? 'bg-muted' : 'hover:bg-muted/70'}`}
    >
      {(open || marked) && <span aria-hidden="true" className={`absolute inset-y-0 start-0 w-0.75 ${open ? 'bg-primary' : 'bg-input'}`} />}
      <a
        href={href}
        aria-current={open ? 'true' : undefined}
        onClick={(event) => {
          if (!isPlainPress(event)) return
          event.preventDefault()
          onOpen(chat.ref)
        }}
        className="flex min-h-19 items-center gap-3 px-4 py-2 -outline-offset-2"
      >
        <InitialsAvatar name={name} seed={textOf(chat.member_phone) || chat.ref} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-1.5">
            <bdi className={`truncate text-base ${isOpen ? 'font-semibold' : 'font-medium'}`}>{name}</bdi>
            {textOf(chat.kode_saham) && <bdi className="shrink-0 text-xs font-semibold text-primary-text">{textOf(chat.kode_saham)}</bdi>}
            {textOf(chat.last_message_at) && <When at={textOf(chat.last_message_at)} />}
          </span>
          <span className={`flex min-w-0 items-center gap-1 text-sm ${isOpen ? 'text-foreground' : 'text-muted-foreground'}`}>
            <LastLine chat={chat} open={open} waiting={waiting} />
          </span>
          <About chat={chat} />
        </span>
      </a>
    </li>
  )
})
