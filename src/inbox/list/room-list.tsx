import { useRouter } from '@tanstack/react-router'
import { MessagesSquare, SearchX, TriangleAlert, WifiOff } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import type { Found } from '#console/data/chat/found.ts'
import { type Room, type RoomsQuery, useRooms } from '#console/data/chat/rooms.ts'
import { prefetchRuns } from '#console/data/chat/runs.ts'
import { t } from '#console/i18n/i18n.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { useStableCallback } from '#console/kit/text/use-stable-callback.ts'
import { Button } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { roomStatuses } from '#contract/choices/room-status.ts'
import { numberOf } from '../room/room.ts'
import type { ChatSearch } from '../room/search.ts'
import { RoomRow } from './room-row.tsx'
import { RoomSkeletons } from './room-skeletons.tsx'
import type { RoomSelection } from './selection.ts'

type Status = (typeof roomStatuses)[number]

/** How many chats a search finds under another status, of the page that it would show; without a connection of those on the device. */
function Elsewhere({ query, status, onStatus }: Pick<Props, 'query' | 'onStatus'> & { status: Status }) {
  const { total } = useRooms({ ...query, status, page: 1 })
  return total > 0 && <Button onClick={() => onStatus(status)}>{t('chat.elsewhere', { count: total, status: choiceLabel(status) })}</Button>
}

interface Props {
  rooms: readonly Room[]
  state: 'loading' | 'ready' | 'error' | 'offline'
  retry: () => void
  search: ChatSearch
  /** Matches in messages. */
  found: Found
  /** Filters are active. */
  narrowed: boolean
  onClear: () => void
  query: RoomsQuery
  onStatus: (status: Status) => void
  /** Ref of the open room. */
  opened: string | undefined
  onOpen: (ref: string, message?: string) => void
  /** Ref of the room marked by keys. */
  marked: string | null
  selection: RoomSelection
}

const place = 'the-room'

/** URLs of rooms with the same filters. Only one is built, because twenty at each step are slow. */
function useHref({ message: _message, panel: _panel, start: _start, room: _room, ...kept }: ChatSearch): (ref: string) => string {
  const router = useRouter()
  const filters = JSON.stringify(kept)
  return useMemo(() => {
    const { href } = router.buildLocation({ to: '/chat-platform/list', search: { ...JSON.parse(filters), room: place } })
    return (ref) => href.replace(place, ref)
  }, [router, filters])
}

/** Rooms at the top of the list, opened most often. */
const likely = 16

/** Loads their cached messages into memory before a press. */
function usePrefetch(rooms: readonly Room[]): void {
  const refs = rooms
    .slice(0, likely)
    .map(({ ref }) => ref)
    .join(' ')
  useEffect(() => {
    const leaving = new AbortController()
    if (refs) void prefetchRuns(refs.split(' '), leaving.signal)
    return () => leaving.abort()
  }, [refs])
}

/** Rooms of a page in every state of a list. */
export function RoomList({
  rooms,
  state,
  retry,
  search,
  found,
  opened,
  narrowed,
  onClear,
  query,
  onStatus,
  onOpen,
  marked,
  selection,
}: Props) {
  const list = useRef<HTMLUListElement>(null)
  usePrefetch(rooms)
  const hrefOf = useHref(search)
  const open = useStableCallback(onOpen)
  const toggle = useStableCallback(selection.toggle)
  useEffect(() => {
    if (marked) list.current?.querySelector(`[data-ref="${CSS.escape(marked)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  if (state === 'loading' && rooms.length === 0) return <RoomSkeletons />
  if (rooms.length === 0) {
    // The status that is shown has none.
    const elsewhere =
      query.search && roomStatuses.map((status) => <Elsewhere key={status} query={query} status={status} onStatus={onStatus} />)
    if (state === 'error' || state === 'offline')
      return (
        <EmptyState
          icon={state === 'offline' ? WifiOff : TriangleAlert}
          title={t(state === 'offline' ? 'connection.none' : 'chat.listFailed')}
          detail={t(state === 'offline' ? 'chat.listOffline' : 'chat.listFailedDetail')}
        >
          {elsewhere}
          <Button onClick={retry}>{t('app.retry')}</Button>
        </EmptyState>
      )
    return narrowed ? (
      <EmptyState icon={SearchX} title={t('chat.noneFound')} detail={t('chat.noneFoundDetail')}>
        {elsewhere}
        <Button onClick={onClear}>{t('list.clearFilters')}</Button>
      </EmptyState>
    ) : (
      <EmptyState icon={MessagesSquare} title={t('chat.none')} detail={t('chat.noneDetail')} />
    )
  }
  return (
    <ul ref={list} aria-label={t('nav.chat-platform')} className="flex flex-col">
      {rooms.map((room) => (
        <RoomRow
          key={room.ref}
          room={room}
          href={hrefOf(room.ref)}
          found={search.search ? found.get(room.ref) : undefined}
          words={search.search ?? ''}
          open={opened === room.ref}
          marked={marked === room.ref}
          selecting={selection.on}
          selected={selection.has(room)}
          number={numberOf(room, rooms)}
          onOpen={open}
          onSelect={toggle}
        />
      ))}
    </ul>
  )
}
