/** Queue that runs waiting requests one at a time, in a given order. */

interface Waiter {
  order: number
  go: () => void
}

interface OrderedQueue {
  busy: boolean
  waiting: Waiter[]
}

/** Releases the queue; idempotent. The next request starts in a later event loop iteration, so that other work is not starved. */
export type Release = () => void

/** Milliseconds after which a request loses the queue, so that a hanging one does not block others. */
const maxHoldMs = 60_000

/**
 * One queue per `name`. The lowest `order` runs first, so that requests finish in turn; requests of clients that read nothing never enter
 * and block nobody. Not a mutex: a request that exceeds its time may overlap the next.
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
    /** Starts a turn with its time limit. */
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
