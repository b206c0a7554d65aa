import { serverNow } from './server-clock.ts'

/** Milliseconds; a timer that is set for longer fires at once. */
const maxTimerMs = 2 ** 31 - 1

/**
 * Calls `act` whenever the server's clock has come to what `next` finds: a time after `now`, both in milliseconds since 1970;
 * Infinity ends it. Timers that fire early, or cannot wait as long, are set again. Answers how to call it off.
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
