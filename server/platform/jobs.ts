import type { Logger } from 'pino'

export type Job = () => Promise<void> | void

/** Background work after a commit; only the shutdown waits for it. A failure is logged and changes no response. */
export interface Jobs {
  run(job: Job): void
  settled(): Promise<void>
  /** The shutdown has begun: jobs that work in pieces start no further piece. */
  readonly stopping: boolean
  stop(): void
}

export function createJobs(log: Logger): Jobs {
  const running = new Set<Promise<void>>()
  let stopping = false
  return {
    get stopping() {
      return stopping
    },
    stop() {
      stopping = true
    },
    run(job) {
      const done = Promise.resolve()
        .then(job)
        .catch((error: unknown) => log.error({ err: error }, 'a job failed'))
        .finally(() => running.delete(done))
      running.add(done)
    },
    async settled() {
      while (running.size) await Promise.all(running)
    },
  }
}
