import { AlarmClock, CheckCheck, MailOpen, Megaphone, Tag, UserRoundCheck, X } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import type { RoomChange } from '#console/data/chat/write.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { formatNumber } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '#console/ui/dropdown-menu.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { change } from '../room/change.ts'
import { useChatMay } from '../room/may.ts'
import { useSalesUsers } from '../room/options.ts'
import { AssignList, SnoozeItems } from '../room/status-menus.tsx'
import { TagPicker } from '../room/tag-picker.tsx'
import type { RoomSelection } from './selection.ts'

const OneNumber = deferred(async () => (await Promise.all([import('../broadcasts/one-number.tsx'), loadMessages('kit')]))[0].OneNumber)

/** Actions on many rooms. */
export function BulkBar({ selection, total, onBroadcast }: { selection: RoomSelection; total: number; onBroadcast: () => void }) {
  const may = useChatMay()
  const people = useSalesUsers()
  const [assigning, setAssigning] = useState(false)
  const [tagging, setTagging] = useState(false)
  const { rooms } = selection
  const none = rooms.length === 0
  const reasonId = useId()
  const isMixed = may.update && rooms.some(({ whatsapp_number }) => whatsapp_number !== rooms[0]?.whatsapp_number)
  const act = async (what: RoomChange) => {
    if (await change(rooms, what)) selection.clear()
  }
  // Only tags that all have are selected; selecting one adds it to all.
  const shared = (rooms[0]?.tag ?? []).filter((tag) => rooms.every((room) => room.tag?.includes(tag)))
  const icon = { variant: 'quiet', size: 'icon', disabled: none } as const
  const bar = (
    <div
      role="toolbar"
      aria-label={t('list.bulk')}
      className="flex items-center overflow-x-auto border-b bg-muted/50 px-1 [scrollbar-width:none] md:gap-0.5 md:px-2"
    >
      <span className="grid size-11 shrink-0 place-items-center">
        <Checkbox
          checked={rooms.length === total && total > 0}
          indeterminate={rooms.length > 0 && rooms.length < total}
          onChange={selection.all}
          aria-label={t('list.selectAll')}
        />
      </span>
      <span role="status" className="flex-1 text-sm font-medium tabular-nums">
        <span aria-hidden="true">{formatNumber(rooms.length)}</span>
        <span className="sr-only">{t('list.selected', { count: formatNumber(rooms.length) })}</span>
      </span>
      {may.update && (
        <Button {...icon} aria-label={t('chat.resolve')} title={t('chat.resolve')} onClick={() => void act({ status: 'resolved' })}>
          <CheckCheck aria-hidden="true" />
        </Button>
      )}
      {may.update && (
        <Button
          {...icon}
          disabled={none || isMixed}
          aria-haspopup="dialog"
          aria-label={t('chat.broadcast')}
          aria-describedby={isMixed ? reasonId : undefined}
          title={t('chat.broadcast')}
          onClick={onBroadcast}
        >
          <Megaphone aria-hidden="true" />
        </Button>
      )}
      {may.transfer && (
        <Popover open={assigning} onOpenChange={setAssigning}>
          <PopoverTrigger asChild>
            <Button {...icon} aria-label={t('chat.assign')} title={t('chat.assign')}>
              <UserRoundCheck aria-hidden="true" />
            </Button>
          </PopoverTrigger>
          <PopoverContent align="end">
            <AssignList
              people={people}
              onChoose={(to) => {
                setAssigning(false)
                void act({ assignee_sales: to })
              }}
            />
          </PopoverContent>
        </Popover>
      )}
      {may.update && (
        <>
          <Popover open={tagging} onOpenChange={setTagging}>
            <PopoverTrigger asChild>
              <Button {...icon} aria-label={t('chat.tags')} title={t('chat.tags')}>
                <Tag aria-hidden="true" />
              </Button>
            </PopoverTrigger>
            <PopoverContent align="end">
              <TagPicker
                chosen={shared}
                onChange={(tags) => {
                  for (const room of rooms) {
                    const own = (room.tag ?? []).filter((tag) => !shared.includes(tag))
                    void change([room], { tag: [...new Set([...own, ...tags])] })
                  }
                }}
              />
            </PopoverContent>
          </Popover>
          <Button
            {...icon}
            aria-label={t('chat.markUnread')}
            title={t('chat.markUnread')}
            onClick={() => void act({ mark_as_unread: true })}
          >
            <MailOpen aria-hidden="true" />
          </Button>
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button {...icon} aria-label={t('chat.snoozeUntil')} title={t('chat.snoozeUntil')}>
                <AlarmClock aria-hidden="true" />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end" className="w-64">
              <SnoozeItems onChoose={(until) => void act({ snoozed_until: until })} />
            </DropdownMenuContent>
          </DropdownMenu>
        </>
      )}
      <Button variant="quiet" size="icon" aria-label={t('list.clearSelection')} onClick={selection.clear}>
        <X aria-hidden="true" />
      </Button>
    </div>
  )
  return (
    <>
      {bar}
      <Suspense>{isMixed && <OneNumber id={reasonId} rooms={rooms} onKeep={selection.keep} />}</Suspense>
    </>
  )
}
