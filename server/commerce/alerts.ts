/** Alerts for the salesperson of a member, stored in the transaction of their cause (docs/product/members.md#alerts). */
import { sql } from 'drizzle-orm'
import { remainingSteps } from '#contract/commerce/member-access.ts'
import type { AlertKind } from '#contract/sections/member/member-alert.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Database, Db } from '#server/db/database.ts'
import { membershipAccounts as accounts, memberAlerts, members } from '#server/db/tables/members.ts'
import { isOutlived } from '#server/people/member-access.ts'

export interface MemberAlert {
  member_id: number
  kind: AlertKind
  product?: string | null
  expires_on?: string | null
  /** Order number, or the values before and after. */
  detail?: string | null
  created_by?: string | null
}

export async function addAlerts(database: Database, db: Db, alerts: readonly MemberAlert[]): Promise<void> {
  if (!alerts.length) return
  await db.insert(memberAlerts).values([...alerts])
  await totalsOf(database).changed(db, ['member-alert'])
}

/** Days until a passed end is no news. */
const lateDays = 30
const today = sql`(now() at time zone 'Asia/Jakarta')::date`

/** Creates an alert per near or passed end and step; if the job is late, only of the smallest step. Returns the number of new alerts. */
export async function alertEnds(db: Db): Promise<number> {
  const steps = remainingSteps.toSorted((a, b) => a - b)
  const step = sql.join(
    steps.map((days) => sql.raw(`when left_days <= ${days} then ${days}`)),
    sql` `,
  )
  const { rows } = await db.execute(sql`
    insert into ${memberAlerts} (ref, member_id, kind, account_id, expires_on, product, step)
    select gen_random_uuid(), member_id, case when left_days < 0 then 'expired' else 'expiring' end, id, expires_on, product,
      case when left_days < 0 then 0 ${step} end
    from (
      select ${accounts.id}, ${accounts.member_id}, ${accounts.product}, ${accounts.expires_on}, ${accounts.expires_on} - ${today} as left_days
      from ${accounts} join ${members} on ${members.id} = ${accounts.member_id} and ${members.deleted_at} is null
      where ${accounts.expires_on} between ${today} - ${lateDays}::int and ${today} + ${Math.max(...remainingSteps)}::int
        and not ${isOutlived}
    ) as near order by id
    on conflict do nothing returning id`)
  return rows.length
}
