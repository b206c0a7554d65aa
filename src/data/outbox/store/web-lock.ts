/** One drain at a time over all tabs and the worker (rule 6). It only saves work: correctness rests on the server. */
import type { Lock } from '../send/drain.ts'

const silence = 60_000

interface LockParts {
  name: string
  lastBeat: () => Promise<number>
  /** A monotonic clock in milliseconds, so that a jump of the system clock takes the lock from nobody. */
  elapsed: () => number
}

/** Without Web Locks every pass runs. */
export function createWebLock({ name, lastBeat, elapsed }: LockParts): Lock {
  let seen = { beat: -1, at: 0 }

  async function isSilent(): Promise<boolean> {
    const beat = await lastBeat()
    if (beat !== seen.beat) seen = { beat, at: elapsed() }
    return elapsed() - seen.at >= silence
  }

  return async (work) => {
    const { locks } = navigator
    const controller = new AbortController()
    if (!locks) {
      await work(controller.signal)
      return 'ran'
    }
    let ran = false
    const attempt = (options: LockOptions) =>
      locks.request(name, options, async (lock) => {
        if (!lock) return
        ran = true
        await work(controller.signal)
      })
    try {
      await attempt({ ifAvailable: true })
      if (!ran && (await isSilent())) await attempt({ steal: true })
    } catch (error) {
      controller.abort()
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    }
    if (ran) seen = { beat: -1, at: elapsed() }
    return ran ? 'ran' : 'busy'
  }
}
