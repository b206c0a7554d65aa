import { parseUrl } from '../core/parse-url.ts'
import type { Settings } from '../core/settings.ts'
import { isAnsweredHost } from './own-hosts.ts'

/** Those that say who asks whom. */
interface Headers {
  origin?: string | undefined
  host?: string | undefined
  'x-forwarded-host'?: string | string[] | undefined
}

const hostOf = (origin: string) => parseUrl(origin)?.host ?? null

/**
 * Whether a page of ours asks, or a program that is no browser and says no origin. A page whose host only leads here is none of ours:
 * whoever owns the name can point it at any machine.
 */
export function isOwnRequest(
  headers: Headers,
  settings: Pick<Settings, 'origins' | 'publicUrl' | 'hosts' | 'trustProxy' | 'production'>,
): boolean {
  const { origin, host } = headers
  const forwarded = settings.trustProxy ? headers['x-forwarded-host'] : undefined
  const hosts = [host, forwarded].filter((each) => each !== undefined).map(String)
  if (origin === undefined) return hosts.length > 0 && hosts.every((each) => isAnsweredHost(each, settings))
  if (settings.origins.includes(origin)) return true
  const asked = hostOf(origin)
  if (asked === null) return false
  return asked === hostOf(settings.publicUrl) || (hosts.includes(asked) && isAnsweredHost(asked, settings))
}
