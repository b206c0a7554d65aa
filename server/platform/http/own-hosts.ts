/**
 * The one rule of which hosts and origins are ours, in any spelling: for sockets, CORS, the demo, short links and the image loader
 * (docs/product/access.md#own-addresses).
 */

import { hostname, networkInterfaces } from 'node:os'
import { trimEndOf } from '#contract/lib/trim-end.ts'
import { parseUrl } from '../settings/parse-url.ts'
import type { Settings } from '../settings/settings.ts'

export type Places = Pick<Settings, 'publicUrl' | 'origins' | 'hosts' | 'backOfficeHosts'>

/** IPv4 addresses in IPv6 form: mapped, compatible, translated. */
const withinIpv6 = /^\[(?:64:ff9b::|::ffff:(?:0:)?|::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/
const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** Characters of the longest name of DNS. */
const maxHostLength = 253
/** Above the longest address that a field takes: of a longer one nothing is parsed. */
const maxAddressLength = 4_096

/** Returns an address's normalised host as in a browser, without port and trailing dots. Null for an invalid or too long one. */
export function hostName(address: string): string | null {
  const url = address.length > maxAddressLength ? null : parseUrl(address)
  const name = trimEndOf(url?.hostname ?? '', '.')
  if (name === '' || name.length > maxHostLength) return null
  const [, high, low] = withinIpv6.exec(name) ?? []
  if (high === undefined || low === undefined) return name
  const bytes = [high, low].flatMap((part) => {
    const number = Number.parseInt(part, 16)
    return [number >> 8, number & 255]
  })
  return bytes.join('.')
}

/** Null for a setting that is not there. */
function configuredHosts(places: Places): (string | null)[] {
  const machine = hostname().toLowerCase()
  const addresses = [places.publicUrl, ...otherConsoles(places), ...Object.values(places.hosts)]
  return [...addresses.map(hostName), machine, `${machine}.local`]
}

/** Origins, beside the public one, on which consoles of this server run: those that are configured, and the back office's. */
export function otherConsoles({
  publicUrl,
  origins,
  backOfficeHosts,
}: Pick<Places, 'publicUrl' | 'origins' | 'backOfficeHosts'>): string[] {
  const { origin, protocol, port } = new URL(publicUrl)
  const offices = backOfficeHosts.map((name) => `${protocol}//${name}${port && `:${port}`}`)
  const all = [...origins, ...offices].flatMap((address) => parseUrl(address)?.origin ?? [])
  return [...new Set(all)].filter((one) => one !== origin)
}

/** Returns the path of an address of ours, with or without its origin; null for one elsewhere. */
export function ownPath(address: string, places: Places): string | null {
  const url = address.length > maxAddressLength ? null : parseUrl(address, places.publicUrl)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return url && isWeb && isOwnName(hostName(url.href) ?? '', places) ? url.pathname : null
}

const isLocalName = (name: string) => name === 'localhost' || name.endsWith('.localhost')
const isHere = (name: string) => isLocalName(name) || /^127\./.test(name) || ['[::1]', '0.0.0.0', '[::]'].includes(name)

/** Returns whether a name is of this server: configured, local, or one of its addresses. */
export function isOwnName(name: string, settings: Places): boolean {
  const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const addresses = interfaces.map((one) =>
    hostName(one.family === 'IPv6' ? `http://[${one.address.split('%')[0]}]` : `http://${one.address}`),
  )
  return name !== '' && (isHere(name) || configuredHosts(settings).includes(name) || addresses.includes(name))
}

/**
 * Returns whether this host may be requested: only names under control of the network's operator. Owners of other names may point them
 * here, which would give their pages our origin.
 */
export function isAnsweredHost(host: string, settings: Places & Pick<Settings, 'production'>): boolean {
  const name = hostName(`http://${host}`)
  if (!name) return false
  // No configured name: the simulator is off, and sockets need a token.
  if (settings.production && isHere(hostName(settings.publicUrl) ?? '')) return true
  const isAddress = name.startsWith('[') || ipv4.test(name)
  return isAddress || !name.includes('.') || isLocalName(name) || configuredHosts(settings).includes(name)
}
