/**
 * Virtual time. It stands still while anything real is at work (the server, a store) and jumps to the next timer when all
 * of it waits, so that ten minutes take as long as what happens in them.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { idleMs } from '#console/data/outbox/wire/exchange.ts'

interface Timer {
  at: number
  work: () => void
  off: boolean
}

/** Turns of the event loop without anything at work after which everything waits for time. */
const quietTicks = 3
/** Real milliseconds after which work that does not end is a defect of the model. */
const patience = 60_000

export class Clock {
  /** Milliseconds since the schedule began; what a device believes is its own affair. */
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

  /** Something real is at work: time stands still until it is released. */
  hold(): void {
    this.#busy += 1
  }

  release(): void {
    this.#busy -= 1
  }

  /** Holds time back until `work` has ended. */
  async work<T>(work: () => Promise<T>): Promise<T> {
    this.hold()
    try {
      return await work()
    } finally {
      this.release()
    }
  }

  /** Waits for time to pass. The caller holds time, and does again afterwards. */
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

  /** Lets time pass up to a moment. */
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

const watched = new Set([idleMs, 10 * idleMs])

/** The watchdog of a request keeps virtual time; every other timer of the process stays what it is. Gives back an undo. */
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
