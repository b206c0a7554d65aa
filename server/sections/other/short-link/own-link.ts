import type { Settings } from '#server/platform/core/settings.ts'
import { hostName, isOwnName } from '#server/platform/http/own-hosts.ts'

function pathOf(address: string): string {
  const { pathname } = new URL(address)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** Whether an address is a short link of ours, which could lead in a circle. `host` is the one that a request names; '' for none. */
export function isOwnLink(address: string, settings: Pick<Settings, 'publicUrl' | 'origins' | 'hosts'>, host: string): boolean {
  const name = hostName(address)
  if (!name || !/^[/\\]+s(?:[/\\]|$)/i.test(pathOf(address))) return false
  return name === hostName(`http://${host}`) || isOwnName(name, settings)
}
