/** Registers somebody who filled in the public page (docs/product/events.md#public-page). */
import { and, asc, eq, or } from 'drizzle-orm'
import type { ParticipantLanguage } from '#contract/sections/product/participant.ts'
import { toColumns } from '#server/crud/query/rows.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import { changeBecause, createRow } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import { eventParticipants as participants } from '#server/db/tables/events.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { offerSeats } from '../event/offers.ts'
import { eventSystem, freeSeats, lockEvents, participantShape, type StoredEvent, turnParticipant } from '../event/seats.ts'
import type { Applicant } from './form.ts'

export interface Application extends Applicant {
  /** Of the form: that of the participant. */
  ref: string
  language: ParticipantLanguage
  /** Takes a place on the waiting list where no seat is free. */
  waits: boolean
  address: string
}

/**
 * `own`: registered or waiting, with the ref of the registration. `known`: the phone or the address was registered before, by another form.
 * `again`: the form made another registration. `refused`: needs a person.
 */
export type Registered = { is: 'own'; ref: string } | { is: 'known' | 'full' | 'again' | 'refused' }

type Stored = typeof participants.$inferSelect

/** Participants with this phone or address, the phone's first. */
async function findSame(db: Db, event: number, { phone, email }: Applicant): Promise<Stored[]> {
  const found = await db
    .select()
    .from(participants)
    .where(and(eq(participants.event_id, event), or(eq(participants.phone, phone), eq(participants.email, email))))
    .orderBy(asc(participants.id))
    .limit(2)
  return found.toSorted((a, b) => Number(b.phone === phone) - Number(a.phone === phone))
}

/** What a repeat is answered; null for somebody new, or one who cancelled and comes back. */
function answerRepeat([first, other]: readonly Stored[], ref: string): Registered | null {
  if (!first || (first.state === 'cancelled' && !other)) return null
  return first.ref === ref ? { is: 'own', ref } : { is: 'known' }
}

const isUsed = async (db: Db, ref: string) => (await db.$count(participants, eq(participants.ref, ref))) > 0

/** In a transaction that has locked the event: registers, or puts on the waiting list. */
async function takePlace(platform: Platform, tx: Db, event: StoredEvent, application: Application): Promise<Registered> {
  const { ref, waits, language, name, phone, email, answers, address } = application
  const cause = { platform, db: tx, user: eventSystem, mutation: null }
  const same = await findSame(tx, event.id, application)
  const repeated = answerRepeat(same, ref)
  if (repeated) return repeated
  const isFull = freeSeats(event) === 0
  if (isFull && !waits) return { is: 'full' }
  // A paid seat is taken by its order alone.
  const state = isFull || event.fee_type === 'paid' ? 'waiting' : 'registered'
  const [former] = same
  if (former) {
    const values = toColumns(participantShape(), { event_id: event.id, name, phone, email, language, answers, state })
    await turnParticipant(cause, former, state, { ...values, order_id: null })
  } else {
    if (await isUsed(tx, ref)) return { is: 'again' }
    const body = { event_id: event.id, name, phone, email, language, answers, state }
    await createRow(platform, participantShape(), { db: tx, user: eventSystem, address, mutation: null, ref, body, after: () => undefined })
  }
  // Somebody gave a seat back meanwhile.
  if (state === 'waiting' && !isFull) await offerSeats(cause, [event.id])
  return { is: 'own', ref: former?.ref ?? ref }
}

/** An unpaid order keeps the seat. Members and orders are locked before events. */
async function orderSeat(platform: Platform, tx: Db, event: StoredEvent, application: Application): Promise<Registered> {
  const { ref, language, name, phone, email, answers } = application
  const same = await findSame(tx, event.id, application)
  const repeated = answerRepeat(same, ref)
  if (repeated) return repeated
  if (await isUsed(tx, ref)) return { is: 'again' }
  const order = await placeOrder(platform, tx, event, application)
  const [made] = await tx.select().from(participants).where(eq(participants.order_id, order)).limit(1)
  if (!made) throw new Error('the order keeps no seat')
  const isNew = !same.some(({ id }) => id === made.id)
  const values = {
    ...toColumns(participantShape(), { event_id: event.id, name, phone, email, language, answers, state: made.state }),
    ...(isNew && { ref }),
  }
  await changeBecause(participantShape(), { platform, db: tx, user: eventSystem, mutation: null }, made.id, values)
  return { is: 'own', ref: isNew ? ref : made.ref }
}

/** Orders a seat for somebody, who becomes a member if none has the phone. Returns the order's number in the table. */
export async function placeOrder(
  platform: Platform,
  tx: Db,
  event: Pick<StoredEvent, 'id'>,
  { name, phone, email, address }: Pick<Application, 'name' | 'phone' | 'email' | 'address'>,
): Promise<number> {
  const shape = targetOf('transaction')
  if (!shape) throw new Error('orders are not served')
  const body = {
    customer: { name, phone, email },
    items: [{ category: 'event', product_id: event.id, qty: 1 }],
    payment_method: 'transfer',
  }
  const made = await createRow(platform, shape, {
    ...{ db: tx, user: eventSystem, address, mutation: null, ref: null, body },
    after: () => undefined,
  })
  return Number(made.id)
}

/** Whether somebody else took the phone or the member at the same moment: then all is read once more. */
const isRace = (error: ApiError) => Object.values(error.extra.fields ?? {}).some(({ code }) => code === 'taken')

export async function registerApplicant(
  platform: Platform,
  event: StoredEvent,
  application: Application,
  attempts = 3,
): Promise<Registered> {
  const { database } = platform
  // Most of a crowd learns here that it is late, without waiting for the event's lock.
  const repeated = answerRepeat(await findSame(database.db, event.id, application), application.ref)
  if (repeated) return repeated
  const isFull = freeSeats(event) === 0
  if (isFull && !application.waits) return { is: 'full' }
  try {
    return await database.transaction(async (tx) => {
      if (event.fee_type === 'paid' && !isFull) return orderSeat(platform, tx, event, application)
      const [locked] = await lockEvents(tx, [event.id])
      return locked ? takePlace(platform, tx, locked, application) : { is: 'refused' }
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error
    if (error.extra.reason?.code === 'full') return application.waits ? waitInstead(platform, event, application) : { is: 'full' }
    if (error.extra.reason?.code === 'seat_held') return { is: 'known' }
    return isRace(error) && attempts > 1 ? registerApplicant(platform, event, application, attempts - 1) : { is: 'refused' }
  }
}

const waitInstead = ({ database, ...rest }: Platform, event: StoredEvent, application: Application): Promise<Registered> =>
  database.transaction(async (tx) => {
    const [locked] = await lockEvents(tx, [event.id])
    return locked ? takePlace({ database, ...rest }, tx, locked, application) : { is: 'refused' }
  })
