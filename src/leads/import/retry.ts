import { ApiError } from '#console/data/api/api-error.ts'
import { connectionStore } from '#console/data/api/connection.ts'
import { isRetryable } from '#contract/kit/field/errors.ts'
import { importStore } from './state.ts'

const maxPauseMs = 5_000

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Resolves when the API is reachable (probed elsewhere), or when `over` returns true. */
function whenReachable(over: () => boolean): Promise<void> {
  const known = () => connectionStore.get() === 'online' || over()
  if (known()) return Promise.resolve()
  return new Promise((resolve) => {
    const listener = () => {
      if (!known()) return
      for (const stop of stops) stop()
      resolve()
    }
    const stops = [connectionStore.subscribe(listener), importStore.subscribe(listener)]
  })
}

/**
 * Retries a request until it has a response: offline it waits for the network, a busy server is retried with a growing
 * delay. Null once `over` returns true.
 */
export async function retryUntilAnswered<T>(send: () => Promise<T>, onWait: () => void, over: () => boolean): Promise<T | null> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || !(error.offline || isRetryable(error.status))) throw error
      if (error.offline) onWait()
      if (over()) return null
      await pause(Math.min(maxPauseMs, 250 * 2 ** attempt))
      await whenReachable(over)
      if (over()) return null
    }
  }
}
