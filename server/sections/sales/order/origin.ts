/** Source lead of an order. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { scopeOf } from '#server/crud/query/read.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import type { Change } from '#server/crud/rules.ts'
import { leads } from '#server/db/tables/crm.ts'
import type { Buyer } from './buyer.ts'

/** Returns the named lead; else a visible one with the buyer's phone: the seller's own first, then the newest. */
export async function leadOf({ db, user, input }: Change, { phone }: Buyer, seller: number | null): Promise<number | null> {
  if (typeof input.lead_id === 'number') return input.lead_id
  const shape = targetOf('leads')
  if (!shape) return null
  const [found] = await db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.phone, phone), scopeOf(shape, user).where))
    .orderBy(sql`${leads.sales} is not distinct from ${seller} desc`, desc(leads.created_at), desc(leads.id))
    .limit(1)
    .for('key share')
  return found?.id ?? null
}
