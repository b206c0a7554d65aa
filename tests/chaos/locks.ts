/** Web Locks like a browser's, one set per device: exclusive, stealable, and released when the holder dies. */
interface Held {
  holder: object
  evict: (error: DOMException) => void
}

type Callback = (lock: object | null) => Promise<void>

export interface LockOptionsOfModel {
  ifAvailable?: boolean
  steal?: boolean
}

export class Locks {
  readonly #held = new Map<string, Held>()

  /** `navigator.locks` of a tab or worker. */
  of(holder: object) {
    return { request: (name: string, options: LockOptionsOfModel, callback: Callback) => this.#request(holder, name, options, callback) }
  }

  isHeld(name: string): boolean {
    return this.#held.has(name)
  }

  /** Steals the lock, as another tab would. */
  steal(name: string): void {
    this.#held.get(name)?.evict(new DOMException('The lock was stolen', 'AbortError'))
    this.#held.delete(name)
  }

  release(holder: object): void {
    for (const [name, held] of this.#held) if (held.holder === holder) this.#held.delete(name)
  }

  async #request(holder: object, name: string, { steal }: LockOptionsOfModel, callback: Callback): Promise<void> {
    if (steal) this.steal(name)
    if (this.#held.has(name)) return callback(null)
    let evict: Held['evict'] = () => undefined
    const evicted = new Promise<never>((_, reject) => {
      evict = reject
    })
    evicted.catch(() => undefined)
    const held: Held = { holder, evict }
    this.#held.set(name, held)
    try {
      await Promise.race([callback({ name }), evicted])
    } finally {
      if (this.#held.get(name) === held) this.#held.delete(name)
    }
  }
}
