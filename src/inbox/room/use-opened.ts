import { type RefObject, useEffect, useRef, useState } from 'react'
import { afterPaint } from '#console/data/base/deferred.ts'

interface Press {
  callOff: () => void
  navigate: () => void
}

/** Clears a pending press and returns its navigation. */
function taken(waiting: RefObject<Press | null>): (() => void) | undefined {
  const press = waiting.current
  waiting.current = null
  press?.callOff()
  return press?.navigate
}

/**
 * The open room: the pressed one until the URL names it. Its cached data is drawn before the router navigates, because both together exceed
 * a frame.
 */
export function useOpened(address: string | undefined) {
  const [seen, setSeen] = useState(address)
  const [pressed, setPressed] = useState<string | null>(null)
  const waiting = useRef<Press | null>(null)
  if (seen !== address) {
    setSeen(address)
    setPressed(null)
  }
  // Leaving cancels the pending navigation.
  useEffect(() => () => void taken(waiting), [])

  return {
    opened: pressed ?? address,
    press(room: string, navigate: () => void) {
      taken(waiting)
      setPressed(room)
      waiting.current = { callOff: afterPaint(() => taken(waiting)?.()), navigate }
    },
    /** Runs the pending navigation before other URL changes. */
    settle: () => taken(waiting)?.(),
  }
}
