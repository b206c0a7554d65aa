import { useEffect, useRef, useState } from 'react'

export interface Marked<R> {
  /** Null when the keys stand on no room. */
  ref: string | null
  /** Undefined once it has left the list, so that no key acts on what nobody sees. */
  room: R | undefined
  /** Down the list by so many rooms; from the open one while none is marked. */
  step: (by: number) => void
  clear: () => void
}

/** The room of the list, or another chat, that the keys stand on. */
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
      // In the place of one that left stands the one after it.
      const to = from >= 0 ? from + by : ref ? place.current + Math.min(by, 0) : 0
      const next = rooms[Math.min(rooms.length - 1, Math.max(0, to))]
      if (next) setRef(next.ref)
    },
    clear: () => setRef(null),
  }
}
