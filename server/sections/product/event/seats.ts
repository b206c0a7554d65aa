/**
 * Seats of an event: taken by registered participants, kept for those who were offered one (docs/product/events.md#seats). Every transaction
 * locks an event before its participants, several by number.
 */
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { isParticipantState, type ParticipantState } from '#contract/choices/participants.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { whereNamed } from '#server/crud/query/rows.ts'
import { type Shape, targetOf } from '#server/crud/query/shape.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Change, Hooks } from '#server/crud/rules.ts'
import { type Cause, changeBecause } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import { eventParticipants, events } from '#server/db/tables/events.ts'
import { type CurrentUser, guest } from '#server/platform/core/context.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'

type Acting = Pick<Change, 'db' | 'platform'>
export type StoredEvent = typeof events.$inferSelect

/** Actor in histories of what nobody of the office did. It refers to what orders and participants need. */
export const eventSystem: CurrentUser = {
  ...guest,
  name: 'Lapangan',
  permissions: new Set(['get event', 'get transaction', 'get member'] as const),
}

/** Takes seats of a locked event that are known to be free. */
export async function takeSeats({ db, platform }: Acting, id: number, count: number): Promise<void> {
  if (!count) return
  await db
    .update(events)
    .set({ taken: sql`${events.taken} + ${count}` })
    .where(eq(events.id, id))
  await totalsOf(platform.database).changed(db, ['event'])
}

const seatsIn = (state: ParticipantState | null) => ({ taken: Number(state === 'registered'), offered: Number(state === 'offered') })

/** Whether somebody in this state has a seat, or one is kept for them. */
export const hasSeat = (state: unknown): boolean => state === 'registered' || state === 'offered'

/** The state of a stored row; null for none. */
export const stateOf = (state: unknown): ParticipantState | null => (isParticipantState(state) ? state : null)

/** Seats that nobody has; null where there is no quota. */
export const freeSeats = ({ quota, taken, offered }: Pick<StoredEvent, 'quota' | 'taken' | 'offered'>): number | null =>
  quota === null ? null : Math.max(0, quota - taken - offered)

/** Returns events by number, locked until the transaction ends. */
export function lockEvents(db: Db, ids: readonly number[]): Promise<StoredEvent[]> {
  return db
    .select()
    .from(events)
    .where(inArray(events.id, [...ids]))
    .orderBy(asc(events.id))
    .for('no key update')
}

/** Locks the events of participants, who are locked after them. */
export const lockEventsOf: NonNullable<Hooks['lockFirst']> = async (db, keys) => {
  const theirs = db.select({ id: eventParticipants.event_id }).from(eventParticipants).where(whereNamed(eventParticipants, keys))
  await db.select({ id: events.id }).from(events).where(inArray(events.id, theirs)).orderBy(asc(events.id)).for('no key update')
}

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

/** Now, and the end of an offer: it lasts a day, and ends an hour before the start. One made later than that ends with the event. */
async function momentsOf(db: Db, event: number): Promise<{ now: string; until: string | null }> {
  const [row] = await db
    .select({
      now: sql<string>`now()`.mapWith(events.start_at),
      until: sql<string>`case when ${events.start_at} - interval '1 hour' > now()
        then least(now() + interval '24 hours', ${events.start_at} - interval '1 hour') else ${events.end_at} end`.mapWith(events.start_at),
    })
    .from(events)
    .where(eq(events.id, event))
  return row ?? { now: new Date().toISOString(), until: null }
}

/** Columns of a participant who comes to a state: who cancelled was not there. */
export async function seatColumns(
  db: Db,
  event: number,
  from: ParticipantState | null,
  to: ParticipantState,
): Promise<Record<string, unknown>> {
  if (from === to) return {}
  const { now, until } = await momentsOf(db, event)
  return {
    state: to,
    ...(to === 'registered' ? { registered_at: now } : { attended: false, attended_at: null, admissions: [] }),
    waiting_at: to === 'waiting' ? now : null,
    offered_until: to === 'offered' ? until : null,
  }
}

export function participantShape(): Shape {
  const shape = targetOf('participant')
  if (!shape) throw new Error('participants are not served')
  return shape
}

/** Brings a participant of a locked event to a state, with history and effects. Throws 422 `full`. */
export async function turnParticipant(
  cause: Cause,
  { id, event_id, state }: Pick<typeof eventParticipants.$inferSelect, 'id' | 'event_id' | 'state'>,
  to: ParticipantState,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const from = stateOf(state)
  await moveSeat(cause, event_id, from, to)
  await changeBecause(participantShape(), cause, id, { ...(await seatColumns(cause.db, event_id, from, to)), ...more })
}

/** Whether a change gave a seat back. */
export const freesSeat = (before: AnyRow | null, after: AnyRow | null): boolean => hasSeat(before?.state) && !hasSeat(after?.state)
