/** Entries of a member's history for changes of the ledger (docs/product/members.md#histories). */
import { eq } from 'drizzle-orm'
import { type Cause, causeName } from '#contract/kit/section/history.ts'
import { member } from '#contract/sections/member/member.ts'
import type { Db } from '#server/db/database.ts'
import { orderItems, orders } from '#server/db/tables/commerce.ts'
import { memberLeaves, type membershipAccounts, type membershipEntries } from '#server/db/tables/members.ts'
import { audit } from '#server/db/tables/platform.ts'

/** Order number, days of the leave, or a note. */
async function detailOf(db: Db, { source, source_id, reason }: typeof membershipEntries.$inferSelect): Promise<string | null> {
  if (source === 'order') {
    const [order] = await db
      .select({ detail: orders.order_number })
      .from(orderItems)
      .innerJoin(orders, eq(orders.id, orderItems.order_id))
      .where(eq(orderItems.id, source_id ?? 0))
    return order?.detail ?? null
  }
  if (source === 'leave') {
    const [leave] = await db
      .select()
      .from(memberLeaves)
      .where(eq(memberLeaves.id, source_id ?? 0))
    return leave ? `${leave.start} – ${leave.end}` : null
  }
  return reason
}

/** Records in the member's history which end moved, from and to which day, and why. */
export async function recordEnd(
  db: Db,
  { member_id, product, type, expires_on }: typeof membershipAccounts.$inferSelect,
  before: string | null,
  entry: typeof membershipEntries.$inferSelect,
  by: string | null,
): Promise<void> {
  if (before === expires_on) return
  const ends = (day: string | null) => (day === null ? [] : [{ product, type, expires_on: day }])
  const cause: Cause = { source: entry.source, detail: await detailOf(db, entry) }
  const changes = { products: [ends(before), ends(expires_on)], [causeName]: [null, cause] } as const
  await db.insert(audit).values({ section: member.name, record: member_id, action: 'update', user: null, created_by: by, changes })
}
