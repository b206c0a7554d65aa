import { ListChecks, Megaphone, MessagesSquare, SquarePen } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { type Room, useRoom, useRooms } from '#console/data/chat/rooms.ts'
import { loadMessages, t, useLocale } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { useStableCallback } from '#console/kit/text/use-stable-callback.ts'
import { Button } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { useMedia, usePhone } from '#console/ui/hooks/use-media.ts'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { RealtimeState } from '../conversation/connection-state.tsx'
import { Conversation } from '../conversation/conversation.tsx'
import { MessageSkeletons } from '../conversation/message-skeletons.tsx'
import { BulkBar } from '../list/bulk-bar.tsx'
import { Filters } from '../list/filters.tsx'
import { Pager } from '../list/pager.tsx'
import { RoomList } from '../list/room-list.tsx'
import { useRoomSelection } from '../list/selection.ts'
import { OnlineButton } from '../online/online-button.tsx'
import { change } from '../room/change.ts'
import { useChatMay } from '../room/may.ts'
import { usePrefetchOptions } from '../room/options.ts'
import { roomName } from '../room/room.ts'
import { type ChatSearch, filterCount, roomsQuery, statusOf } from '../room/search.ts'
import { useAfterPaint } from '../room/use-after-paint.ts'
import { useFill } from '../room/use-fill.ts'
import { useKeys } from '../room/use-keys.ts'
import { useMarked } from '../room/use-marked.ts'
import { useOpened } from '../room/use-opened.ts'
import { whenPresent } from '../room/when-present.ts'

const SidePanel = deferred(() => import('../panel/side-panel.tsx').then((module) => module.SidePanel))
const BroadcastWindows = deferred(
  async () => (await Promise.all([import('../broadcasts/windows.tsx'), loadMessages(['sending', 'forms', 'kit'])]))[0].BroadcastWindows,
)
const StartDialog = deferred(() => import('./start-dialog.tsx').then((module) => module.StartDialog))

export type SearchChange = Partial<Record<keyof ChatSearch, unknown>>

interface Props {
  search: ChatSearch
  /** `replace`: replaces the history entry. */
  onSearch: (change: SearchChange, replace?: boolean) => void
}

/** The inbox: rooms, the open one, and its customer. A phone shows one of the three. */
export function ChatScreen({ search, onSearch: navigate }: Props) {
  useLocale()
  const phone = usePhone()
  const wide = useMedia('(min-width: 85rem)')
  const may = useChatMay()
  usePrefetchOptions()
  const query = roomsQuery(search)
  const { rooms, total, state, found, retry } = useRooms(query)
  const { opened, press, settle } = useOpened(search.room)
  const room = useRoom(opened ?? null)
  const about = useAfterPaint(room)
  const selection = useRoomSelection(rooms)
  const marked = useMarked(rooms, opened)
  const [finding, setFinding] = useState(false)
  const [broadcasting, setBroadcasting] = useState(false)
  /** Ref of the room whose snooze is chosen by a key. */
  const [snoozing, setSnoozing] = useState<string>()
  const panel = Boolean(opened) && (search.panel ?? (wide && !phone))
  const showsRoom = phone && Boolean(opened)
  const { ref, style } = useFill(showsRoom)
  useTitle(room ? roomName(room) : t('nav.chat-platform'))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another room begins without the search of the one before
  useEffect(() => setFinding(false), [opened])

  // Stable, so that opening another room renders only that room.
  const onSearch = useStableCallback<Parameters<Props['onSearch']>>((searchChange, replace) => {
    settle()
    marked.clear()
    navigate(searchChange, replace)
  })
  const onFilter = useStableCallback((searchChange: SearchChange) => onSearch(searchChange, true))
  const onPage = useStableCallback((page: number) => onSearch({ page }, true))
  const open = (to: string, withPanel = false, message?: string) => {
    marked.clear()
    setSnoozing(undefined)
    const nextPanel = withPanel || (phone ? undefined : search.panel)
    press(to, () => navigate({ room: to, message, panel: nextPanel }, Boolean(search.room)))
  }
  const close = useStableCallback(() => onSearch({ room: undefined, message: undefined, panel: phone ? undefined : search.panel }))
  const togglePanel = useStableCallback(() => onSearch({ panel: !panel }, !phone))
  const endSnoozing = useStableCallback(() => setSnoozing(undefined))
  const markUnread = useStableCallback((which: Room) => {
    void change([which], { mark_as_unread: true }).then((kept) => {
      if (kept && which.ref === opened) close()
    })
  })
  const openMarked = () => {
    if (marked.ref) open(marked.ref)
  }
  /** Target of keys: the marked room, else the open one. */
  const target = marked.ref ? marked.room : room
  const inRoom = (which: Room, selector: string, act: (found: HTMLElement) => void) => {
    if (which.ref !== opened) open(which.ref)
    return whenPresent(`[data-room="${which.ref}"] ${selector}`, act)
  }
  const inPanel = (which: Room, selector: string) => {
    if (which.ref !== opened) open(which.ref, true)
    else if (!panel) togglePanel()
    return whenPresent(`[data-about="${which.ref}"] ${selector}`, (button) => button.click())
  }
  const assign = useStableCallback(() => {
    if (room) void inPanel(room, '[data-assign]')
  })
  /** The first open room below this one, else from the top. */
  const nextOf = (which: Room) => {
    const at = rooms.findIndex(({ ref: each }) => each === which.ref)
    return [...rooms.slice(at + 1), ...rooms.slice(0, Math.max(0, at))].find((each) => each.status === 'open' && each.ref !== which.ref)
  }
  const next = room?.status === 'resolved' ? nextOf(room) : undefined
  const openNext = useStableCallback(() => {
    if (next) open(next.ref)
  })
  /** Resolves a room, or opens it again. The next chat follows the resolved one on the screen. */
  const resolve = useStableCallback((which: Room) => {
    const isOpen = which.status !== 'resolved'
    const following = isOpen && which.ref === opened ? nextOf(which) : undefined
    void change([which], { status: isOpen ? 'resolved' : 'open' }).then((kept) => {
      if (kept && following && which.ref === opened) open(following.ref)
    })
  })
  useKeys({
    next: () => marked.step(1),
    previous: () => marked.step(-1),
    open: openMarked,
    search: () => (opened && phone ? setFinding(true) : document.querySelector<HTMLElement>('[data-list-search]')?.focus()),
    back: () => {
      if (selection.on) selection.clear()
      else if (finding) setFinding(false)
      else if (marked.ref) marked.clear()
      else if (opened) close()
    },
    ...(target && {
      reply: () => inRoom(target, '[data-composer-text]', (text) => text.focus()),
      ...(may.update && {
        select: () => selection.toggle(target),
        resolve: () => resolve(target),
        unread: () => markUnread(target),
        tag: () => inPanel(target, '[data-tag]'),
        snooze: () => {
          if (target.ref !== opened) open(target.ref)
          setSnoozing(target.ref)
        },
      }),
      ...(may.assign && { assign: () => inPanel(target, '[data-assign]') }),
    }),
  })

  return (
    <div
      ref={ref}
      style={style}
      {...(showsRoom && { 'data-covers': '' })}
      className={`flex min-h-0 overflow-hidden bg-background ${showsRoom ? 'fixed inset-x-0 z-10 [--chat-safe-bottom:var(--safe-bottom)] [--chat-safe-top:var(--safe-top)]' : '[--chat-safe-bottom:0px] [--chat-safe-top:0px]'}`}
    >
      <div className={`flex min-h-0 w-full flex-col md:w-80 md:shrink-0 md:border-e lg:w-90 ${showsRoom ? 'hidden' : ''}`}>
        <header className="flex items-center gap-1 ps-4 pe-2 pt-2 pb-1">
          <h1 className="text-xl font-semibold tracking-tight">{t('nav.chat-platform')}</h1>
          <span className="min-w-0 flex-1">
            <OnlineButton />
          </span>
          {may.update && (
            <Button
              variant="quiet"
              size="icon"
              aria-pressed={selection.on}
              aria-label={t('chat.select')}
              onClick={selection.on ? selection.clear : selection.start}
            >
              <ListChecks aria-hidden="true" />
            </Button>
          )}
          {may.update && (
            <Button
              variant="quiet"
              size="icon"
              aria-haspopup="dialog"
              aria-label={t('chat.broadcastsSent')}
              title={t('chat.broadcastsSent')}
              onClick={() => onSearch({ broadcast: 'all' })}
            >
              <Megaphone aria-hidden="true" />
            </Button>
          )}
          {may.start && (
            <Button
              variant="quiet"
              size="icon"
              aria-haspopup="dialog"
              aria-label={t('chat.start')}
              onClick={() => onSearch({ start: true })}
            >
              <SquarePen aria-hidden="true" />
            </Button>
          )}
        </header>
        <Filters search={search} onSearch={onFilter} />
        {selection.on && <BulkBar selection={selection} total={rooms.length} onBroadcast={() => setBroadcasting(true)} />}
        {!opened && <RealtimeState />}
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-t" data-rooms={state} data-total={total}>
          <RoomList
            rooms={rooms}
            state={state}
            retry={retry}
            search={search}
            found={found}
            opened={opened}
            onOpen={(roomRef, message) => open(roomRef, false, message)}
            narrowed={filterCount(search) > 0 || Boolean(search.search) || statusOf(search) !== 'all' || Boolean(search.replied)}
            query={query}
            onStatus={(status) => onFilter({ status, page: undefined })}
            onClear={() =>
              onSearch(
                {
                  search: undefined,
                  tag: undefined,
                  assignee_sales: undefined,
                  is_need_support: undefined,
                  snoozed: undefined,
                  unanswered: undefined,
                  replied: undefined,
                  status: 'all',
                  page: undefined,
                },
                true,
              )
            }
            marked={marked.ref}
            selection={selection}
          />
        </div>
        <Pager page={query.page} size={query.size} total={total} onPage={onPage} />
      </div>
      <div className={`min-h-0 min-w-0 flex-1 ${phone && (!showsRoom || panel) ? 'hidden' : ''}`}>
        {room ? (
          <Conversation
            room={room}
            may={may}
            panel={panel}
            message={opened === search.room ? search.message : undefined}
            finding={finding}
            onFinding={setFinding}
            onBack={close}
            onPanel={togglePanel}
            onUnread={markUnread}
            onResolve={resolve}
            snoozing={snoozing === room.ref}
            onSnoozed={endSnoozing}
            onAssign={assign}
            onNext={next && openNext}
          />
        ) : opened && room === undefined ? (
          <div className="flex h-full flex-col bg-sidebar">
            <MessageSkeletons />
          </div>
        ) : (
          <div className="grid h-full place-items-center bg-sidebar">
            <EmptyState
              icon={MessagesSquare}
              title={t(opened ? 'chat.roomGone' : 'chat.choose')}
              detail={t(opened ? 'chat.roomGoneDetail' : 'chat.chooseDetail')}
            >
              {opened && <Button onClick={close}>{t('chat.toList')}</Button>}
            </EmptyState>
          </div>
        )}
      </div>
      {about && panel && (
        <div
          className={`min-h-0 ${phone ? 'w-full' : wide ? 'w-84 shrink-0 border-s' : 'absolute inset-y-0 end-0 z-10 w-84 border-s shadow-floating'}`}
        >
          <Suspense>
            <SidePanel room={about} may={may} onClose={togglePanel} />
          </Suspense>
        </div>
      )}
      {(broadcasting || search.broadcast) && (
        <Suspense>
          <BroadcastWindows
            rooms={broadcasting ? selection.rooms : null}
            opened={search.broadcast}
            onClose={() => setBroadcasting(false)}
            onStarted={() => {
              setBroadcasting(false)
              selection.clear()
            }}
            onSearch={onSearch}
          />
        </Suspense>
      )}
      {search.start && (
        <Suspense>
          <StartDialog
            onClose={() => onSearch({ start: undefined }, true)}
            onStarted={(roomRef) => onSearch({ start: undefined, room: roomRef }, true)}
          />
        </Suspense>
      )}
    </div>
  )
}
