import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '../core/problem.ts'

export interface Limit {
  /** Counts an attempt. Throws 429 with the seconds to wait. */
  take(key: string): Promise<void>
  /** Counts an attempt; false if it exceeds the limit. */
  allows(key: string): Promise<boolean>
}

/** 429 with the waiting time in words and header. */
export function tooMany(wait: number): ApiError {
  const seconds = Math.max(1, Math.ceil(wait))
  const minutes = Math.ceil(seconds / 60)
  const words = `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  return new ApiError('rate_limited', words, { retryAfter: seconds })
}

/** Limits attempts of a key to `points` within `seconds`, per process: against floods. stored-limit.ts protects accounts. */
export function limit(points: number, seconds: number): Limit {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  /** Seconds to wait; null within the limit. */
  async function count(key: string): Promise<number | null> {
    try {
      await limiter.consume(key)
      return null
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      return refused.msBeforeNext / 1000
    }
  }
  return {
    async take(key) {
      const wait = await count(key)
      if (wait !== null) throw tooMany(wait)
    },
    allows: async (key) => (await count(key)) === null,
  }
}
