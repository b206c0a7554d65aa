/** One encrypted push to one browser (RFC 8030, 8291, 8292). */
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import webPush from 'web-push'
import type { PushPayload } from '#contract/chat/push.ts'
import type { pushSubscriptions } from '#server/db/tables/chat.ts'
import type { Settings } from '#server/platform/core/settings.ts'
import { publicLookup } from './public-address.ts'
import { pushUrl } from './push-endpoint.ts'
import type { Vapid } from './vapid.ts'

export type Subscription = Pick<typeof pushSubscriptions.$inferSelect, 'endpoint' | 'p256dh' | 'auth'> & {
  /** Alerts in a row that were not taken, as far as was known when it was read. */
  failures?: number
}

export interface PushResult {
  /** Of the push service; 0 when it was not reached. */
  status: number
  /** Milliseconds it asks to wait. */
  wait: number
}

const day = 86_400
/** Milliseconds from the first byte to the answer, however slowly it trickles. */
const patience = 10_000
/** Bytes that a push service takes, with room for what encryption adds. */
const maxBodyBytes = 1_500

/** A push may carry 4,096 bytes: a long text is cut, as the system would cut it. */
function plainOf(payload: PushPayload): string {
  const body = [...payload.body].slice(0, maxBodyBytes / 4).join('')
  return JSON.stringify({ ...payload, title: [...payload.title].slice(0, 120).join(''), body })
}

/** Sends without following redirects and without ever connecting to an address inside the network. Never throws. */
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
  // One topic for each room: a push service that still holds an older alert of it replaces that one.
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
    // Keys that are none.
    return { status: 400, wait: 0 }
  }
}
