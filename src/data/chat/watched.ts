/** Whether the person views any of their tabs: background filling waits for that, in whichever tab. */

import { isResting, onRest, onWake } from '../base/page-life.ts'
import { isVisible } from '../base/visible.ts'
import { holdLock, isHeld } from '../outbox/store/shared-lock.ts'

const nameOf = (owner: string) => `lapangan-watched-${owner}`
/** Milliseconds between polls of other tabs. */
const pollMs = 10_000

/** Holds a lock while this tab is visible, until `signal` aborts. */
export function holdWhileWatched(owner: string, signal: AbortSignal): void {
  let release: (() => void) | null = null
  const hold = () => {
    const isSeen = isVisible() && !isResting() && !signal.aborted
    if (isSeen === (release !== null)) return
    release?.()
    release = isSeen ? holdLock(nameOf(owner)) : null
  }
  const stops = [onRest(hold), onWake(hold)]
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
    hold()
  })
  hold()
}

const isWatched = async (owner: string): Promise<boolean> => isVisible() || isHeld(nameOf(owner))

/** Resolves when this tab may be visible, or others must be polled. */
const pause = () =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, pollMs)
    const stop = onWake(end)
  })

/** Resolves when the person views any of their tabs, or `ends` returns true. */
export async function watched(owner: string, ends: () => boolean): Promise<void> {
  while (!ends() && !(await isWatched(owner))) await pause()
}
