import { AlarmClock, Clock3, LifeBuoy, Search } from 'lucide-react'
import { Fragment, memo } from 'react'
import { serverDate } from '#console/data/base/server-clock.ts'
import { draftText } from '#console/data/chat/room-draft.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { t } from '#console/i18n/i18n.ts'
import { drawSentence } from '#console/kit/parts/sentence.tsx'
import { formatDate, formatNumber } from '#console/kit/text/format.ts'
import { formatClock } from '#console/kit/text/format-more.ts'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { isPlainPress } from '#console/ui/hooks/plain-press.ts'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import { searchWords } from '#contract/chat/found.ts'
import type { FoundMessage } from '#contract/chat/messages.ts'
import { InitialsAvatar } from '../room/initials-avatar.tsx'
import { markParts } from '../room/mark-parts.ts'
import { useMe } from '../room/may.ts'
import { isUnread, roomName } from '../room/room.ts'
import { KindIcon, lastTick, messageSummary, TickMark } from '../room/tick.tsx'
import { dayWord } from '../room/times.ts'
import { useSnoozed } from '../room/use-snoozed.ts'

interface Props {
  room: Room
  /** URL of its link, for a new tab or for copying. */
  href: string
  open: boolean
  marked: boolean
  selecting: boolean
  selected: boolean
  /** What tells it from another room of the same name. */
  number: string | null
  /** A match in its messages, and the search text. */
  found: FoundMessage | undefined
  words: string
  onOpen: (ref: string, message?: string) => void
  onSelect: (room: Room) => void
}

/** Time of today's last message, else its day: short for the column. */
function When({ at }: { at: string }) {
  const day = dayWord(at, serverDate())
  const words = day.is === 'today' ? formatClock(at) : day.is === 'yesterday' ? t('chat.yesterday') : day.text
  return (
    <time dateTime={at} title={formatDate(at)} className="ms-auto shrink-0 ps-2 text-xs text-muted-foreground">
      {words}
    </time>
  )
}

function LastLine({ room, open }: { room: Room; open: boolean }) {
  const draft = open ? '' : draftText(room.ref)
  const tick = lastTick(room)
  if (draft)
    return (
      <>
        <span className="shrink-0 font-medium text-warning-text">{t('chat.draft')}</span>
        <span dir="auto" className="truncate">
          {drawSentence(draft)}
        </span>
      </>
    )
  return (
    <>
      {tick && <TickMark tick={tick} />}
      <KindIcon kind={room.last_message_kind} />
      <span dir="auto" className="min-w-0 truncate">
        {drawSentence(messageSummary(room.last_message_kind, room.last_message) || t('chat.noMessage'))}
      </span>
    </>
  )
}

/** Line of a found message with marked matches. */
function FoundLine({ found, words }: { found: FoundMessage; words: string }) {
  const searched = searchWords(words)
  return (
    <>
      <Search role="img" aria-label={t('chat.foundIn')} className="size-3.5 shrink-0" />
      <span dir="auto" className="min-w-0 truncate" data-found={found.message}>
        {drawSentence(found.excerpt, (part) =>
          markParts(part, searched).map(({ at, text, isMarked }) =>
            isMarked ? (
              <mark key={at} className="rounded-sm bg-warning-soft text-warning-text">
                {text}
              </mark>
            ) : (
              <Fragment key={at}>{text}</Fragment>
            ),
          ),
        )}
      </span>
    </>
  )
}

/** `whose`: name of a colleague who has it. */
function Marks({ room, whose }: { room: Room; whose: string | null | undefined }) {
  const snoozed = useSnoozed(room)
  return (
    <span className="ms-auto flex shrink-0 items-center gap-1.5 ps-2">
      {whose && <bdi className="max-w-24 truncate text-xs text-muted-foreground">{whose}</bdi>}
      {room.waiting && lastTick(room) !== 'device' && (
        <Clock3 role="img" aria-label={t('chat.tick.device')} className="size-3.5 text-muted-foreground" />
      )}
      {snoozed && <AlarmClock role="img" aria-label={t('chat.snoozed')} className="size-4 text-muted-foreground" />}
      {room.is_need_support && <LifeBuoy role="img" aria-label={t('chat.needsSupport')} className="size-4 text-danger-text" />}
      {room.unread > 0 ? (
        <span className="grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1.5 text-xs font-semibold text-primary-foreground tabular-nums">
          <span aria-hidden="true">{room.unread > 99 ? '99+' : formatNumber(room.unread)}</span>
          <span className="sr-only">{t('chat.unread', { count: room.unread })}</span>
        </span>
      ) : (
        room.mark_as_unread && <span role="img" aria-label={t('chat.markedUnread')} className="size-2.5 rounded-full bg-primary" />
      )}
    </span>
  )
}

/** Assignee and tags, where there are any; a phone has no line for them. */
function About({ room }: { room: Room }) {
  const tags = room.tag ?? []
  if (!room.assignee_sales && tags.length === 0) return null
  return (
    <span className="mt-0.5 flex min-w-0 items-center gap-1.5 text-xs text-muted-foreground">
      {room.assignee_sales && room.assignee_sales_name ? (
        <bdi className="max-w-32 shrink-0 truncate">{room.assignee_sales_name}</bdi>
      ) : (
        <span className="shrink-0">{t('choice.0')}</span>
      )}
      {tags.slice(0, 2).map((tag) => (
        <bdi key={tag} className="truncate rounded-sm bg-muted px-1.5">
          {tag}
        </bdi>
      ))}
      {tags.length > 2 && <span>+{tags.length - 2}</span>}
    </span>
  )
}

/** One room: customer, last line, and pending work. */
export const RoomRow = memo(function UnmemoizedRoomRow({
  room,
  href,
  open,
  marked,
  selecting,
  selected,
  number,
  found,
  words,
  onOpen,
  onSelect,
}: Props) {
  const me = useMe()
  const phone = usePhone()
  const name = roomName(room)
  const ground = open ? 'bg-primary-soft/70' : selected || marked ? 'bg-muted' : 'hover:bg-muted/70'
  return (
    <li data-ref={room.ref} data-marked={marked || undefined} className={`group relative [--spacing:4px] ${ground}`}>
      {(open || marked) && <span aria-hidden="true" className={`absolute inset-y-0 start-0 w-0.75 ${open ? 'bg-primary' : 'bg-input'}`} />}
      <a
        href={href}
        aria-current={open ? 'true' : undefined}
        onClick={(event) => {
          if (!selecting && !isPlainPress(event)) return
          event.preventDefault()
          if (selecting) onSelect(room)
          else onOpen(room.ref, found?.message)
        }}
        className="flex min-h-19 items-center gap-3 px-4 py-2 -outline-offset-2"
      >
        <span
          className={selecting ? 'opacity-0' : 'pointer-fine:group-hover:opacity-0 pointer-fine:group-has-[input:focus-visible]:opacity-0'}
        >
          <InitialsAvatar name={name} seed={room.customer_phone || room.ref} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline">
            <bdi className={`truncate text-base ${isUnread(room) ? 'font-semibold' : 'font-medium'}`}>{name}</bdi>
            {number && (
              <span className="shrink-0 ps-2 text-xs text-muted-foreground tabular-nums">
                <bdi>{number}</bdi>
              </span>
            )}
            {room.last_message_at && <When at={room.last_message_at} />}
          </span>
          <span className={`flex min-w-0 items-center gap-1 text-sm ${isUnread(room) ? 'text-foreground' : 'text-muted-foreground'}`}>
            {found ? <FoundLine found={found} words={words} /> : <LastLine room={room} open={open} />}
            <Marks room={room} whose={phone && room.assignee_sales && room.assignee_sales !== me ? room.assignee_sales_name : null} />
          </span>
          {!phone && <About room={room} />}
        </span>
      </a>
      <span
        className={`absolute start-4 top-1/2 grid size-11 -translate-y-1/2 place-items-center ${selecting ? '' : 'pointer-events-none opacity-0 has-[input:focus-visible]:opacity-100 pointer-fine:pointer-events-auto pointer-fine:group-hover:opacity-100'}`}
      >
        <Checkbox checked={selected} onChange={() => onSelect(room)} aria-label={t('list.select', { name })} />
      </span>
    </li>
  )
})
