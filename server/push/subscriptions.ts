/** The calls of push alerts (contract/chat/push.ts). */

import { and, eq, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { maxSilentDays, type PushPayload, pushKey, pushSubscribe, pushTest, pushUnsubscribe } from '#contract/chat/push.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Db } from '#server/db/database.ts'
import { pushSubscriptions } from '#server/db/tables/alerts.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { assertPushEndpoint } from './push-endpoint.ts'
import { sendPush } from './send-push.ts'
import { vapidOf } from './vapid.ts'

export const subscriptionChannel = 'push-subscriptions'

/** Call in each transaction that changes subscriptions. */
export function subscriptionsChanged({ database }: Platform, tx: Db): Promise<void> {
  return database.notify(tx, subscriptionChannel, '')
}

/** Per person; the oldest are removed. */
const max = 20

/** A point of the curve P-256, uncompressed, and 16 bytes of secret, base64url. */
function assertKeys(p256dh: string, auth: string): void {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4) throw fieldError('p256dh', 'type')
  if (Buffer.from(auth, 'base64url').length !== 16) throw fieldError('auth', 'type')
}

async function subscribe(platform: Platform, { user, session, body }: CallRequest) {
  const [endpoint, p256dh, auth] = [toText(body.endpoint), toText(body.p256dh), toText(body.auth)]
  assertKeys(p256dh, auth)
  await assertPushEndpoint(endpoint, platform.settings)
  const row = {
    user_id: user.id,
    jti: session?.jti ?? '',
    p256dh,
    auth,
    failures: 0,
    failing_since: null,
    created_at: new Date().toISOString(),
  }
  // Another person's, or a push that arrived: nothing is unconfirmed.
  const unconfirmed =
    body.received === true
      ? null
      : sql`case when push_subscriptions.user_id = excluded.user_id then push_subscriptions.unconfirmed_since end`
  const silence = sql<
    string | null
  >`case when unconfirmed_since < now() - make_interval(days => ${maxSilentDays}) then unconfirmed_since end`
  const stored = await platform.database.transaction(async (tx) => {
    const [kept] = await tx
      .insert(pushSubscriptions)
      .values({ endpoint, ...row })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...row, unconfirmed_since: unconfirmed } })
      .returning({ isNew: sql<boolean>`xmax = 0`, silentSince: silence.mapWith(pushSubscriptions.unconfirmed_since) })
    await tx.execute(sql`
      delete from push_subscriptions where endpoint in (
        select endpoint from push_subscriptions where user_id = ${user.id} order by created_at desc, endpoint offset ${max})`)
    await subscriptionsChanged(platform, tx)
    return kept
  })
  return { message: 'Alerts are on', is_new: stored?.isNew ?? true, silent_since: stored?.silentSince ?? null }
}

async function unsubscribe(platform: Platform, { db, user, body }: CallRequest) {
  const own = and(eq(pushSubscriptions.endpoint, toText(body.endpoint)), eq(pushSubscriptions.user_id, user.id))
  await db.delete(pushSubscriptions).where(own)
  await subscriptionsChanged(platform, db)
  return { message: 'Alerts are off' }
}

const testPayload: PushPayload = { kind: 'test', title: 'Lapangan', body: 'Alerts reach this device.' }

/** Sends to this session's own subscription. Throws 404 if it has none of this endpoint. */
async function test(platform: Platform, { db, session, body }: CallRequest) {
  const own = and(eq(pushSubscriptions.endpoint, toText(body.endpoint)), eq(pushSubscriptions.jti, session?.jti ?? ''))
  const [found] = await db.select().from(pushSubscriptions).where(own)
  if (!found) throw new ApiError('not_found')
  const { status } = await sendPush(platform.settings, await vapidOf(platform), found, testPayload)
  return { ok: status >= 200 && status < 300, status, tried: [{ endpoint: found.endpoint }] }
}

export function mountPush(app: Hono, platform: Platform): void {
  mount(app, platform, pushKey, async () => ({ key: (await vapidOf(platform)).publicKey }))
  // DNS and other servers are slow: no transaction.
  mount(app, platform, pushSubscribe, (request) => subscribe(platform, request), { withoutTransaction: true })
  mount(app, platform, pushUnsubscribe, (request) => unsubscribe(platform, request))
  mount(app, platform, pushTest, (request) => test(platform, request), { withoutTransaction: true })
}
