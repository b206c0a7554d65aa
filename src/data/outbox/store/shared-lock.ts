/** Shared web locks as flags between tabs and the worker: a flag is set while any tab holds the lock of that name. */

/** Holds a lock, together with other holders, until what it returns is called. Nothing where there are no locks. */
export function holdLock(name: string): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  navigator.locks?.request(name, { mode: 'shared', signal }, () => ended).catch(() => undefined)
  return () => ending.abort()
}

/** Whether any tab holds it; false where the browser cannot tell. */
export async function isHeld(name: string): Promise<boolean> {
  const state = await navigator.locks?.query().catch(() => null)
  return state?.held?.some((lock) => lock.name === name) ?? false
}
