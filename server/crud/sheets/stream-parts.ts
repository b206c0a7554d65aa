import { yieldToEventLoop } from '#server/platform/core/event-loop.ts'

/** A file that is written while it is read: `next` adds bytes to `made`, and resolves to whether more follow. */
export function streamParts(
  made: Uint8Array<ArrayBuffer>[],
  next: () => Promise<boolean>,
  hasMore = true,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let isOpen = hasMore
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      while (!made.length && isOpen) {
        await yieldToEventLoop()
        isOpen = await next()
      }
      const bytes = made.shift()
      if (bytes) controller.enqueue(bytes)
      else controller.close()
    },
  })
}
