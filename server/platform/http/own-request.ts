import { parseUrl } from '../settings/parse-url.ts'
import type { Settings } from '../settings/settings.ts'
import { hostName, isAnsweredHost, otherConsoles, type Places } from './own-hosts.ts'

/** Headers of origin and target. */
interface Headers {
  origin?: string | undefined
  host?: string | undefined
  'x-forwarded-host'?: string | string[] | undefined
}

/** Null where the name is none of DNS. */
const hostOf = (origin: string) => (hostName(origin) === null ? null : (parseUrl(origin)?.host ?? null))

/**
 * Returns whether the request is from our page, or from a program without origin. A page with a foreign host name is not ours: its owner
 * can point the name at any machine.
 */
export function isOwnRequest(headers: Headers, settings: Places & Pick<Settings, 'trustProxy' | 'production'>): boolean {
  const { origin, host } = headers
  const forwarded = settings.trustProxy ? headers['x-forwarded-host'] : undefined
  const hosts = [host, forwarded].filter((each) => each !== undefined).map(String)
  if (origin === undefined) return hosts.length > 0 && hosts.every((each) => isAnsweredHost(each, settings))
  if (otherConsoles(settings).includes(origin)) return true
  const asked = hostOf(origin)
  if (asked === null) return false
  return asked === hostOf(settings.publicUrl) || (hosts.includes(asked) && isAnsweredHost(asked, settings))
}
