/** Whether the person looks at any of their tabs: what is filled in the background waits for that, whichever tab does it. */
import { isVisible } from '../visible.ts'

const nameOf = (owner: string) => `lapangan-watched-${owner}`
/** No tab hears when another one is looked at. */
const askMs = 10_000

/** Holds a lock while this tab is looked at, until `signal` ends it. */
export function holdWhileWatched(owner: string, signal: AbortSignal): void {
  let release: () => void = () => undefined
  const hold = () => {
    release()
    if (!isVisible() || signal.aborted || !navigator.locks) return
    const ending = new AbortController()
    release = () => ending.abort()
    const hidden = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()))
    navigator.locks.request(nameOf(owner), { mode: 'shared', signal: ending.signal }, () => hidden).catch(() => undefined)
  }
  document.addEventListener('visibilitychange', hold, { signal })
  signal.addEventListener('abort', () => release())
  hold()
}

async function isWatched(owner: string): Promise<boolean> {
  if (isVisible()) return true
  const held = await navigator.locks?.query().catch(() => null)
  return held?.held?.some(({ name }) => name === nameOf(owner)) ?? false
}

/** Resolves when this tab may have come into sight, or is to ask again whether another one has. */
const pause = () =>
  new Promise<void>((resolve) => {
    const listening = new AbortController()
    const end = () => {
      clearTimeout(timer)
      listening.abort()
      resolve()
    }
    const timer = setTimeout(end, askMs)
    document.addEventListener('visibilitychange', end, { signal: listening.signal })
  })

/** Resolves when the person looks at one of their tabs, or `ends` says that nobody waits for it. */
export async function watched(owner: string, ends: () => boolean): Promise<void> {
  while (!ends() && !(await isWatched(owner))) await pause()
}
