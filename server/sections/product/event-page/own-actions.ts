/** Accepting and cancelling by a person's own address. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { events, eventParticipants as participants } from '#server/db/tables/events.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import type { Registration } from '../event/registration.ts'
import { eventSystem, hasSeat, lockEvents, turnParticipant } from '../event/seats.ts'
import { placeOrder } from './register.ts'

/** Cancels what is not ended and belongs to no order. Its seat is offered to the next. */
export function cancelOwn(platform: Platform, { participant }: Registration): Promise<void> {
  return platform.database.transaction(async (tx) => {
    await lockEvents(tx, [participant.event_id])
    const isNotEnded = sql`exists (select 1 from ${events} where ${events.id} = ${participants.event_id} and ${events.end_at} > now())`
    const [now] = await tx
      .select()
      .from(participants)
      .where(and(eq(participants.id, participant.id), isNull(participants.order_id), isNotEnded))
      .for('no key update')
    if (now && (hasSeat(now.state) || now.state === 'waiting'))
      await turnParticipant({ platform, db: tx, user: eventSystem, mutation: null }, now, 'cancelled')
  })
}

/** Accepts an offer that is not over: of a paid event by an order, which keeps the seat. False if there is none any more. */
export async function acceptOwn(platform: Platform, { participant, event }: Registration, address: string): Promise<boolean> {
  const isOpen = and(
    eq(participants.id, participant.id),
    eq(participants.state, 'offered'),
    isNull(participants.order_id),
    sql`${participants.offered_until} > now()`,
  )
  try {
    return await platform.database.transaction(async (tx) => {
      if (event.fee_type === 'paid') {
        if (!(await tx.$count(participants, isOpen))) return false
        const { name, phone, email } = participant
        await placeOrder(platform, tx, event, { name, phone, email: email ?? '', address })
        return true
      }
      await lockEvents(tx, [participant.event_id])
      const [now] = await tx.select().from(participants).where(isOpen).for('no key update')
      if (now) await turnParticipant({ platform, db: tx, user: eventSystem, mutation: null }, now, 'registered')
      return now !== undefined
    })
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return false
    throw error
  }
}
