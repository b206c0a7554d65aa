/** A lock that serves waiting requests in a given order, one piece of work at a time. */

interface Waiter {
  order: number
  go: () => void
}

interface LockQueue {
  busy: boolean
  waiting: Waiter[]
}

/** Ends a turn, once however often it is called. The next one begins when the process has looked after everything else that happened meanwhile. */
export type Release = () => void

/** A turn that nobody ends, ends by itself after so many milliseconds: work that hangs holds up its own request alone. */
const longest = 60_000

/**
 * One lock per `name`. The lowest `order` is served first, so that requests finish one after the other and not all at
 * the same time; a request that does not acquire it, because its client reads nothing, blocks nobody. A turn is a
 * courtesy, not a lock: what is done in it has to be right beside another that took too long.
 */
export function createOrderedLock(): (name: string, order: number) => Promise<Release> {
  const queues = new Map<string, LockQueue>()

  function next(name: string, queue: LockQueue): void {
    const first = queue.waiting.toSorted((a, b) => a.order - b.order)[0]
    queue.busy = first !== undefined
    if (!first) return void queues.delete(name)
    queue.waiting.splice(queue.waiting.indexOf(first), 1)
    first.go()
  }

  return (name, order) => {
    const queue = queues.get(name) ?? { busy: false, waiting: [] }
    queues.set(name, queue)
    /** Begins the turn. */
    const enter = (): Release => {
      let isOver = false
      const release = () => {
        clearTimeout(timer)
        if (!isOver) setImmediate(() => next(name, queue))
        isOver = true
      }
      const timer = setTimeout(release, longest).unref()
      return release
    }
    if (!queue.busy) {
      queue.busy = true
      return Promise.resolve(enter())
    }
    return new Promise((resolve) => queue.waiting.push({ order, go: () => resolve(enter()) }))
  }
}
