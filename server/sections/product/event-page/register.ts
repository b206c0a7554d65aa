/** Registers somebody who filled in the public page (docs/product/events.md#public-page). */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { toColumns } from '#server/crud/query/rows.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import { changeBecause, createRow } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import { events, eventParticipants as participants } from '#server/db/tables/events.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { batchCalls } from '#server/platform/limits/batch-calls.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { eventSystem, freeSeats, participantShape, type StoredEvent } from '../event/seats.ts'
import { type Application, answerWithoutPlace, findSame, findUsedRefs, type Registered, sameOf } from './application.ts'
import { takePlaces } from './take-places.ts'

/** Seats of all events that a network may keep unpaid at a time: somebody who invents phones keeps no event full. */
const maxUnpaid = 10

/** Whether a network keeps all unpaid seats that it may; its other orders wait until the transaction ends. */
async function hasUnpaid(tx: Db, network: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`unpaid seats of ${network}`}, 0))`)
  const isUnpaid = and(eq(participants.network, network), eq(participants.state, 'offered'), isNotNull(participants.order_id))
  return (await tx.$count(participants, isUnpaid)) >= maxUnpaid
}

/** An unpaid order keeps the seat. Members and orders are locked before events. */
async function orderSeat(platform: Platform, tx: Db, event: StoredEvent, application: Application): Promise<Registered> {
  const { ref, language, name, phone, email, answers } = application
  // Most of a crowd learns here that it is late, before anything is written.
  const [now] = await tx.select().from(events).where(eq(events.id, event.id))
  const same = sameOf(await findSame(tx, event.id, [application]), application)
  const isUsed = (await findUsedRefs(tx, [ref])).has(ref)
  const isFull = !now || freeSeats(now) === 0
  const answer = answerWithoutPlace(same, application, { isUsed, isFull }) ?? (isFull ? 'full' : null)
  const isOpen = answer === null || answer === 'known'
  const network = platform.tokens.digest(`network ${networkOf(application.address)}`)
  // Before who is registered counts, so that no answer tells it.
  if (isOpen && !isFull && (await hasUnpaid(tx, network))) return 'unpaid'
  if (answer) return answer
  const order = await placeOrder(platform, tx, event, application)
  const [made] = await tx.select().from(participants).where(eq(participants.order_id, order)).limit(1)
  if (!made) throw new Error('the order keeps no seat')
  const isNew = !same.some(({ id }) => id === made.id)
  const values = {
    ...toColumns(participantShape(), { event_id: event.id, name, phone, email, language, answers, state: made.state }),
    // The bearer of the former ticket may be somebody else.
    ...(isNew ? { ref } : { ticket: made.ticket + 1 }),
  }
  await changeBecause(participantShape(), { platform, db: tx, user: eventSystem, mutation: null }, made.id, values)
  await tx.update(participants).set({ network }).where(eq(participants.id, made.id))
  return 'done'
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

/** Whether the office must look: what stands against an order is known of this person alone, and no answer may tell it. */
const isOfPerson = (error: ApiError) => error.extra.reason?.code === 'member_deleted' || isRace(error)

/** Whether somebody else took the phone or the member at the same moment: then all is read once more. */
const isRace = (error: ApiError) => Object.values(error.extra.fields ?? {}).some(({ code }) => code === 'taken')

async function registerByOrder(platform: Platform, event: StoredEvent, application: Application, attempts = 3): Promise<Registered> {
  const { database } = platform
  const answerLate = () => (application.waits ? waitInstead(platform, event, application) : 'full')
  try {
    const result = await database.transaction((tx) => orderSeat(platform, tx, event, application))
    return result === 'full' ? answerLate() : result
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error
    if (error.extra.reason?.code === 'full') return answerLate()
    if (error.extra.reason?.code === 'seat_held') return 'known'
    if (isRace(error) && attempts > 1) return registerByOrder(platform, event, application, attempts - 1)
    return isOfPerson(error) ? waitInstead(platform, event, application, true) : 'refused'
  }
}

async function waitInstead(
  platform: Platform,
  event: StoredEvent,
  application: Application,
  waits = application.waits,
): Promise<Registered> {
  const [result] = await platform.database.transaction((tx) => takePlaces(platform, tx, event.id, [{ ...application, waits }]))
  return result ?? 'refused'
}

export type Register = (event: StoredEvent, application: Application) => Promise<Registered>

/** One that fails, such as for its answers, fails nobody else. */
const crowd = { max: 500, splits: true } as const

/** A crowd for one event shares transactions: each alone, the last of them would wait for all others. */
export function createRegister(platform: Platform): Register {
  const { database } = platform
  const crowds = new Map<number, (application: Application) => Promise<Registered>>()
  const crowdOf = (id: number) => {
    const known =
      crowds.get(id) ??
      batchCalls((people: readonly Application[]) => database.transaction((tx) => takePlaces(platform, tx, id, people)), crowd)
    crowds.set(id, known)
    return known
  }
  return (event, application) =>
    event.fee_type === 'paid' ? registerByOrder(platform, event, application) : crowdOf(event.id)(application)
}
