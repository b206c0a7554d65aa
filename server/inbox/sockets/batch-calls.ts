import { yieldToEventLoop } from '#server/platform/core/event-loop.ts'

/** Clients per event loop iteration, so that new connections are accepted in between. */
export const perYield = 25

/**
 * Batches calls of the same event loop iteration, or made during a batch. The handler returns one result per item, in order; when it
 * throws, all are rejected. `ready` resolves when the next batch may start.
 */
export function batchCalls<Item, Result>(
  handle: (items: readonly Item[]) => Promise<readonly Result[]>,
  ready: () => Promise<void> = yieldToEventLoop,
): (one: Item) => Promise<Result> {
  let waiting: { items: Item; done(answer: Result | undefined): void; failed(error: unknown): void }[] = []
  let isBusy = false

  async function work(): Promise<void> {
    while (waiting.length) {
      // Calls made meanwhile join the batch.
      await ready()
      const group = waiting
      waiting = []
      try {
        const results = await handle(group.map(({ items }) => items))
        for (const [at, { done }] of group.entries()) {
          done(results[at])
          if (at % perYield === perYield - 1) await yieldToEventLoop()
        }
      } catch (error) {
        for (const { failed } of group) failed(error)
      }
    }
    isBusy = false
  }

  return (items) =>
    new Promise((resolve, reject) => {
      const done = (given: Result | undefined) =>
        given === undefined ? reject(new Error('the batch gave no result for an item')) : resolve(given)
      waiting.push({ items, done, failed: reject })
      if (isBusy) return
      isBusy = true
      void work()
    })
}
