/**
 * Virtual time. It stops while anything real runs (the server, a store) and jumps to the next timer when all wait, so that ten minutes take
 * only as long as their work.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { tickMs } from '#console/data/outbox/store/silence.ts'
import { idleMs } from '#console/data/outbox/wire/exchange.ts'

interface Timer {
  at: number
  work: () => void
  off: boolean
}

/** Idle turns of the event loop before time may jump. */
const quietTicks = 3
/** Real milliseconds after which endless work is a defect of the model. */
const patience = 60_000

export class Clock {
  /** Milliseconds since the schedule began; devices have their own clocks. */
  now = 0
  #busy = 0
  #timers: Timer[] = []

  after(milliseconds: number, work: () => void): () => void {
    const timer: Timer = { at: this.now + Math.max(0, milliseconds), work, off: false }
    const later = this.#timers.findIndex(({ at }) => at > timer.at)
    this.#timers.splice(later < 0 ? this.#timers.length : later, 0, timer)
    return () => {
      timer.off = true
    }
  }

  /** Real work runs: stops time until it is released. */
  hold(): void {
    this.#busy += 1
  }

  release(): void {
    this.#busy -= 1
  }

  /** Stops time while `work` runs. */
  async work<T>(work: () => Promise<T>): Promise<T> {
    this.hold()
    try {
      return await work()
    } finally {
      this.release()
    }
  }

  /** Waits for virtual time. The caller holds time before and after. */
  pause(milliseconds: number): Promise<void> {
    this.release()
    return new Promise((resolve) => {
      this.after(milliseconds, () => {
        this.hold()
        resolve()
      })
    })
  }

  async #quiet(): Promise<void> {
    const begin = performance.now()
    for (let still = 0; still < quietTicks; ) {
      await turn()
      still = this.#busy === 0 ? still + 1 : 0
      if (performance.now() - begin > patience) throw new Error(`${this.#busy} pieces of work do not end`)
    }
  }

  /** Advances time to a moment. */
  async runTo(end: number): Promise<void> {
    await this.#quiet()
    for (;;) {
      const timer = this.#timers[0]
      if (!timer || timer.at > end) break
      this.#timers.shift()
      if (timer.off) continue
      this.now = Math.max(this.now, timer.at)
      timer.work()
      await this.#quiet()
    }
    this.now = Math.max(this.now, end)
  }
}

const watched = new Set([idleMs, 10 * idleMs, tickMs])

/** Puts the watchdog of requests on virtual time; other timers stay real. Returns an undo function. */
export function watchdogsOn(clock: Clock): () => void {
  const { setTimeout: set, clearTimeout: clear } = globalThis
  const offs = new Map<unknown, () => void>()
  const install = (setter: unknown, clearer: unknown) => {
    Object.defineProperty(globalThis, 'setTimeout', { value: setter, configurable: true, writable: true })
    Object.defineProperty(globalThis, 'clearTimeout', { value: clearer, configurable: true, writable: true })
  }
  install(
    (work: () => void, milliseconds?: number, ...rest: unknown[]) => {
      if (milliseconds === undefined || !watched.has(milliseconds)) return set(work, milliseconds, ...rest)
      const handle = {}
      offs.set(handle, clock.after(milliseconds, work))
      return handle
    },
    (handle: Parameters<typeof clear>[0]) => {
      const off = offs.get(handle)
      offs.delete(handle)
      if (off) off()
      else clear(handle)
    },
  )
  return () => install(set, clear)
}
