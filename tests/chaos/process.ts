/** A tab or a worker that may die or freeze between any two steps; what it was doing then never goes on, or goes on later. */
import type { Clock } from './clock.ts'

const never = () => new Promise<never>(() => undefined)

export class Process {
  dead = false
  /** Runs the code of before the update. */
  old = false
  #left = Number.POSITIVE_INFINITY
  #thawed: Promise<void> | null = null
  #killed: () => void = () => undefined
  readonly #ends: (() => void)[] = []

  constructor(readonly clock: Clock) {}

  /** Called when it dies. */
  onEnd(end: () => void): void {
    this.#ends.push(end)
  }

  /** Called when a fault killed it. */
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

  /** One step of its own: what has begun takes effect, but whether it hears of that is another matter. */
  async step<T>(work: () => Promise<T>): Promise<T> {
    await this.#step()
    try {
      return await work()
    } finally {
      await this.#step()
    }
  }
}
