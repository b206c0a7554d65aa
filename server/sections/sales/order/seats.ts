/** Seats of events in orders: kept while the order is unpaid, the buyer's once it is paid (docs/product/events.md#paid-events). */
import { and, asc, eq, ne, or, sql } from 'drizzle-orm'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Announced } from '#server/crud/rules.ts'
import { createRow } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import { eventParticipants as participants } from '#server/db/tables/events.ts'
import { members } from '#server/db/tables/members.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import { eventSystem, hasSeat, lockEvents, participantShape, type StoredEvent, turnParticipant } from '../../product/event/seats.ts'
import type { OrderItem } from './items.ts'

type Seat = 'registered' | 'offered'
type Stored = typeof participants.$inferSelect

interface Buyer {
  name: string
  phone: string
  email: string | null
}

async function buyerOf(db: Db, order: AnyRow): Promise<Buyer | null> {
  const { name, phone, email } = members
  const [row] = await db
    .select({ name, phone, email })
    .from(members)
    .where(eq(members.id, Number(order.member_id)))
  return row ?? null
}

/** The participant of an order's seat: that of the order, else the buyer's. Locked. */
async function findSeat(db: Db, event: number, order: number, phone: string): Promise<Stored | undefined> {
  const [found] = await db
    .select()
    .from(participants)
    .where(and(eq(participants.event_id, event), or(eq(participants.order_id, order), eq(participants.phone, phone))))
    .orderBy(sql`${participants.order_id} is not distinct from ${order} desc`, asc(participants.id))
    .limit(1)
    .for('no key update')
  return found
}

/** Whether somebody else of the event has this address. */
const isUsed = async (db: Db, event: number, { phone, email }: Buyer) =>
  email !== null &&
  (await db.$count(participants, and(eq(participants.event_id, event), eq(participants.email, email), ne(participants.phone, phone)))) > 0

/** Throws 422 `full` where no seat is free, `seat_held` where the buyer has one by other means. */
async function takeSeat(effect: Announced, order: AnyRow, event: StoredEvent, to: Seat): Promise<void> {
  const { db, platform } = effect
  const buyer = await buyerOf(db, order)
  if (!buyer) return
  const found = await findSeat(db, event.id, order.id, buyer.phone)
  const cause = { ...effect, user: eventSystem }
  if (!found) {
    const email = (await isUsed(db, event.id, buyer)) ? null : buyer.email
    const body = { event_id: event.id, ...buyer, email, state: 'waiting' }
    const request = { db, user: eventSystem, address: effect.address ?? '', mutation: effect.mutation ?? null, ref: null }
    const made = await createRow(platform, participantShape(), { ...request, body, after: platform.background.run })
    return turnParticipant(cause, { id: Number(made.id), event_id: event.id, state: 'waiting' }, to, {
      order_id: order.id,
      offered_until: null,
    })
  }
  const isOwn = found.order_id === order.id
  // Registered by hand before the payment, and again before it is taken back.
  if (isOwn && found.state === 'registered') return
  const isOffer = found.state === 'offered' && found.order_id === null
  if (!isOwn && hasSeat(found.state) && !isOffer) throw refused('invalid', refusal('seat_held', { name: event.title }))
  await turnParticipant(cause, found, to, { order_id: order.id, offered_until: null })
}

/** Gives back what the order has: an unpaid one a seat that is kept, a paid one its participant's. */
async function giveBack(effect: Announced, order: AnyRow, event: StoredEvent, from: Seat): Promise<void> {
  const [own] = await effect.db
    .select()
    .from(participants)
    .where(and(eq(participants.event_id, event.id), eq(participants.order_id, order.id)))
    .for('no key update')
  const isTheirs = own?.state === 'offered' || (own?.state === 'registered' && from === 'registered')
  if (own && isTheirs) await turnParticipant({ ...effect, user: eventSystem }, own, 'cancelled')
}

/** Follows an order's state with the seats of its lines. Null: none. Locks events by number, and then participants. */
export async function moveOrderSeats(
  effect: Announced,
  order: AnyRow,
  items: readonly OrderItem[],
  { from, to }: { from: Seat | null; to: Seat | null },
): Promise<void> {
  const ids = items.flatMap(({ category, product_id }) => (category === 'event' ? [product_id] : []))
  if (!ids.length) return
  for (const event of await lockEvents(effect.db, ids)) {
    const isOver = Date.parse(event.end_at) <= Date.now()
    if (isOver && !effect.before && effect.as !== 'restore') throw refused('invalid', refusal('event_over', { name: event.title }))
    if (to) await takeSeat(effect, order, event, to)
    else if (from) await giveBack(effect, order, event, from)
  }
}
