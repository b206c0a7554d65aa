/** The lead that an order came from. */
import { and, desc, eq, sql } from 'drizzle-orm'
import { scopeOf } from '#server/crud/query/read.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import type { Change } from '#server/crud/rules.ts'
import { leads } from '#server/db/tables/crm.ts'
import type { Buyer } from './buyer.ts'

/** The lead that was named; else one with the buyer's phone whom the person sees: the seller's own before others, then the newest. */
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
