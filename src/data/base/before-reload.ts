/** Work before the console reloads for a new version. */
const listeners = new Set<() => void>()

/** Calls back before the reload, to store drafts and disable leave guards. Returns an unsubscribe function. */
export function onBeforeReload(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A failing listener must not prevent others, nor the reload. */
export function notifyBeforeReload(): void {
  for (const listener of listeners) {
    try {
      listener()
    } catch (error) {
      reportError(error)
    }
  }
}
