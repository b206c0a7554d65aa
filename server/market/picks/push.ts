/** Messages to members about a recommendation: one per member of its audience and round (docs/product/picks.md#messages-to-members). */

import { eq, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { recommendation } from '#contract/sections/stock/recommendation.ts'
import type { Announced } from '#server/crud/rules.ts'
import { memberships } from '#server/db/tables/commerce.ts'
import { memberInbox } from '#server/db/tables/member-app.ts'
import { membershipAccounts as accounts, memberLeaves as leaves, members } from '#server/db/tables/members.ts'
import { stockPicks } from '#server/db/tables/picks.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'

const today = sql`(now() at time zone 'Asia/Jakarta')::date`

/** Products of the audience: by its names, or sold with access to it. */
const products = sql`(select upper(name) from unnest(pick.audience) as name
  union select ${memberships.product} from ${memberships} where ${memberships.access_type} ?| pick.audience)`

/** Idempotent: one row each. */
export const messagesOf = (pick: number, round: number) => sql`
  with pick as (select array(select jsonb_array_elements_text(${stockPicks.audience})) as audience from ${stockPicks} where ${stockPicks.id} = ${pick})
  insert into ${memberInbox} (member_id, pick_id, round)
  select distinct ${accounts.member_id}, ${pick}::bigint, ${round}::int
  from pick cross join ${accounts} join ${members} on ${members.id} = ${accounts.member_id}
  where ${members.deleted_at} is null and ${accounts.expires_on} >= ${today} and ${accounts.product} in ${products}
    and not exists (select 1 from ${leaves} where ${leaves.member_id} = ${accounts.member_id} and ${leaves.product} = ${accounts.product}
      and ${leaves.start} <= ${today} and ${leaves.end} >= ${today} and ${leaves.stopped_on} is null)
  on conflict do nothing`

/** Does nothing for a pick withdrawn before its time; a rescheduled one waits. */
export const pickMessages = jobKind<{ pick: number; round: number }>('recommendation-push', 'quick', async (run) => {
  const { pick: id, round } = run.input
  const { db } = run.platform.database
  const { status, published_on } = stockPicks
  const isDue = sql<boolean>`${published_on} <= now()`
  const [pick] = await db.select({ status, published_on, isDue }).from(stockPicks).where(eq(stockPicks.id, id))
  if (pick?.status !== 'publish' || !pick.published_on) return 'done'
  if (!pick.isDue) return { until: new Date(pick.published_on) }
  await run.commit(async (tx) => {
    await tx.execute(messagesOf(id, round))
    return { finished: true }
  })
  return 'done'
})

/** In the transaction that publishes, or requests another round. */
export async function sendLater(effects: readonly Announced[]): Promise<void> {
  for (const { platform, db, user, before, after } of effects) {
    const round = Number(after?.push_count ?? 0)
    if (!after || round <= Number(before?.push_count ?? 0)) continue
    const runAt = new Date(Math.max(Date.now(), Date.parse(toText(after.published_on))))
    const subject = toText(after.stock_code)
    const options = {
      key: `${after.ref}:${round}`,
      runAt,
      user,
      section: recommendation.name,
      resource: recommendation.permission,
      subject,
    }
    await enqueue(platform.database, db, pickMessages, { pick: after.id, round }, options)
  }
}
