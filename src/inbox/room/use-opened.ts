import { type RefObject, useEffect, useRef, useState } from 'react'
import { afterPaint } from '#console/data/base/after-paint.ts'

interface Press {
  callOff: () => void
  navigate: () => void
}

/** Ends the waiting of a press; gives where it wanted to go. */
function taken(waiting: RefObject<Press | null>): (() => void) | undefined {
  const press = waiting.current
  waiting.current = null
  press?.callOff()
  return press?.navigate
}

/**
 * The room that is open: the one that was pressed, until the address names it. What the device has of it is on the screen
 * before the router is asked, because both together take longer than a frame.
 */
export function useOpened(address: string | undefined) {
  const [seen, setSeen] = useState(address)
  const [pressed, setPressed] = useState<string | null>(null)
  const waiting = useRef<Press | null>(null)
  if (seen !== address) {
    setSeen(address)
    setPressed(null)
  }
  // Whoever goes elsewhere meanwhile is not brought back.
  useEffect(() => () => void taken(waiting), [])

  return {
    opened: pressed ?? address,
    press(room: string, navigate: () => void) {
      taken(waiting)
      setPressed(room)
      waiting.current = { callOff: afterPaint(() => taken(waiting)?.()), navigate }
    },
    /** Goes where a press wanted to go, before anything else changes the address. */
    settle: () => taken(waiting)?.(),
  }
}
