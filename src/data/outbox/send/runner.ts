/** When the outbox drains: at every wake-up, one pass at a time, and again when a pause is over. Knows neither page nor store. */
import type { DrainParts, Pass } from './drain.ts'

/** How long a pass that another drain kept out waits before it looks again; then a holder that fell silent is displaced. */
const busyPause = 15_000
const minPauseMs = 50

export interface RunnerParts {
  queue: Pick<DrainParts['queue'], 'hasten'>
  /** One pass over the outbox. */
  drain: () => Promise<Pass>
  /** Calls back once after so many milliseconds; what it gives calls that off. */
  after: (milliseconds: number, work: () => void) => () => void
}

export interface Runner {
  /** Something may have changed; with `lineIsBack` rows whose last attempt had no answer need not wait for their pause. */
  wake: (networkIsBack?: boolean) => void
  stop: () => void
}

export function createRunner({ queue, drain, after }: RunnerParts): Runner {
  let callOff = () => {}
  let running = false
  let again = false
  let hasten = false
  let stopped = false

  function plan(pass: Pass): void {
    const pause = pass.ended === 'busy' ? (pass.waiting ? busyPause : null) : pass.ended === 'done' ? pass.again : null
    callOff()
    if (pause !== null && !stopped) callOff = after(Math.max(minPauseMs, pause), wake)
  }

  async function run(): Promise<void> {
    running = true
    try {
      const networkIsBack = hasten
      hasten = false
      if (networkIsBack) await queue.hasten()
      plan(await drain())
    } catch {
      // The database is closed or out of room: what waits is still there, and the next wake-up tries again.
      plan({ ended: 'busy', again: null, waiting: 1 })
    }
    running = false
    if (again) wake()
  }

  function wake(networkIsBack = false): void {
    if (stopped) return
    hasten ||= networkIsBack
    again = running
    if (!running) void run()
  }

  return {
    wake,
    stop() {
      stopped = true
      callOff()
    },
  }
}
