/**
 * Limits of failed sign-ins. Guesses are counted by name and place, so that nobody locks others out; a device known to the account has its
 * own count, and is not affected even by guesses from everywhere.
 */
import type { Platform } from '../core/context.ts'
import { networkOf } from '../limits/network-of.ts'
import { type StoredLimit, storedLimit } from '../limits/stored-limit.ts'

const quarter = 15 * 60
/** Factor for one name from everywhere, and for one place with all names. */
const spread = 20

export interface Attempt {
  /** Lowercase. */
  name: string
  address: string
  /** The device, if known to the account. */
  device: string | null
}

export interface SignInAttempts {
  /** Counts an attempt. Throws 429 with the seconds to wait. */
  take(attempt: Attempt): Promise<void>
  /** Reports success. */
  right(attempt: Attempt): Promise<void>
}

/** Limits failures to `points` per name and place, `max` per name. Passwords and codes are counted apart, by `name`. */
export function signInAttempts(platform: Platform, name: string, points: number, max = points * spread): SignInAttempts {
  const count = (of: string, times: number) => storedLimit(platform, `${name} by ${of}`, times, quarter)
  const [byPlace, byDevice] = [count('place', points), count('device', points)]
  const [byName, byAddress] = [count('name', max), count('address', points * spread)]
  /** Counters of an attempt; a right attempt clears the first, and is taken back from the others. */
  const countsOf = ({ name: person, address, device }: Attempt): [StoredLimit, string][] => {
    if (device) return [[byDevice, `${device} ${person}`]]
    const network = networkOf(address)
    return [
      [byPlace, `${network} ${person}`],
      [byAddress, network],
      [byName, person],
    ]
  }
  return {
    async take(attempt) {
      // A refused place does not use up attempts of names, nor store made-up ones.
      if (!attempt.device) await byAddress.check(networkOf(attempt.address))
      for (const [limit, key] of countsOf(attempt)) await limit.take(key)
    },
    async right(attempt) {
      const [[own, ownKey] = [], ...shared] = countsOf(attempt)
      if (own && ownKey !== undefined) await own.clear(ownKey)
      for (const [limit, key] of shared) await limit.forgive(key)
    },
  }
}
