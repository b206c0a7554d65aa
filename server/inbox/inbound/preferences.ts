/** Who stopped promotions (docs/product/whatsapp.md#promotions): by identity, so that it also holds before there is a room. */
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'
import { marketingOptOuts } from '#server/db/tables/webhook.ts'
import type { InboundPreference } from './inbound.ts'

/** Keeps what a person said last; false if it changes nothing. `own`: said to us in words, for all our numbers. */
export async function setPreference(tx: Db, { number, from, isStopped, at }: InboundPreference, own = false): Promise<boolean> {
  const identities = [
    ...(from.bsuid === null ? [] : [{ kind: 'bsuid', value: from.bsuid }]),
    ...(from.phone === null ? [] : [{ kind: 'phone', value: from.phone }]),
  ]
  const { rows } = await tx.execute(sql`
    insert into ${marketingOptOuts} as known (number, kind, value, source, at, lifted_at)
    select ${own ? null : number}::bigint, kind, value, ${own ? 'own' : 'whatsapp'}::text, ${at}::timestamptz,
      ${isStopped ? null : at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) as entry (kind text, value text)
    on conflict (coalesce(number, 0), kind, value, source) do update
      set at = case when excluded.lifted_at is null then excluded.at else known.at end, lifted_at = excluded.lifted_at
      where (excluded.lifted_at is null) <> (known.lifted_at is null) and excluded.at >= coalesce(known.lifted_at, known.at)
    returning known.lifted_at`)
  return rows.length > 0
}

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
