/** Who stopped promotions (docs/product/whatsapp.md#promotions). */
import { and, eq, isNull, or } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'
import { marketingOptOuts } from '#server/db/tables/webhook.ts'

/** Whether the person of a room stopped promotions at its number, or at all of ours. */
export async function hasStoppedPromotions(db: Db, room: { id: number; whatsapp_number: number }): Promise<boolean> {
  const isMeant = or(isNull(marketingOptOuts.number), eq(marketingOptOuts.number, room.whatsapp_number))
  const [found] = await db
    .select({ id: marketingOptOuts.id })
    .from(marketingOptOuts)
    .innerJoin(roomIdentities, and(eq(roomIdentities.kind, marketingOptOuts.kind), eq(roomIdentities.value, marketingOptOuts.value)))
    .where(and(eq(roomIdentities.room, room.id), eq(roomIdentities.current, true), isNull(marketingOptOuts.lifted_at), isMeant))
    .limit(1)
  return found !== undefined
}
