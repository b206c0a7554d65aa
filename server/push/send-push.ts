/** One encrypted push to one browser (RFC 8030, 8291, 8292). */
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import webPush from 'web-push'
import type { PushPayload } from '#contract/chat/push.ts'
import type { pushSubscriptions } from '#server/db/tables/alerts.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { publicLookup } from './public-address.ts'
import { pushUrl } from './push-endpoint.ts'
import type { Vapid } from './vapid.ts'

export type Subscription = Pick<typeof pushSubscriptions.$inferSelect, 'endpoint' | 'p256dh' | 'auth'> & {
  /** Consecutive failures when it was read. */
  failures?: number
  /** Session of the browser. */
  jti?: string
  /** The first push that its service took and that is not known to have arrived. */
  unconfirmed_since?: string | null
}

export interface PushResult {
  /** Of the push service; 0 if unreachable. */
  status: number
  /** Requested wait in ms. */
  wait: number
}

const day = 86_400
/** Timeout of a whole request in milliseconds. */
const patience = 10_000
/** Maximum bytes for push services, with room for encryption. */
const maxBodyBytes = 1_500

/** A push has at most 4,096 bytes: long texts are cut, as the system would. */
function plainOf(payload: PushPayload): string {
  const body = [...payload.body].slice(0, maxBodyBytes / 4).join('')
  return JSON.stringify({ ...payload, title: [...payload.title].slice(0, 120).join(''), body })
}

/** Sends without redirects and never to an internal address. Never throws. */
export async function sendPush(
  settings: Pick<Settings, 'pushPrivate'>,
  vapid: Vapid,
  { endpoint, p256dh, auth }: Subscription,
  payload: PushPayload,
  within = patience,
): Promise<PushResult> {
  const url = pushUrl(endpoint, settings)
  const nowhere: PushResult = { status: 0, wait: 0 }
  if (!url) return nowhere
  // One topic per room: an undelivered older alert is replaced.
  const topic = payload.room?.replaceAll('-', '').slice(0, 32)
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, plainOf(payload), {
      vapidDetails: vapid,
      TTL: day,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
      ...(topic && { topic }),
    })
    const secure = url.protocol === 'https:'
    return await new Promise<PushResult>((resolve) => {
      const lookup = settings.pushPrivate ? {} : { lookup: publicLookup }
      const options = { method: 'POST', headers: { ...headers }, signal: AbortSignal.timeout(within), agent: false as const, ...lookup }
      const request = (secure ? secureRequest : plainRequest)(url, options, (response) => {
        const seconds = Number(response.headers['retry-after'] ?? 0)
        resolve({ status: response.statusCode ?? 0, wait: Number.isFinite(seconds) ? seconds * 1_000 : 0 })
        response.destroy()
      })
      request.on('error', () => resolve(nowhere))
      request.on('close', () => resolve(nowhere))
      request.end(body)
    })
  } catch {
    // Invalid keys.
    return { status: 400, wait: 0 }
  }
}
