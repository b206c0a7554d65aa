import {
  AlarmClock,
  AlarmClockOff,
  ArrowLeft,
  CheckCheck,
  Clock3,
  EllipsisVertical,
  Hand,
  HandHelping,
  LifeBuoy,
  MailOpen,
  PanelRight,
  RotateCcw,
  Search,
} from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Room } from '#console/data/chat/rooms.ts'
import { usePresence } from '#console/data/chat/socket.ts'
import { t } from '#console/i18n/i18n.ts'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { Button } from '#console/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#console/ui/dropdown-menu.tsx'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import { change } from '../room/change.ts'
import { InitialsAvatar } from '../room/initials-avatar.tsx'
import { type ChatMay, useMe } from '../room/may.ts'
import { roomContact, roomName } from '../room/room.ts'
import { SnoozeItems } from '../room/status-menus.tsx'
import { useSnoozed } from '../room/use-snoozed.ts'

interface Props {
  room: Room
  may: ChatMay
  panel: boolean
  onBack: () => void
  onPanel: () => void
  onFind: () => void
  onUnread: () => void
  onResolve: () => void
  /** The menu has the times of a snooze alone. */
  snoozing: boolean
  onSnoozed: () => void
  onAssign: () => void
}

/** Other viewers and typists of the room; else the phone number and assignee. */
function Under({ room }: { room: Room }) {
  const me = useMe()
  const others = usePresence(room.ref).filter((person) => person.id !== me)
  const typing = others.find((person) => person.typing)
  if (typing) return <span className="truncate text-primary-text">{t('chat.typing', { name: typing.name })}</span>
  if (others[0])
    return (
      <span className="truncate text-primary-text">
        {others.length > 1
          ? t('chat.viewingMany', { name: others[0].name, count: others.length - 1 })
          : t('chat.viewing', { name: others[0].name })}
      </span>
    )
  const contact = roomContact(room)
  const owner = room.assignee_sales ? (room.assignee_sales_name ?? '…') : t('choice.0')
  // It may be the name already.
  const under = contact === roomName(room) ? null : contact || t('chat.noNumber')
  return (
    // One line: what would have less than a few letters goes to the next one, which is hidden.
    <span title={owner} className="flex h-4 min-w-0 flex-1 flex-wrap gap-x-1.5 overflow-hidden">
      {under !== null && (
        <bdi dir={contact ? 'ltr' : 'auto'} className="max-w-full truncate tabular-nums">
          {under}
        </bdi>
      )}
      <span data-owner="" className="min-w-0 max-w-fit grow basis-16 truncate">
        {under !== null && <span aria-hidden="true">· </span>}
        <bdi>{owner}</bdi>
      </span>
      {room.is_idle && <span className="shrink-0">· {t('chat.idle')}</span>}
    </span>
  )
}

/** Name of the customer and frequent actions. */
export function RoomHeader({ room, may, panel, onBack, onPanel, onFind, onUnread, onResolve, onAssign, snoozing, onSnoozed }: Props) {
  const phone = usePhone()
  const me = useMe()
  const Title = phone ? 'h1' : 'h2'
  const name = roomName(room)
  const status = room.status === 'open' ? null : room.status
  const resolved = status === 'resolved'
  const mine = room.assignee_sales === me
  const snoozed = useSnoozed(room)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (snoozing) before.current = document.activeElement
  }, [snoozing])
  const snoozes = (
    <>
      <DropdownMenuLabel className="flex items-center gap-2">
        <AlarmClock aria-hidden="true" className="size-4" />
        {t('chat.snoozeUntil')}
      </DropdownMenuLabel>
      <SnoozeItems onChoose={(until) => void change([room], { snoozed_until: until })} />
      {snoozed && (
        <DropdownMenuItem onSelect={() => void change([room], { snoozed_until: null })}>
          <AlarmClockOff aria-hidden="true" />
          {t('chat.unsnooze')}
        </DropdownMenuItem>
      )}
    </>
  )
  return (
    <header className="flex min-h-15 items-center gap-1 border-b bg-background ps-1 pe-1.5 pt-(--chat-safe-top) md:ps-4 md:pe-3">
      <Button variant="quiet" size="icon" className="md:hidden" aria-label={t('app.back')} onClick={onBack}>
        <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
      </Button>
      <button
        type="button"
        onClick={onPanel}
        aria-expanded={panel}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 overflow-hidden rounded-md pe-2 text-start -outline-offset-2"
      >
        <InitialsAvatar name={name} seed={room.customer_phone || room.ref} className="size-9 text-xs @max-xs:hidden" />
        <span className="min-w-0 flex-1">
          <Title className="flex items-center gap-2">
            <bdi className="truncate text-base font-semibold">{name}</bdi>
            {status && !phone && <StatusBadge value={status} />}
            {room.waiting && <Clock3 role="img" aria-label={t('chat.tick.device')} className="size-3.5 shrink-0 text-muted-foreground" />}
          </Title>
          {/* Remounted per room, so that only its own changes are announced. */}
          <span key={room.ref} aria-live="polite" className="flex min-w-0 items-center gap-1.5 text-xs text-muted-foreground">
            {status && phone && <StatusBadge value={status} />}
            <Under room={room} />
          </span>
        </span>
      </button>
      {/* A phone has it above the composer, by its name. */}
      {may.update && !mine && !phone && (
        <Button
          size="default"
          className="size-control px-0 @2xl:w-auto @2xl:px-3 @max-2xl:border-transparent @max-2xl:bg-transparent @max-2xl:shadow-none"
          aria-label={t('chat.takeover')}
          onClick={() => void change([room], { takeover: true })}
        >
          <Hand aria-hidden="true" />
          <span className="@max-2xl:hidden">{t('chat.takeover')}</span>
        </Button>
      )}
      {may.update && (
        <Button className="@max-xl:hidden" variant={resolved ? 'secondary' : 'primary'} onClick={onResolve}>
          {resolved ? <RotateCcw aria-hidden="true" /> : <CheckCheck aria-hidden="true" />}
          {t(resolved ? 'chat.reopen' : 'chat.resolve')}
        </Button>
      )}
      <Button variant="quiet" size="icon" aria-label={t('chat.findInRoom')} onClick={onFind}>
        <Search aria-hidden="true" />
      </Button>
      <DropdownMenu
        open={isMenuOpen || snoozing}
        onOpenChange={(open) => {
          setMenuOpen(open && !snoozing)
          onSnoozed()
        }}
      >
        <DropdownMenuTrigger asChild>
          <Button variant="quiet" size="icon" aria-label={t('app.more')} data-room-menu="">
            <EllipsisVertical aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent
          align="end"
          className="w-72"
          onCloseAutoFocus={(event) => {
            // A key opened it, and where it was pressed one goes on.
            if (!(before.current instanceof HTMLElement)) return
            event.preventDefault()
            before.current.focus()
            before.current = null
          }}
        >
          {snoozing && snoozes}
          {!snoozing && (
            <>
              {/* First what nobody regrets: a key that opens a menu stands on its first entry. */}
              <DropdownMenuItem onSelect={onPanel}>
                <PanelRight aria-hidden="true" className="rtl:-scale-x-100" />
                {t(panel ? 'chat.hidePanel' : 'chat.showPanel')}
              </DropdownMenuItem>
              {may.update && (
                <>
                  <DropdownMenuItem onSelect={onUnread}>
                    <MailOpen aria-hidden="true" />
                    {t('chat.markUnread')}
                  </DropdownMenuItem>
                  <DropdownMenuItem onSelect={() => void change([room], { is_need_support: !room.is_need_support })}>
                    <LifeBuoy aria-hidden="true" />
                    {t(room.is_need_support ? 'chat.supportDone' : 'chat.askSupport')}
                  </DropdownMenuItem>
                  <DropdownMenuItem className="@xl:hidden" onSelect={onResolve}>
                    {resolved ? <RotateCcw aria-hidden="true" /> : <CheckCheck aria-hidden="true" />}
                    {t(resolved ? 'chat.reopen' : 'chat.resolve')}
                  </DropdownMenuItem>
                  <DropdownMenuSeparator />
                  {snoozes}
                </>
              )}
              {(may.assign || (may.update && mine)) && <DropdownMenuSeparator />}
              {may.assign && (
                <DropdownMenuItem onSelect={onAssign}>
                  <Hand aria-hidden="true" />
                  {t('chat.handOver')}
                </DropdownMenuItem>
              )}
              {may.update && mine && (
                <DropdownMenuItem onSelect={() => void change([room], { release: true })}>
                  <HandHelping aria-hidden="true" />
                  {t('chat.release')}
                </DropdownMenuItem>
              )}
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <Button
        variant="quiet"
        size="icon"
        className="max-md:hidden"
        aria-pressed={panel}
        aria-label={t(panel ? 'chat.hidePanel' : 'chat.showPanel')}
        onClick={onPanel}
      >
        <PanelRight aria-hidden="true" className="rtl:-scale-x-100" />
      </Button>
    </header>
  )
}
