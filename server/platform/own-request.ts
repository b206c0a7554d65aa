import type { IncomingHttpHeaders } from 'node:http'
import type { Settings } from '#server/platform/settings.ts'

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null)

/** Whether a page of ours asks. Programs that are no browser say no origin; browsers always do. */
export function isOwnOrigin(headers: IncomingHttpHeaders, settings: Pick<Settings, 'origins' | 'publicUrl' | 'trustProxy'>): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  if (settings.origins.includes(origin)) return true
  const forwarded = settings.trustProxy ? String(headers['x-forwarded-host'] ?? '') : ''
  const asked = hostOf(origin)
  return asked !== null && [host, forwarded, hostOf(settings.publicUrl)].includes(asked)
}
