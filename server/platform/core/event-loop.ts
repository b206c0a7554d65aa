/**
 * Lets others be heard. The embedded database works in this thread without ever waiting for anything, so that a loop over
 * its answers would keep every request out until the end.
 */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))
