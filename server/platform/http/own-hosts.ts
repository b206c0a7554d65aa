/** Under which names this server is reached, however they are written. */

import { hostname, networkInterfaces } from 'node:os'
import { parseUrl } from '../core/parse-url.ts'
import type { Settings } from '../core/settings.ts'

type Places = Pick<Settings, 'publicUrl' | 'origins' | 'hosts'>

/** An IPv4 address that is written as an IPv6 one: mapped, compatible, translated. */
const withinIpv6 = /^\[(?:64:ff9b::|::ffff:(?:0:)?|::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/
const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** The host of an address as a browser goes there, without port and trailing dots: numbers, letters and case in one spelling. Null for no address. */
export function hostName(address: string): string | null {
  const name = parseUrl(address)?.hostname.replace(/\.+$/, '')
  if (name === undefined) return null
  const [, high, low] = withinIpv6.exec(name) ?? []
  if (high === undefined || low === undefined) return name
  const bytes = [high, low].flatMap((part) => {
    const number = Number.parseInt(part, 16)
    return [number >> 8, number & 255]
  })
  return bytes.join('.')
}

function configuredHosts({ publicUrl, origins, hosts }: Places): (string | null)[] {
  const machine = hostname().toLowerCase()
  return [...[publicUrl, ...origins, hosts.main, hosts.backend, hosts.websocket].map(hostName), machine, `${machine}.local`]
}

const isLocalName = (name: string) => name === 'localhost' || name.endsWith('.localhost')
const isHere = (name: string) => isLocalName(name) || /^127\./.test(name) || ['[::1]', '0.0.0.0', '[::]'].includes(name)

/** Whether a name leads to this server: a configured one, this machine's, or one of its addresses. */
export function isOwnName(name: string, settings: Places): boolean {
  const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const addresses = interfaces.map((one) =>
    hostName(one.family === 'IPv6' ? `http://[${one.address.split('%')[0]}]` : `http://${one.address}`),
  )
  return name !== '' && (isHere(name) || configuredHosts(settings).includes(name) || addresses.includes(name))
}

/**
 * Whether a request may name this host: one that only whoever runs the network can point here. Any other name on the internet may be
 * made to lead here by its owner, whose page would then be of the same origin.
 */
export function isAnsweredHost(host: string, settings: Places & Pick<Settings, 'production'>): boolean {
  const name = hostName(`http://${host}`)
  if (!name) return false
  // Nobody said under which name it is reached: no simulator runs there, and a socket asks for a token.
  if (settings.production && isHere(hostName(settings.publicUrl) ?? '')) return true
  const isAddress = name.startsWith('[') || ipv4.test(name)
  return isAddress || !name.includes('.') || isLocalName(name) || configuredHosts(settings).includes(name)
}
