import type { Logger } from 'pino'

export type Job = () => Promise<void> | void

/** Work after a commit that nobody waits for; the shutdown does. A failure is logged and changes no answer. */
export interface Jobs {
  run(job: Job): void
  settled(): Promise<void>
  /** The shutdown has begun: what takes its work piece by piece takes no further piece. */
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
