import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'
import { leaveHold } from '#server/db/group-commit.ts'

export type Work = () => Promise<void> | void

/** Work after a commit, in this process; only the shutdown waits for it. Failures are logged, without effect on responses. Lasting work is a job. */
export interface Background {
  run(work: Work): void
  settled(): Promise<void>
  /** The shutdown has begun: start no further pieces. */
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
        .then(() => leaveHold(work))
        .catch((error: unknown) => log.error({ err: error }, 'background work failed'))
        .finally(() => running.delete(done))
      running.add(done)
    },
    async settled() {
      while (running.size) await Promise.all(running)
    },
  }
}
