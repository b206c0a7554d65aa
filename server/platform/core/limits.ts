import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from './problem.ts'

export interface Limit {
  /** Counts an attempt. Throws 429 with the seconds to wait. */
  take(key: string): Promise<void>
  /** Counts an attempt; false where it is one too many. */
  allows(key: string): Promise<boolean>
}

/** 429 in words that say how long, beside the header. */
export function tooMany(wait: number): ApiError {
  const seconds = Math.max(1, Math.ceil(wait))
  const minutes = Math.ceil(seconds / 60)
  const words = `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  return new ApiError('rate_limited', words, { retryAfter: seconds })
}

/** At most `points` attempts of one key within `seconds`, of this process: against floods. What protects accounts is stored-limit.ts. */
export function limit(points: number, seconds: number): Limit {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  /** Seconds to wait; null where it is none too many. */
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
