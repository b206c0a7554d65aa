import { serverNow } from './server-clock.ts'

/** Milliseconds; a longer timer fires at once. */
const maxTimerMs = 2 ** 31 - 1

/**
 * Calls `act` each time the server's clock reaches `next(now)`, both in milliseconds since 1970; Infinity ends it. Timers that fire early
 * or exceed the maximum are renewed. Returns a cancel function.
 */
export function whenDue(next: (now: number) => number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function wait(at: number) {
    if (at === Number.POSITIVE_INFINITY) return
    timer = setTimeout(
      () => {
        if (serverNow() < at) return wait(at)
        act()
        wait(next(serverNow()))
      },
      Math.min(Math.max(at - serverNow(), 0), maxTimerMs),
    )
  }
  wait(next(serverNow()))
  return () => clearTimeout(timer)
}
