import { isIP } from 'node:net'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { parseUrl } from '#server/platform/settings/parse-url.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { InsideError, isPublic, publicLookup } from './public-address.ts'

type Private = Pick<Settings, 'pushPrivate'>

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/** Returns the endpoint's URL, if allowed by its text; names are checked on connecting. */
export function pushUrl(endpoint: string, { pushPrivate }: Private): URL | null {
  const url = parseUrl(endpoint)
  if (!url || url.username || url.password) return null
  if (pushPrivate && /^https?:$/.test(url.protocol)) return url
  const host = bare(url.hostname)
  if (url.protocol !== 'https:' || url.port !== '' || (isIP(host) && !isPublic(host))) return null
  return url
}

/** Throws 422 for an internal or unknown endpoint, 503 if names cannot be resolved. */
export async function assertPushEndpoint(endpoint: string, settings: Private): Promise<void> {
  const url = pushUrl(endpoint, settings)
  if (!url) throw fieldError('endpoint', 'url')
  if (settings.pushPrivate || isIP(bare(url.hostname))) return
  const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => publicLookup(url.hostname, { all: true }, resolve))
  if (error instanceof InsideError || error?.code === 'ENOTFOUND') throw fieldError('endpoint', 'url')
  if (error) throw new ApiError('unavailable', undefined, { retryAfter: 5 })
}
