/** A first sync is felt by whoever works meanwhile, so it stands aside while the person acts; never for long. */

export interface ActivityGate {
  /** The person did something just now. */
  onActivity: () => void
  /** Resolves when the person has rested, has waited long enough, or `signal` is aborted. */
  whenIdle: (signal: AbortSignal) => Promise<void>
}

const restMs = 1_500
/** A page goes on after so long, so that somebody who never rests has the leads as well. */
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
