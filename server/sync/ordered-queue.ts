/** A queue that lets waiting requests work one at a time, in a given order. */

interface Waiter {
  order: number
  go: () => void
}

interface OrderedQueue {
  busy: boolean
  waiting: Waiter[]
}

/**
 * Releases the queue; calling it again does nothing. The next request starts in a later iteration of the event loop, so
 * that other work is not starved.
 */
export type Release = () => void

/** Milliseconds after which a request that does not release the queue loses it, so that one that hangs delays nobody else. */
const maxHoldMs = 60_000

/**
 * One queue per `name`. The lowest `order` is let in first, so that requests finish one after the other and not all at the
 * same time; a request that does not ask, because its client reads nothing, blocks nobody. It guarantees no exclusion: a
 * request that held it for too long may run beside the next one.
 */
export function createOrderedQueue(): (name: string, order: number) => Promise<Release> {
  const queues = new Map<string, OrderedQueue>()

  function next(name: string, queue: OrderedQueue): void {
    const first = queue.waiting.toSorted((a, b) => a.order - b.order)[0]
    queue.busy = first !== undefined
    if (!first) return void queues.delete(name)
    queue.waiting.splice(queue.waiting.indexOf(first), 1)
    first.go()
  }

  return (name, order) => {
    const queue = queues.get(name) ?? { busy: false, waiting: [] }
    queues.set(name, queue)
    /** Starts the hold and its time limit. */
    const enter = (): Release => {
      let isOver = false
      const release = () => {
        clearTimeout(timer)
        if (!isOver) setImmediate(() => next(name, queue))
        isOver = true
      }
      const timer = setTimeout(release, maxHoldMs).unref()
      return release
    }
    if (!queue.busy) {
      queue.busy = true
      return Promise.resolve(enter())
    }
    return new Promise((resolve) => queue.waiting.push({ order, go: () => resolve(enter()) }))
  }
}
