/** Seats of an event: taken by registered participants, kept for those who were offered one (docs/product/events.md#seats). */
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { isParticipantState, type ParticipantState } from '#contract/sections/product/participant.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Change } from '#server/crud/rules.ts'
import { events } from '#server/db/tables/events.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'

type Acting = Pick<Change, 'db' | 'platform'>

const seatsIn = (state: ParticipantState | null) => ({ taken: Number(state === 'registered'), offered: Number(state === 'offered') })

/** The state of a stored row; null for none. */
export const stateOf = (state: unknown): ParticipantState | null => (isParticipantState(state) ? state : null)

/**
 * Moves a participant's seat from a state to another; null is none. The event's row is locked until the transaction ends. Throws 422 `full`
 * where a seat is wanted and none is free.
 */
export async function moveSeat(
  { db, platform }: Acting,
  id: number,
  from: ParticipantState | null,
  to: ParticipantState | null,
): Promise<void> {
  const [before, after] = [seatsIn(from), seatsIn(to)]
  const [taken, offered] = [after.taken - before.taken, after.offered - before.offered]
  if (!taken && !offered) return
  const { quota } = events
  const held = sql`${events.taken} + ${events.offered}`
  const isFree = taken + offered > 0 ? or(isNull(quota), sql`${held} < ${quota}`) : undefined
  const moved = await db
    .update(events)
    .set({ taken: sql`${events.taken} + ${taken}`, offered: sql`${events.offered} + ${offered}` })
    .where(and(eq(events.id, id), isFree))
    .returning({ id: events.id })
  if (!moved.length) throw refused('invalid', refusal('full'))
  await totalsOf(platform.database).changed(db, ['event'])
}
