/** A registration as its own page and its mails show it. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { events, eventParticipants as participants } from '#server/db/tables/events.ts'
import type { CalendarEvent } from './calendar.ts'

/** `unpaid`: an order keeps the seat until it is due. */
export type Stage = 'registered' | 'waiting' | 'offered' | 'unpaid' | 'cancelled'

export interface Registration {
  participant: typeof participants.$inferSelect
  event: typeof events.$inferSelect
  order: Pick<typeof orders.$inferSelect, 'order_number' | 'total' | 'due_at' | 'refunded' | 'payment_status'> | null
  /** By the server's clock. */
  isEnded: boolean
}

export async function findRegistration(db: Db, where: SQL): Promise<Registration | null> {
  const { order_number, total, due_at, refunded, payment_status } = orders
  const [found] = await db
    .select({
      participant: participants,
      event: events,
      order: { order_number, total, due_at, refunded, payment_status },
      isEnded: sql<boolean>`${events.end_at} <= now()`,
    })
    .from(participants)
    .innerJoin(events, eq(events.id, participants.event_id))
    .leftJoin(orders, eq(orders.id, participants.order_id))
    .where(and(where))
  return found ?? null
}

export function stageOf({ participant: { state }, order }: Registration): Stage {
  if (state === 'registered' || state === 'waiting') return state
  return state === 'offered' ? (order ? 'unpaid' : 'offered') : 'cancelled'
}

/** For a calendar; the link only for those who are registered. */
export function calendarOf(event: Registration['event'], isRegistered: boolean): CalendarEvent {
  const { ref, title, start_at, end_at, updated_at, version, location, description, link } = event
  return { ref, title, start_at, end_at, updated_at, version, location, description, link: isRegistered ? link : null }
}
