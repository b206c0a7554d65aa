import { isIP } from 'node:net'
import { parseUrl } from '#server/platform/core/parse-url.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import type { Settings } from '#server/platform/core/settings.ts'
import { InsideError, isPublic, publicLookup } from './public-address.ts'

type Private = Pick<Settings, 'pushPrivate'>

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/** The endpoint's address, if a push may go there by what it says of itself; names are looked at when they are connected to. */
export function pushUrl(endpoint: string, { pushPrivate }: Private): URL | null {
  const url = parseUrl(endpoint)
  if (!url || url.username || url.password) return null
  if (pushPrivate && /^https?:$/.test(url.protocol)) return url
  const host = bare(url.hostname)
  if (url.protocol !== 'https:' || url.port !== '' || (isIP(host) && !isPublic(host))) return null
  return url
}

/** Throws 422 for an endpoint inside the network or of no known name, 503 where names cannot be looked up. */
export async function assertPushEndpoint(endpoint: string, settings: Private): Promise<void> {
  const url = pushUrl(endpoint, settings)
  if (!url) throw fieldError('endpoint', 'url')
  if (settings.pushPrivate || isIP(bare(url.hostname))) return
  const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => publicLookup(url.hostname, { all: true }, resolve))
  if (error instanceof InsideError || error?.code === 'ENOTFOUND') throw fieldError('endpoint', 'url')
  if (error) throw new ApiError('unavailable', undefined, { retryAfter: 5 })
}
