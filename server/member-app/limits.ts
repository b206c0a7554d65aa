/** Rates of members' apps, over all processes. */
import type { Platform } from '#server/platform/core/context.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { storedLimit } from '#server/platform/limits/stored-limit.ts'

type Caller = Pick<CallRequest, 'member' | 'address'>

/** A minute, per member and per guests' network. */
const perMinute = { reads: { member: 120, guest: 600 }, writes: { member: 120, guest: 300 } } as const

/** Key of a member, or of a guest's network; stored as a digest. */
export const visitorOf = ({ member, address }: Caller): string => (member === null ? `network ${networkOf(address)}` : `member ${member}`)

/** Each throws 429 with the time to wait. */
export function appLimits(platform: Platform): { readonly [K in keyof typeof perMinute]: (caller: Caller) => Promise<void> } {
  const make = (name: keyof typeof perMinute) => {
    const { member, guest } = perMinute[name]
    const limits = { member: storedLimit(platform, `app ${name}`, member, 60), guest: storedLimit(platform, `app ${name}`, guest, 60) }
    return (caller: Caller) => limits[caller.member === null ? 'guest' : 'member'].take(visitorOf(caller))
  }
  return { reads: make('reads'), writes: make('writes') }
}
