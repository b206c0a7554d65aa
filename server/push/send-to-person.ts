/** A push to every browser in which a person has alerts on, at once. */
import { eq } from 'drizzle-orm'
import type { PushPayload } from '#contract/chat/push.ts'
import { pushSubscriptions } from '#server/db/tables/alerts.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { sendPush } from './send-push.ts'
import { vapidOf } from './vapid.ts'

/** Returns how many browsers' push services took it. */
export async function sendToPerson(platform: Platform, user: number, payload: PushPayload): Promise<number> {
  const own = await platform.database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.user_id, user))
  if (!own.length) return 0
  const vapid = await vapidOf(platform)
  const results = await Promise.all(own.map((subscription) => sendPush(platform.settings, vapid, subscription, payload)))
  return results.filter(({ status }) => status >= 200 && status < 300).length
}
