/** A first sync slows the page down, so it pauses while the person is active, for a bounded time. */

export interface ActivityGate {
  /** Reports activity of the person. */
  onActivity: () => void
  /** Resolves when the person is idle, when the maximum wait is over, or when `signal` is aborted. */
  whenIdle: (signal: AbortSignal) => Promise<void>
}

const restMs = 1_500
/** Maximum wait for one page, so that the sync ends although the person is never idle. */
const maxMs = 20_000
const lookMs = 100

export function createActivityGate(now: () => number, sleep: (ms: number) => Promise<void>): ActivityGate {
  let at = Number.NEGATIVE_INFINITY
  return {
    onActivity() {
      at = now()
    },
    async whenIdle(signal) {
      const latest = now() + maxMs
      while (now() - at < restMs && now() < latest && !signal.aborted) await sleep(lookMs)
    },
  }
}
