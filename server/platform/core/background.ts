import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'

export type Work = () => Promise<void> | void

/** Work of this process after a commit; only the shutdown waits for it. A failure is logged and changes no response. What has to survive the process is a job. */
export interface Background {
  run(work: Work): void
  settled(): Promise<void>
  /** The shutdown has begun: work in pieces starts no further piece. */
  readonly stopping: boolean
  /** Aborts when the shutdown begins. */
  readonly signal: AbortSignal
  stop(): void
}

export function createBackground(log: Logger): Background {
  const running = new Set<Promise<void>>()
  const control = new AbortController()
  setMaxListeners(0, control.signal)
  return {
    get stopping() {
      return control.signal.aborted
    },
    signal: control.signal,
    stop: () => control.abort(),
    run(work) {
      const done = Promise.resolve()
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, 'background work failed'))
        .finally(() => running.delete(done))
      running.add(done)
    },
    async settled() {
      while (running.size) await Promise.all(running)
    },
  }
}
