import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from './problem.ts'

/** 429 in words that say how long, beside the header. */
function tooMany({ msBeforeNext }: RateLimiterRes): ApiError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  const minutes = Math.ceil(seconds / 60)
  const words = `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  return new ApiError('rate_limited', words, { retryAfter: seconds })
}

export interface Limit {
  /** Counts an attempt. Throws 429 with the seconds to wait. */
  take(key: string): Promise<void>
  /** Throws 429 where the next attempt would, and counts none. */
  check(key: string): Promise<void>
  /** Forgets the attempts: this one was right. */
  clear(key: string): Promise<void>
  /** Takes one attempt back. */
  forgive(key: string): Promise<void>
}

/** At most `points` attempts of one key within `seconds`. */
export function limit(points: number, seconds: number): Limit {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return {
    async take(key) {
      try {
        await limiter.consume(key)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        throw tooMany(refused)
      }
    },
    async check(key) {
      const known = await limiter.get(key)
      if (known && known.remainingPoints <= 0 && known.msBeforeNext > 0) throw tooMany(known)
    },
    async clear(key) {
      await limiter.delete(key)
    },
    async forgive(key) {
      await limiter.reward(key)
    },
  }
}
