/** Work that does not go along when the page is left (docs/offline.md#the-life-of-a-page). */
import { isAway, onLeave, onReturn } from './page-life.ts'

/** Calls back once: now, or when the page that was left has returned. */
export function whenHere(act: () => void): void {
  if (!isAway()) {
    act()
    return
  }
  const stop = onReturn(() => {
    stop()
    act()
  })
}

/**
 * Runs work that must not go along when the page is left, such as under a lock. Its signal is aborted then, or with `outer`, and the promise
 * rejects with an AbortError at once, whatever the work does.
 */
export function whileHere<T>(work: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal): Promise<T> {
  const control = new AbortController()
  const end = () => control.abort(new DOMException('The page was left', 'AbortError'))
  const aborted = new Promise<never>((_, reject) => {
    control.signal.addEventListener('abort', () => reject(control.signal.reason))
  })
  const stop = onLeave(end)
  outer?.addEventListener('abort', end)
  if (outer?.aborted || isAway()) end()
  return Promise.race([aborted, control.signal.aborted ? aborted : work(control.signal)]).finally(() => {
    stop()
    outer?.removeEventListener('abort', end)
  })
}
