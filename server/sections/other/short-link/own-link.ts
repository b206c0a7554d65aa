import { hostName, isOwnName } from '#server/platform/http/own-hosts.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

function pathOf(address: string): string {
  const { pathname } = new URL(address)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** Returns whether an address is our short link, a possible loop. `host`: of the request; '' for none. */
export function isOwnLink(address: string, settings: Pick<Settings, 'publicUrl' | 'origins' | 'hosts'>, host: string): boolean {
  const name = hostName(address)
  if (!name || !/^[/\\]+s(?:[/\\]|$)/i.test(pathOf(address))) return false
  return name === hostName(`http://${host}`) || isOwnName(name, settings)
}
