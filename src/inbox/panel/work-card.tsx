import { AlarmClock, AlarmClockOff, Hand, MailOpen, Plus, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Room } from '#console/data/chat/rooms.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDateTime } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { Button } from '#console/ui/button.tsx'
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '#console/ui/dropdown-menu.tsx'
import { usePressGuard } from '#console/ui/hooks/press-guard.ts'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { Segmented } from '#console/ui/radio.tsx'
import { Switch } from '#console/ui/switch.tsx'
import { roomStatuses } from '#contract/choices/room-status.ts'
import { AssignButton } from '../room/assign-button.tsx'
import { change, sayStatus } from '../room/change.ts'
import { type ChatMay, useMe } from '../room/may.ts'
import { useSalesUsers } from '../room/options.ts'
import { SnoozeItems } from '../room/status-menus.tsx'
import { TagPicker } from '../room/tag-picker.tsx'
import { useSnoozed } from '../room/use-snoozed.ts'
import { PanelCard } from './panel-card.tsx'

function Line({ label, htmlFor, children }: { label: string; htmlFor?: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 text-sm">
      {htmlFor ? <label htmlFor={htmlFor}>{label}</label> : <span>{label}</span>}
      {children}
    </div>
  )
}

/** The row's name is the server's; while a change waits it is looked up. */
function useAssigneeName(room: Room): string {
  const people = useSalesUsers()
  if (!room.assignee_sales) return choiceLabel(0)
  return people.find((person) => person.id === room.assignee_sales)?.label ?? room.assignee_sales_name ?? `#${room.assignee_sales}`
}

interface Props {
  room: Room
  may: ChatMay
  /** On a phone: back to the room, with a message of whom it went to. */
  onAssigned?: (() => void) | undefined
}

function Assignee({ room, may, onAssigned }: Props) {
  const me = useMe()
  const name = useAssigneeName(room)
  const people = useSalesUsers()
  async function assign(to: number | string) {
    const kept = await change([room], { assignee_sales: to })
    if (!kept || !onAssigned) return
    const status = to
      ? t('chat.handedTo', { name: people.find(({ id, ref }) => id === to || ref === to)?.label ?? `#${to}` })
      : choiceLabel(0)
    sayStatus([room], status)
    onAssigned()
  }
  return (
    <Line label={t('chat.assignee')}>
      <span className="flex min-w-0 items-center gap-1.5">
        {may.assign ? (
          <AssignButton name={name} people={people} onChoose={(to) => void assign(to)} />
        ) : (
          <bdi className="truncate text-muted-foreground">{name}</bdi>
        )}
        {may.update && room.assignee_sales !== me && (
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('chat.takeover')}
            title={t('chat.takeover')}
            onClick={() => void change([room], { takeover: true })}
          >
            <Hand aria-hidden="true" />
          </Button>
        )}
      </span>
    </Line>
  )
}

function RemoveTag({ tag, onRemove }: { tag: string; onRemove: () => void }) {
  const counts = usePressGuard()
  return (
    <button
      type="button"
      aria-label={t('chat.removeTag', { tag })}
      className="relative grid size-5 place-items-center rounded-full hover:bg-border touch:after:absolute touch:after:-inset-3"
      onClick={({ timeStamp }) => counts(timeStamp) && onRemove()}
    >
      <X aria-hidden="true" className="size-3" />
    </button>
  )
}

function Tags({ room, may }: { room: Room; may: ChatMay }) {
  const tags = room.tag ?? []
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-1.5">
      {tags.map((tag) => (
        <span
          key={tag}
          className="inline-flex h-7 max-w-full items-center gap-1 rounded-full bg-muted ps-3 pe-1.5 text-xs font-medium touch:h-9"
        >
          <bdi className="truncate">{tag}</bdi>
          {may.update ? (
            <RemoveTag tag={tag} onRemove={() => void change([room], { tag: tags.filter((each) => each !== tag) })} />
          ) : (
            <span className="w-1" />
          )}
        </span>
      ))}
      {may.update && (
        <Popover>
          <PopoverTrigger asChild>
            <Button variant="quiet" size="small" data-tag="">
              <Plus aria-hidden="true" />
              {t('chat.addTag')}
            </Button>
          </PopoverTrigger>
          <PopoverContent align="start">
            <TagPicker chosen={tags} onChange={(next) => void change([room], { tag: next })} />
          </PopoverContent>
        </Popover>
      )}
      {!may.update && tags.length === 0 && <span className="text-sm text-muted-foreground">–</span>}
    </div>
  )
}

/** Work on a room: status, assignee, tags, support, snooze. */
export function WorkCard({ room, may, onAssigned }: Props) {
  const id = useId()
  const snoozed = useSnoozed(room)
  return (
    <>
      <PanelCard title={t('field.status')}>
        {may.update ? (
          <Segmented
            className="flex! w-full"
            label={t('field.status')}
            value={room.status ?? 'open'}
            options={roomStatuses.map((value) => ({ value, label: choiceLabel(value) }))}
            onChange={(status) => void change([room], { status })}
          />
        ) : (
          <p className="text-sm">{choiceLabel(room.status)}</p>
        )}
        <div className="mt-2 divide-y">
          <Assignee room={room} may={may} onAssigned={onAssigned} />
          <Line label={t('chat.needsSupport')} htmlFor={`${id}-support`}>
            <Switch
              id={`${id}-support`}
              checked={room.is_need_support === true}
              disabled={!may.update}
              onChange={() => void change([room], { is_need_support: !room.is_need_support })}
            />
          </Line>
          <Line label={snoozed ? t('chat.snoozed') : t('chat.snoozeUntil')}>
            {snoozed && room.snoozed_until ? (
              <span className="flex items-center gap-1.5">
                <span className="text-xs text-muted-foreground tabular-nums">{formatDateTime(room.snoozed_until)}</span>
                {may.update && (
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={t('chat.unsnooze')}
                    title={t('chat.unsnooze')}
                    onClick={() => void change([room], { snoozed_until: null })}
                  >
                    <AlarmClockOff aria-hidden="true" />
                  </Button>
                )}
              </span>
            ) : (
              may.update && (
                <DropdownMenu>
                  <DropdownMenuTrigger asChild>
                    <Button variant="quiet" size="icon" aria-label={t('chat.snoozeUntil')} data-snooze="">
                      <AlarmClock aria-hidden="true" />
                    </Button>
                  </DropdownMenuTrigger>
                  <DropdownMenuContent align="end" className="w-64">
                    <SnoozeItems onChoose={(until) => void change([room], { snoozed_until: until })} />
                  </DropdownMenuContent>
                </DropdownMenu>
              )
            )}
          </Line>
          {may.update && (
            <Line label={t('chat.markUnread')}>
              <Button
                variant="quiet"
                size="icon"
                aria-label={t('chat.markUnread')}
                aria-pressed={room.mark_as_unread === true}
                repeats={false}
                className="aria-pressed:text-primary-text"
                onClick={() => void change([room], { mark_as_unread: !room.mark_as_unread })}
              >
                <MailOpen aria-hidden="true" />
              </Button>
            </Line>
          )}
        </div>
      </PanelCard>
      <PanelCard title={t('chat.tags')}>
        <Tags room={room} may={may} />
      </PanelCard>
    </>
  )
}
