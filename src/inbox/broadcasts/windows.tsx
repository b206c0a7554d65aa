import type { Room } from '#console/data/chat/rooms.ts'
import { Broadcasts } from './broadcasts.tsx'
import { StartBroadcast } from './start-broadcast.tsx'

interface Props {
  /** Chats to send a template to; null: none is begun. */
  rooms: readonly Room[] | null
  /** Ref of a broadcast, or 'all'. */
  opened: string | undefined
  onClose: () => void
  onStarted: () => void
  onSearch: (change: { broadcast: string | undefined; room?: string }, replace: true) => void
}

/** The windows of broadcasts, loaded together at the first one (docs/product/chat.md#broadcasts). */
export function BroadcastWindows({ rooms, opened, onClose, onStarted, onSearch }: Props) {
  function showStarted(broadcast: string) {
    onStarted()
    onSearch({ broadcast }, true)
  }
  return (
    <>
      {rooms && <StartBroadcast rooms={rooms} onClose={onClose} onStarted={showStarted} />}
      {opened && (
        <Broadcasts
          opened={opened}
          onOpen={(broadcast) => onSearch({ broadcast }, true)}
          onRoom={(room) => onSearch({ broadcast: undefined, room }, true)}
        />
      )}
    </>
  )
}
