/** Who is next, where the work of many requests is done one piece at a time. */

interface Waiter {
  order: number
  go: () => void
}

interface Line {
  busy: boolean
  waiting: Waiter[]
}

/** Ends a turn, once however often it is called. The next one begins when the process has looked after everything else that happened meanwhile. */
export type Leave = () => void

/** A turn that nobody ends, ends by itself after so many milliseconds: work that hangs holds up its own request alone. */
const longest = 60_000

/**
 * Turns within each `name`. The lowest `order` goes first, so that requests end one after the other, and not all at the
 * same time; one that does not ask, because its client takes nothing, holds nobody up.
 * A turn is a courtesy, not a lock: what is done in it has to be right beside another that took too long.
 */
export function createTurns(): (name: string, order: number) => Promise<Leave> {
  const lines = new Map<string, Line>()

  function next(name: string, line: Line): void {
    const first = line.waiting.toSorted((a, b) => a.order - b.order)[0]
    line.busy = first !== undefined
    if (!first) return void lines.delete(name)
    line.waiting.splice(line.waiting.indexOf(first), 1)
    first.go()
  }

  return (name, order) => {
    const line = lines.get(name) ?? { busy: false, waiting: [] }
    lines.set(name, line)
    /** Begins the turn. */
    const enter = (): Leave => {
      let isOver = false
      const leave = () => {
        clearTimeout(timer)
        if (!isOver) setImmediate(() => next(name, line))
        isOver = true
      }
      const timer = setTimeout(leave, longest).unref()
      return leave
    }
    if (!line.busy) {
      line.busy = true
      return Promise.resolve(enter())
    }
    return new Promise((resolve) => line.waiting.push({ order, go: () => resolve(enter()) }))
  }
}
