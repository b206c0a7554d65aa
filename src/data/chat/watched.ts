/** Whether the person looks at any of their tabs: what is filled in the background waits for that, whichever tab does it. */

import { isVisible } from '../base/visible.ts'
import { holdLock, isHeld } from '../outbox/store/shared-lock.ts'

const nameOf = (owner: string) => `lapangan-watched-${owner}`
/** No tab hears when another one is looked at. */
const pollMs = 10_000

/** Holds a lock while this tab is looked at, until `signal` ends it. */
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

/** Resolves when this tab may have come into sight, or is to ask again whether another one has. */
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

/** Resolves when the person looks at one of their tabs, or `ends` says that nobody waits for it. */
export async function watched(owner: string, ends: () => boolean): Promise<void> {
  while (!ends() && !(await isWatched(owner))) await pause()
}
