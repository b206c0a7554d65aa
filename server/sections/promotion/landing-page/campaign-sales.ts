/** Who gets the next lead of a campaign (docs/product/landing-pages.md#whose-lead). */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { choosable } from '#server/crud/query/references.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import type { Db } from '#server/db/database.ts'
import { campaigns, leads } from '#server/db/tables/crm.ts'
import { users } from '#server/db/tables/people.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'

/**
 * Returns the campaign's salesperson who has waited longest for a lead of it, those without one first; null where it names none who still
 * sells. Forms of the same moment take turns: the campaign is locked until the transaction ends.
 */
export async function nextSales(db: Db, user: CurrentUser, campaign: number): Promise<number | null> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`turn of campaign ${campaign}`}, 0))`)
  const [found] = await db.select({ sales: campaigns.sales }).from(campaigns).where(eq(campaigns.id, campaign))
  const ids = found?.sales.map(({ sales_id }) => sales_id) ?? []
  const target = targetOf('user')
  if (!ids.length || !target) return null
  const last = sql`(select max(${leads.id}) from ${leads} where ${leads.campaign_id} = ${campaign} and ${leads.sales} = ${users.id})`
  const place = sql`array_position(array[${sql.join(ids, sql`, `)}]::bigint[], ${users.id})`
  const [next] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), choosable(target, user, 'user/sales', [])))
    .orderBy(sql`${last} asc nulls first`, place)
    .limit(1)
  return next?.id ?? null
}
