/** A tab or worker that may die or freeze between any two steps; its work is then dropped or delayed. */
import type { Clock } from './clock.ts'
import type { Handle } from './store.ts'

const never = () => new Promise<never>(() => undefined)

export class Process {
  dead = false
  /** Its connection to the outbox. */
  handle: Handle | null = null
  /** Runs code before the update. */
  old = false
  #left = Number.POSITIVE_INFINITY
  #thawed: Promise<void> | null = null
  #killed: () => void = () => undefined
  readonly #ends: (() => void)[] = []

  constructor(readonly clock: Clock) {}

  /** Called on its death. */
  onEnd(end: () => void): void {
    this.#ends.push(end)
  }

  /** Called on a kill by a fault. */
  onKilled(onStop: () => void): void {
    this.#killed = onStop
  }

  spare(): void {
    this.#left = Number.POSITIVE_INFINITY
  }

  killAfter(steps: number): void {
    this.#left = Math.min(this.#left, steps)
  }

  die(): void {
    if (this.dead) return
    this.dead = true
    for (const end of this.#ends) end()
  }

  get isFrozen(): boolean {
    return this.#thawed !== null
  }

  freeze(milliseconds: number): void {
    this.#thawed ??= new Promise((resolve) => {
      this.clock.after(milliseconds, () => {
        this.#thawed = null
        resolve()
      })
    })
  }

  async #step(): Promise<void> {
    this.#left -= 1
    if (this.#left < 0 && !this.dead) {
      this.die()
      this.#killed()
    }
    if (this.dead) return never()
    if (this.#thawed) await this.#thawed
    if (this.dead) return never()
  }

  /** One step: its effect happens, but its result may be dropped. */
  async step<T>(work: () => Promise<T>): Promise<T> {
    await this.#step()
    try {
      return await work()
    } finally {
      await this.#step()
    }
  }
}
