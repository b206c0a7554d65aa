/** Who gets a broadcast, and who does not for which reason (docs/product/chat.md#broadcasts). */
import { inArray, sql } from 'drizzle-orm'
import type { SkipReason } from '#contract/chat/broadcasts.ts'
import type { Db } from '#server/db/database.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'
import { promotionsStopped } from '../rooms/promotions.ts'

/** Hours after WhatsApp held a promotion back (131049) in which the person gets none. */
const heldBackHours = 24
/** Places from the end among which that is looked for. */
const recentPlaces = 200

export interface Judged {
  /** Null: it is sent. */
  reason: SkipReason | null
  /** The customer's first message, ISO 8601: who never wrote to us did not ask for anything. */
  opt_in_at: string | null
}

const optIn = sql<string | null>`(
  select to_char(said.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from ${messages} as said
  where said.room = ${rooms.id} and not said.is_admin order by said.place limit 1)`

const isHeldBack = sql<boolean>`exists (
  select from ${messages} as ours
  where ours.room = ${rooms.id} and ours.place > ${rooms.next_place} - ${recentPlaces}::int and ours.is_admin and ours.status = 'failed'
    and ours.failure like '%(131049)'
    and coalesce((ours.status_times ->> 'failed')::timestamptz, ours.created_at) > now() - make_interval(hours => ${heldBackHours}::int))`

const hasAddress = sql<boolean>`(${rooms.customer_phone} <> '' or exists (
  select from ${roomIdentities} as known where known.room = ${rooms.id} and known.current))`

/** Judges rooms by id, as they are now. */
export async function judgeRooms(db: Db, ids: readonly number[]): Promise<Map<number, Judged>> {
  const found = await db
    .select({
      id: rooms.id,
      stopped: sql<string | null>`${promotionsStopped.promotions_stopped}`,
      opt_in_at: sql<string | null>`${optIn}`,
      isHeldBack: sql<boolean>`${isHeldBack}`,
      hasAddress: sql<boolean>`${hasAddress}`,
    })
    .from(rooms)
    .where(inArray(rooms.id, [...ids]))
  return new Map(
    found.map(({ id, stopped, opt_in_at, ...is }) => {
      const reasons: readonly (readonly [boolean, SkipReason])[] = [
        [stopped !== null, 'stopped'],
        [is.isHeldBack, 'heldBack'],
        [opt_in_at === null, 'neverWrote'],
        [!is.hasAddress, 'noAddress'],
      ]
      return [id, { reason: reasons.find(([isReason]) => isReason)?.[1] ?? null, opt_in_at }]
    }),
  )
}
