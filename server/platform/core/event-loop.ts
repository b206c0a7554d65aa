/**
 * Yields to other requests: the embedded database runs in this thread without waiting, so that a loop over its results would block them.
 */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))
