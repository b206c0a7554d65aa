/** Who waits is offered a seat that becomes free, for a time, in order of waiting (docs/product/events.md#waiting-list). */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Cause } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import { events, eventParticipants as participants } from '#server/db/tables/events.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { eventSystem, freeSeats, lockEvents, turnParticipant } from './seats.ts'

/** In one transaction; further ones are offered when the next seat moves. */
const atOnce = 500

/** Offers free seats of these events to the waiting list. In the last hour before the start nothing is offered: anybody may register. */
export async function offerSeats(cause: Cause, ids: readonly number[]): Promise<void> {
  const { db } = cause
  for (const event of ids.length ? await lockEvents(db, [...new Set(ids)]) : []) {
    const free = freeSeats(event)
    if (free === 0) continue
    const isOffering = sql`exists (select 1 from ${events} where ${events.id} = ${event.id} and ${events.start_at} - interval '1 hour' > now())`
    const next = await db
      .select()
      .from(participants)
      .where(and(eq(participants.event_id, event.id), eq(participants.state, 'waiting'), isOffering))
      .orderBy(asc(participants.waiting_at), asc(participants.id))
      .limit(Math.min(free ?? atOnce, atOnce))
      .for('no key update')
    for (const each of next) await turnParticipant({ ...cause, user: eventSystem }, each, 'offered')
  }
}

const isOver = and(eq(participants.state, 'offered'), isNull(participants.order_id), lte(participants.offered_until, sql`now()`))

/** Some offers that are over, oldest first. A seat that an order keeps ends with the order. */
export const overdueOffers = (db: Db): Promise<{ id: number; event_id: number }[]> =>
  db
    .select({ id: participants.id, event_id: participants.event_id })
    .from(participants)
    .where(isOver)
    .orderBy(asc(participants.offered_until), asc(participants.id))
    .limit(50)

/** Ends an offer; the seat goes to the next. Locks and checks again: one that was accepted meanwhile stays. */
export async function endOffer(platform: Platform, db: Db, { id, event_id }: { id: number; event_id: number }): Promise<void> {
  await lockEvents(db, [event_id])
  const [still] = await db
    .select()
    .from(participants)
    .where(and(eq(participants.id, id), isOver))
    .for('no key update')
  if (still) await turnParticipant({ platform, db, user: eventSystem, mutation: null }, still, 'cancelled')
}

export const eventOffers = jobKind('event-offers', 'house', async (run) => {
  for (;;) {
    const over = await overdueOffers(run.platform.database.db)
    for (const offer of over) {
      await run.commit(async (tx) => {
        await endOffer(run.platform, tx, offer)
        return {}
      })
      if (run.isOver) return 'more'
    }
    if (over.length < 50) return 'done'
  }
})
