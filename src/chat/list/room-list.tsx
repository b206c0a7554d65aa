import { MessagesSquare, SearchX, TriangleAlert, WifiOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Room } from '#console/data/chat/rooms.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import type { ChatSearch } from '../search.ts'
import { RoomRow } from './room-row.tsx'
import { RoomSkeletons } from './room-skeletons.tsx'
import type { RoomSelection } from './selection.ts'

interface Props {
  rooms: readonly Room[]
  state: 'loading' | 'ready' | 'error' | 'offline'
  retry: () => void
  search: ChatSearch
  /** Filters leave something out. */
  narrowed: boolean
  onClear: () => void
  /** Ref of the room that the keys stand on. */
  marked: string | null
  selection: RoomSelection
}

/** The rooms of a page in every state that a list has. */
export function RoomList({ rooms, state, retry, search, narrowed, onClear, marked, selection }: Props) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (marked) list.current?.querySelector(`[data-ref="${CSS.escape(marked)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  if (state === 'loading' && rooms.length === 0) return <RoomSkeletons />
  if (rooms.length === 0) {
    if (state === 'error' || state === 'offline')
      return (
        <EmptyState
          icon={state === 'offline' ? WifiOff : TriangleAlert}
          title={t(state === 'offline' ? 'connection.none' : 'chat.listFailed')}
          detail={t(state === 'offline' ? 'chat.listOffline' : 'chat.listFailedDetail')}
        >
          <Button onClick={retry}>{t('app.retry')}</Button>
        </EmptyState>
      )
    return narrowed ? (
      <EmptyState icon={SearchX} title={t('chat.noneFound')} detail={t('chat.noneFoundDetail')}>
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
          search={search}
          open={search.room === room.ref}
          marked={marked === room.ref}
          selecting={selection.on}
          selected={selection.has(room)}
          onSelect={() => selection.toggle(room)}
        />
      ))}
    </ul>
  )
}
