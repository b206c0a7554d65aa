import { type SQL, sql } from 'drizzle-orm'
import { memberAlert } from '#contract/sections/member/member-alert.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Handler, Scope } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { memberAlertDismissals as dismissals, memberAlerts, members } from '#server/db/tables/members.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'

const isFor = (user: CurrentUser): SQL =>
  sql`exists (select 1 from ${members} where ${members.id} = ${memberAlerts.member_id} and ${members.deleted_at} is null
    and coalesce(${members.sales_id}, ${user.id}) = ${user.id})`

/** Own and unassigned members, without dismissed alerts. */
const scope = (user: CurrentUser): Scope => ({
  key: `alerts ${user.id}`,
  where: sql`${isFor(user)} and not exists (select 1 from ${dismissals}
    where ${dismissals.alert_id} = ${memberAlerts.id} and ${dismissals.user_id} = ${user.id})`,
})

const dismiss: Handler = async ({ db, user }, { platform, shape, before }) => {
  if (before) await db.insert(dismissals).values({ alert_id: before.id, user_id: user.id }).onConflictDoNothing()
  await totalsOf(platform.database).changed(db, [shape.section.name])
  return { message: 'Dismissed' }
}

export const memberAlertApi = serve(memberAlert, memberAlerts, { scope, calls: { dismiss } })
