/** The 24 hours in which anything may be written, as a countdown. The server holds the rule; this shows it. */

export type WindowState = { is: 'closed' } | { is: 'open' | 'ending'; hours: number; minutes: number; left: number }

/** Below this it turns into a warning. */
const endingMs = 2 * 3_600_000

/** Null is a room in which the customer has never written: only a template may begin. */
export function windowState(until: string | null, now: number): WindowState {
  const left = until === null ? 0 : Date.parse(until) - now
  if (!(left > 0)) return { is: 'closed' }
  const minutes = Math.floor(left / 60_000)
  return { is: left < endingMs ? 'ending' : 'open', hours: Math.floor(minutes / 60), minutes: minutes % 60, left }
}

/** When the words of the countdown change next, in milliseconds from `now`; null when they never will. */
export function nextTick(state: WindowState): number | null {
  if (state.is === 'closed') return null
  return (state.left % 60_000) + 1
}
