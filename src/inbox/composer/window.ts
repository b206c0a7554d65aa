/** Countdown of the 24 hours of free text. The server enforces the rule; this only shows it. */

export type WindowState = { is: 'closed' } | { is: 'open' | 'ending'; hours: number; minutes: number; left: number }

/** Below this it is a warning. */
const endingMs = 2 * 3_600_000

/** Null: the customer has never written, so only a template is allowed. */
export function windowState(until: string | null, now: number): WindowState {
  const left = until === null ? 0 : Date.parse(until) - now
  if (!(left > 0)) return { is: 'closed' }
  const minutes = Math.floor(left / 60_000)
  return { is: left < endingMs ? 'ending' : 'open', hours: Math.floor(minutes / 60), minutes: minutes % 60, left }
}

/** Milliseconds from `now` until the countdown's text changes; null when it never does. */
export function nextTick(state: WindowState): number | null {
  if (state.is === 'closed') return null
  return (state.left % 60_000) + 1
}
