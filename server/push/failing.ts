/** Unreachable browsers: removed at once if the push service says so, else after days of failures. */
import { and, eq, gt, sql } from 'drizzle-orm'
import { pushSubscriptions } from '#server/db/tables/chat.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { subscriptionsChanged } from './audience.ts'
import type { Subscription } from './send-push.ts'

/** Consecutive failures, and minimum days between first and last. */
const maxFailures = 10
const failingDays = 3
/** Milliseconds: while all pushes fail, our own network is down. */
const provenForMs = 3_600_000

const provenAt = new WeakMap<Platform, number>()

const named = ({ endpoint }: Subscription) => eq(pushSubscriptions.endpoint, endpoint)

export async function forget(platform: Platform, subscription: Subscription): Promise<void> {
  await platform.database.transaction(async (tx) => {
    await tx.delete(pushSubscriptions).where(named(subscription))
    await subscriptionsChanged(platform, tx)
  })
}

export async function noteTaken(platform: Platform, subscription: Subscription): Promise<void> {
  provenAt.set(platform, Date.now())
  if (!subscription.failures) return
  await platform.database.db
    .update(pushSubscriptions)
    .set({ failures: 0, failing_since: null })
    .where(and(named(subscription), gt(pushSubscriptions.failures, 0)))
}

export async function noteFailed(platform: Platform, subscription: Subscription): Promise<void> {
  const [now] = await platform.database.db
    .update(pushSubscriptions)
    .set({ failures: sql`${pushSubscriptions.failures} + 1`, failing_since: sql`coalesce(${pushSubscriptions.failing_since}, now())` })
    .where(named(subscription))
    .returning({
      failures: pushSubscriptions.failures,
      isLong: sql<boolean>`${pushSubscriptions.failing_since} < now() - make_interval(days => ${failingDays})`,
    })
  const isProven = Date.now() - (provenAt.get(platform) ?? 0) < provenForMs
  if (now?.isLong && now.failures >= maxFailures && isProven) await forget(platform, subscription)
}
