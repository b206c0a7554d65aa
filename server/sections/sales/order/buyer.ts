/** Buyer and credited salesperson of an order (docs/product/orders.md#buyer-and-credit). */
import { and, eq, isNull } from 'drizzle-orm'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import type { Change } from '#server/crud/rules.ts'
import { createRow } from '#server/crud/write/write.ts'
import { members } from '#server/db/tables/members.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'

export interface Buyer {
  id: number
  name: string
  phone: string
  sales: number | null
}

async function found(
  db: Change['db'],
  by: { id: number } | { phone: string },
): Promise<(Buyer & { deleted_at: string | null }) | undefined> {
  const { id, name, phone, sales_id: sales, deleted_at, erased_at } = members
  const [row] = await db
    .select({ id, name, phone, sales, deleted_at })
    .from(members)
    .where(and(isNull(erased_at), 'id' in by ? eq(id, by.id) : eq(phone, by.phone)))
    .for('no key update')
  return row
}

/** Returns the member; creates one for a new customer, or uses the one with that phone. Throws 422 `member_deleted`. */
export async function buyerOf(change: Change): Promise<Buyer> {
  const { platform, db, user, input, after, address, mutation } = change
  const customer = isRecord(input.customer) ? input.customer : null
  const member = await found(db, customer ? { phone: toText(customer.phone) } : { id: Number(input.member_id) })
  if (member?.deleted_at) throw refused('invalid', refusal('member_deleted'))
  if (member) return member
  const shape = targetOf('member')
  if (!customer || !shape) throw refused('invalid', refusal('member_deleted'))
  const body = { ...customer, sales_id: user.isSales ? user.id : Number(input.sales ?? 0) }
  const made = await createRow(platform, shape, { db, user, address, mutation, body, ref: null, after })
  // A customer joins with the first membership (server/commerce/ledger.ts).
  await db
    .update(members)
    .set({ joined_at: null })
    .where(eq(members.id, Number(made.id)))
  return { id: Number(made.id), name: toText(customer.name), phone: toText(customer.phone), sales: body.sales_id || null }
}

/** The salesperson who made the order, else the one that was given, else the member's; it stays. */
export function sellerOf({ user, input }: Change, buyer: Buyer): number | null {
  if (user.isSales) return user.id
  return Number(input.sales ?? 0) || buyer.sales
}

/** Whether the member is of another salesperson than the credited one. */
export const isOfAnother = ({ sales }: Buyer, seller: number | null): boolean => sales !== null && seller !== null && sales !== seller
