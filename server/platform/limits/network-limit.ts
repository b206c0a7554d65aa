/** Limits of public pages and calls: by network, over all processes. */
import type { Platform } from '../core/context.ts'
import { type Limit, tooMany } from './limits.ts'
import { networkOf } from './network-of.ts'
import { storedLimit } from './stored-limit.ts'

/** Requests of a network that a process has taken from the common count, or the refusal of further ones. */
interface Lease {
  left: number
  /** In milliseconds: none are left, and none will be until then. */
  refusedUntil: number
  endsAt: number
}

const maxLeases = 20_000

function makeRoom(leases: Map<string, Lease>): void {
  if (leases.size < maxLeases) return
  const now = Date.now()
  for (const [network, { endsAt }] of leases) if (endsAt <= now) leases.delete(network)
  // Those that came first; what they had left is lost.
  for (const network of leases.keys())
    if (leases.size < maxLeases) break
    else leases.delete(network)
}

/**
 * Limits what a network asks, `points` within `seconds`. Keys are clients' addresses. A process takes `block` points at a time, so that most
 * requests need no statement, and a refused flood none at all.
 */
export function networkLimit(
  platform: Pick<Platform, 'database' | 'tokens'>,
  { name, points, seconds, block = 1 }: { name: string; points: number; seconds: number; block?: number },
): Limit {
  const blocks = storedLimit(platform, name, Math.ceil(points / block), seconds)
  const leases = new Map<string, Lease>()
  const asking = new Map<string, Promise<void>>()

  async function askFor(network: string): Promise<void> {
    const wait = await blocks.count(network)
    const now = Date.now()
    makeRoom(leases)
    leases.set(
      network,
      wait > 0
        ? { left: 0, refusedUntil: now + wait * 1_000, endsAt: now + wait * 1_000 }
        : { left: block, refusedUntil: 0, endsAt: now + seconds * 1_000 },
    )
  }

  /** Seconds to wait; 0 within the limit. */
  async function count(address: string): Promise<number> {
    const network = networkOf(address)
    for (;;) {
      const now = Date.now()
      const lease = leases.get(network)
      if (lease && lease.refusedUntil > now) return (lease.refusedUntil - now) / 1_000
      if (lease && lease.endsAt > now && lease.left > 0) {
        lease.left -= 1
        return 0
      }
      // One statement for all who come meanwhile.
      const asked = asking.get(network) ?? askFor(network).finally(() => asking.delete(network))
      asking.set(network, asked)
      await asked
    }
  }

  return {
    async take(address) {
      const wait = await count(address)
      if (wait > 0) throw tooMany(wait)
    },
    allows: async (address) => (await count(address)) === 0,
  }
}
