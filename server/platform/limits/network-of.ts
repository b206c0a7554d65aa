const v4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** How IPv6 begins that stands for IPv4: mapped, also written in full, or translated for a server without IPv4. */
const mapped = /^(?:::ffff:(?:0:)?|(?:0{1,4}:){5}ffff:|64:ff9b::)(.{1,15})$/i

/** IPv4 in IPv6 spelling, dotted or in hexadecimal; null for another address. */
function mappedOf(address: string): string | null {
  const tail = mapped.exec(address)?.[1] ?? ''
  if (v4.test(tail)) return tail
  const [, high = '', low = ''] = /^([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(tail) ?? []
  if (!high) return null
  return [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]).join('.')
}

/** Returns the network of a household or office, in one spelling: for IPv6 the /64. Some proxies name a port beside the address. */
export function networkOf(given: string): string {
  const address = given
    .slice(0, 100)
    .replace(/^\[([^\]]*)\](?::\d{1,5})?$/, '$1')
    .replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, '$1')
  if (v4.test(address) || !address.includes(':')) return address
  const short = mappedOf(address)
  if (short) return short
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const parts = (side: string) => (side ? side.split(':') : [])
  const [before, after] = [parts(head), parts(tail)]
  const full = [...before, ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0'), ...after]
  return full
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')
}
