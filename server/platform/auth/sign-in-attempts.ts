/**
 * How often signing in may fail. Guesses are counted by name and place, so that nobody locks somebody else out; a device
 * that was signed in to the account before has a count of its own, so that not even guesses from everywhere do.
 */
import type { Platform } from '../core/context.ts'
import { type StoredLimit, storedLimit } from '../core/stored-limit.ts'

const quarter = 15 * 60
/** How many times as often one name may fail from everywhere, and one place with all names. */
const spread = 20

export interface Attempt {
  /** Lowercase. */
  name: string
  address: string
  /** The device, where it is known to the account. */
  device: string | null
}

export interface SignInAttempts {
  /** Counts an attempt. Throws 429 with the seconds to wait. */
  take(attempt: Attempt): Promise<void>
  /** This one was right. */
  right(attempt: Attempt): Promise<void>
}

/** The part of an address that one household or office has: an IPv6 address stands for its /64. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1]
  if (v4 || !address.includes(':')) return v4 ?? address
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const parts = (side: string) => (side ? side.split(':') : [])
  const [before, after] = [parts(head), parts(tail)]
  const full = [...before, ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0'), ...after]
  return full
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** `points` failures of one name in one place; `max` of it everywhere. Passwords and codes are counted apart, by their `name`. */
export function signInAttempts(platform: Platform, name: string, points: number, max = points * spread): SignInAttempts {
  const count = (of: string, times: number) => storedLimit(platform, `${name} by ${of}`, times, quarter)
  const [byPlace, byDevice] = [count('place', points), count('device', points)]
  const [byName, byAddress] = [count('name', max), count('address', points * spread)]
  /** What an attempt counts against; of the first it forgets all when it was right, of the others itself. */
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
      // A place that is refused for trying many names uses up none of them, and of those that it makes up nothing is kept.
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
