/** Addresses allowed for pushes: public ones only, whatever a name resolves to and when (SSRF). */
import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const inside = new BlockList()
const inside4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const
for (const [net, prefix] of inside4) inside.addSubnet(net, prefix, 'ipv4')
// Documentation, and addresses with an embedded IPv4 one.
for (const [net, prefix] of [
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2001::', 32],
] as const)
  inside.addSubnet(net, prefix, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Returns whether an address is public. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !inside.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

/** Thrown for a connection to an internal address. */
export class InsideError extends Error {
  readonly code = 'EINSIDE'
  constructor() {
    super('the address is inside the network')
  }
}

/**
 * A socket's DNS lookup: it connects to the checked address, so that a name changing in between has no effect. A name with any internal
 * address is refused.
 */
export const publicLookup: LookupFunction = (name, options, found) => {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, [])
    if (!addresses.length || !addresses.every(({ address }) => isPublic(address))) return found(new InsideError(), [])
    if (options.all) return found(null, addresses)
    const [first] = addresses
    found(null, first?.address ?? '', first?.family)
  })
}
