import { useEffect, useRef, useState } from 'react'

export interface Marked<R> {
  /** Null when no room is marked. */
  ref: string | null
  /** Undefined once it has left the list, so that no key acts on an unseen room. */
  room: R | undefined
  /** Moves by this many rooms; from the open one if none is marked. */
  step: (by: number) => void
  clear: () => void
}

/** The room or other chat of the list marked by keys. */
export function useMarked<R extends { ref: string }>(rooms: readonly R[], opened: string | undefined): Marked<R> {
  const [ref, setRef] = useState<string | null>(null)
  const place = useRef(0)
  const at = rooms.findIndex((room) => room.ref === ref)
  useEffect(() => {
    if (at >= 0) place.current = at
  }, [at])
  return {
    ref,
    room: rooms[at],
    step(by) {
      const from = rooms.findIndex((room) => room.ref === (ref ?? opened))
      // A removed room is replaced by the next one.
      const to = from >= 0 ? from + by : ref ? place.current + Math.min(by, 0) : 0
      const next = rooms[Math.min(rooms.length - 1, Math.max(0, to))]
      if (next) setRef(next.ref)
    },
    clear: () => setRef(null),
  }
}
