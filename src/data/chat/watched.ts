/** Whether the person views any of their tabs: background filling waits for that, in whichever tab. */

import { isVisible } from '../base/visible.ts'
import { holdLock, isHeld } from '../outbox/store/shared-lock.ts'

const nameOf = (owner: string) => `lapangan-watched-${owner}`
/** Milliseconds between polls of other tabs. */
const pollMs = 10_000

/** Holds a lock while this tab is visible, until `signal` aborts. */
export function holdWhileWatched(owner: string, signal: AbortSignal): void {
  let release: () => void = () => undefined
  const hold = () => {
    release()
    release = isVisible() && !signal.aborted ? holdLock(nameOf(owner)) : () => undefined
  }
  document.addEventListener('visibilitychange', hold, { signal })
  signal.addEventListener('abort', () => release())
  hold()
}

const isWatched = async (owner: string): Promise<boolean> => isVisible() || isHeld(nameOf(owner))

/** Resolves when this tab may be visible, or others must be polled. */
const pause = () =>
  new Promise<void>((resolve) => {
    const listening = new AbortController()
    const end = () => {
      clearTimeout(timer)
      listening.abort()
      resolve()
    }
    const timer = setTimeout(end, pollMs)
    document.addEventListener('visibilitychange', end, { signal: listening.signal })
  })

/** Resolves when the person views any of their tabs, or `ends` returns true. */
export async function watched(owner: string, ends: () => boolean): Promise<void> {
  while (!ends() && !(await isWatched(owner))) await pause()
}
