import { useMemo, useState } from 'react'
import type { Room } from '#console/data/chat/rooms.ts'

export interface RoomSelection {
  /** Checkboxes replace the avatars. */
  on: boolean
  rooms: readonly Room[]
  has: (room: Room) => boolean
  toggle: (room: Room) => void
  start: () => void
  all: () => void
  /** Leaves out all others. */
  keep: (rooms: readonly Room[]) => void
  clear: () => void
}

/** Selected rooms of this page: only listed rooms are acted upon. */
export function useRoomSelection(page: readonly Room[]): RoomSelection {
  const [refs, setRefs] = useState<ReadonlySet<string> | null>(null)
  return useMemo(() => {
    const rooms = page.filter((room) => refs?.has(room.ref))
    return {
      on: refs !== null,
      rooms,
      has: (room) => refs?.has(room.ref) ?? false,
      toggle: (room) =>
        setRefs((old) => {
          const next = new Set(old)
          if (!next.delete(room.ref)) next.add(room.ref)
          return next
        }),
      start: () => setRefs(new Set()),
      all: () => setRefs(rooms.length === page.length ? new Set() : new Set(page.map((room) => room.ref))),
      keep: (kept) => setRefs(new Set(kept.map((room) => room.ref))),
      clear: () => setRefs(null),
    }
  }, [page, refs])
}
