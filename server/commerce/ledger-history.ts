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

/** An account after its end moved, the end before, and the first entry that moved it. */
export interface MovedEnd {
  account: typeof membershipAccounts.$inferSelect
  before: string | null
  entry: typeof membershipEntries.$inferSelect
}

/** Records in the members' histories which ends moved, from and to which day, and why. */
export async function recordEnds(db: Db, moved: readonly MovedEnd[], by: string | null): Promise<void> {
  const entries: (typeof audit.$inferInsert)[] = []
  for (const { account, before, entry } of moved) {
    const { member_id, product, type, expires_on } = account
    if (before === expires_on) continue
    const ends = (day: string | null) => (day === null ? [] : [{ product, type, expires_on: day }])
    const cause: Cause = { source: entry.source, detail: await detailOf(db, entry) }
    const changes = { products: [ends(before), ends(expires_on)], [causeName]: [null, cause] } as const
    entries.push({ section: member.name, record: member_id, action: 'update', user: null, created_by: by, changes })
  }
  if (entries.length) await db.insert(audit).values(entries)
}
