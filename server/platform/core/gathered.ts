/** Work for many callers at once: those who come while it runs share the next run. */

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Returns a function that gets an item's result from `work`, which gets all items that came since its last run, `max` at most, in order.
 * Where a run of several fails, each is run by itself, so that one of them fails no other.
 */
export function gathered<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  max = 500,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isRunning = false

  async function run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [at, { resolve, reject }] of batch.entries()) {
        const result = results[at]
        if (result === undefined) reject(new Error('a run gave no result for an item'))
        else resolve(result)
      }
    } catch (error) {
      const [only, ...others] = batch
      if (others.length) for (const each of batch) await run([each])
      else only?.reject(error)
    }
  }

  async function runAll(): Promise<void> {
    while (waiting.length) {
      const batch = waiting.slice(0, max)
      waiting = waiting.slice(max)
      await run(batch)
    }
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isRunning) return
      isRunning = true
      // Requests that are here already are read first.
      setImmediate(() => void runAll())
    })
}
