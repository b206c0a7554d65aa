import { decodePercent } from '#contract/lib/decode-percent.ts'
import { hostName, isOwnName, type Places } from '#server/platform/http/own-hosts.ts'

function pathOf(address: string): string {
  const { pathname } = new URL(address)
  return decodePercent(pathname) ?? pathname
}

/** Returns whether an address is our short link, a possible loop. `host`: of the request; '' for none. */
export function isOwnLink(address: string, settings: Places, host: string): boolean {
  const name = hostName(address)
  if (!name || !/^[/\\]+s(?:[/\\]|$)/i.test(pathOf(address))) return false
  return name === hostName(`http://${host}`) || isOwnName(name, settings)
}
