import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { reasonOf } from './error-line.ts'

/** A Postgres in this process that is used no more after a panic: it holds its locks, so that the next query would never return. */
export class EmbeddedPostgres extends PGlite {
  /** Resolves with the reason. What was acknowledged is on the disk: the next start recovers it. */
  readonly panicked: Promise<Error>
  #panic: Error | null = null
  #notifyPanic: (panic: Error) => void = () => undefined

  constructor(options: PGliteOptions) {
    super(options)
    this.panicked = new Promise((resolve) => {
      this.#notifyPanic = resolve
    })
  }

  override async execProtocol(...asked: Parameters<PGlite['execProtocol']>): ReturnType<PGlite['execProtocol']> {
    if (this.#panic) throw this.#panic
    try {
      return await super.execProtocol(...asked)
    } catch (error) {
      if (error instanceof Error && 'severity' in error && error.severity === 'PANIC') {
        const reason = reasonOf(error) ?? 'Postgres gave up'
        this.#panic = new Error(`the database can be used no more until the next start: ${reason}`)
        this.#notifyPanic(this.#panic)
      }
      throw error
    }
  }

  override async close(): Promise<void> {
    if (!this.#panic) await super.close()
  }
}
