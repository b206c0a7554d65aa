/** Who stopped promotions (docs/product/whatsapp.md#promotions): by identity, so that it also holds before there is a room. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { marketingOptOuts } from '#server/db/tables/webhook.ts'
import type { Identity } from '../identity/book.ts'
import type { InboundPreference } from './inbound.ts'

interface Said extends Omit<InboundPreference, 'type'> {
  /** Of the person's room, if there is one. */
  ids: readonly Pick<Identity, 'kind' | 'value' | 'current' | 'is_succeeded'>[]
}

/**
 * Keeps what a person said last; false if it changes nothing. `own`: said to us in words, for all our numbers; it ends only such a stop. A
 * stop counts for every id that the person has, its end for those that they had as well.
 */
export async function setPreference(tx: Db, { number, from, isStopped, at, ids }: Said, own = false): Promise<boolean> {
  const theirs = ids.filter(({ current, is_succeeded }) => current || (is_succeeded && !isStopped))
  const named = [
    ...(from.bsuid === null ? [] : [{ kind: 'bsuid', value: from.bsuid }]),
    ...(from.phone === null ? [] : [{ kind: 'phone', value: from.phone }]),
    ...theirs.map(({ kind, value }) => ({ kind, value })),
  ]
  const identities = [...new Map(named.map((one) => [`${one.kind} ${one.value}`, one])).values()]
  const { rows } = await tx.execute(sql`
    insert into ${marketingOptOuts} as known (number, kind, value, source, at, lifted_at)
    select ${own ? null : number}::bigint, kind, value, ${own ? 'own' : 'whatsapp'}::text, ${at}::timestamptz,
      ${isStopped ? null : at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) as entry (kind text, value text)
    where ${isStopped || !own} or exists (
      select from ${marketingOptOuts} stop
      where stop.number is null and stop.source = 'own' and stop.kind = entry.kind and stop.value = entry.value and stop.lifted_at is null)
    on conflict (coalesce(number, 0), kind, value, source) do update
      set at = case when excluded.lifted_at is null then excluded.at else known.at end, lifted_at = excluded.lifted_at
      where (excluded.lifted_at is null) <> (known.lifted_at is null) and excluded.at >= coalesce(known.lifted_at, known.at)
    returning known.lifted_at`)
  return rows.length > 0
}
