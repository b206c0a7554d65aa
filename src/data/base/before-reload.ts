/** What must be kept before the console reloads by itself for a new version. */
const listeners = new Set<() => void>()

/** Called right before the reload, in time to keep a draft and to let the page go without a question. Answers the way out. */
export function onBeforeReload(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** One that fails must not keep the others from being kept, nor the console from moving on. */
export function notifyBeforeReload(): void {
  for (const listener of listeners) {
    try {
      listener()
    } catch (error) {
      reportError(error)
    }
  }
}
