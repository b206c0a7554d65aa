import { yieldToEventLoop } from '../core/event-loop.ts'

/** Callers per event loop iteration, so that new connections are accepted in between. */
export const perYield = 25

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

interface Options {
  /** Resolves when the next batch may start. */
  ready?: () => Promise<void>
  /** Maximum items of a batch. */
  max?: number
  /** Handles the items of a failed batch one by one, so that one of them fails no other. Otherwise all are rejected. */
  splits?: boolean
}

/** Batches calls of the same event loop iteration, or made during a batch. The handler returns one result per item, in order. */
export function batchCalls<Item, Result>(
  handle: (items: readonly Item[]) => Promise<readonly Result[]>,
  { ready = yieldToEventLoop, max = Number.POSITIVE_INFINITY, splits = false }: Options = {},
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isBusy = false

  async function run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await handle(batch.map(({ item }) => item))
      for (const [at, { resolve, reject }] of batch.entries()) {
        const result = results[at]
        if (result === undefined) reject(new Error('the batch gave no result for an item'))
        else resolve(result)
        if (at % perYield === perYield - 1) await yieldToEventLoop()
      }
    } catch (error) {
      if (splits && batch.length > 1) for (const each of batch) await run([each])
      else for (const { reject } of batch) reject(error)
    }
  }

  async function runAll(): Promise<void> {
    while (waiting.length) {
      // Calls made meanwhile join the batch.
      await ready()
      const batch = waiting.slice(0, max)
      waiting = waiting.slice(max)
      await run(batch)
    }
    isBusy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isBusy) return
      isBusy = true
      void runAll()
    })
}
