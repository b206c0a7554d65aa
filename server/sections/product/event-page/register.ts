/** Registers somebody who filled in the public page (docs/product/events.md#public-page). */
import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { ParticipantState } from '#contract/choices/participants.ts'
import type { ParticipantLanguage } from '#contract/sections/product/participant.ts'
import { selectRows, toColumns } from '#server/crud/query/rows.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import { publishChange } from '#server/crud/write/publish-change.ts'
import { changeBecause, createRow, newColumns } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import { events, eventParticipants as participants } from '#server/db/tables/events.ts'
import { batchCalls } from '#server/platform/core/batch-calls.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { offerSeats } from '../event/offers.ts'
import {
  eventSystem,
  freeSeats,
  lockEvents,
  participantShape,
  type StoredEvent,
  seatColumns,
  takeSeats,
  turnParticipant,
} from '../event/seats.ts'
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

type Contact = Pick<Stored, 'phone' | 'email'>
const isSame = (one: Contact, other: Contact) => one.phone === other.phone || one.email === other.email

/** Participants with a phone or an address of these. */
function findSame(db: Db, event: number, people: readonly Applicant[]): Promise<Stored[]> {
  const { event_id, phone, email } = participants
  const phones = inArray(
    phone,
    people.map((each) => each.phone),
  )
  const emails = inArray(
    email,
    people.map((each) => each.email),
  )
  return db
    .select()
    .from(participants)
    .where(and(eq(event_id, event), or(phones, emails)))
    .orderBy(asc(participants.id))
}

/** Those of one, the phone's first. */
const sameOf = (all: readonly Stored[], one: Applicant) =>
  all.filter((each) => isSame(each, one)).toSorted((a, b) => Number(b.phone === one.phone) - Number(a.phone === one.phone))

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
  const same = sameOf(await findSame(tx, event.id, [application]), application)
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
  const same = sameOf(await findSame(tx, event.id, [application]), application)
  const repeated = answerRepeat(same, ref)
  if (repeated) return repeated
  if (await isUsed(tx, ref)) return { is: 'again' }
  // Most of a crowd learns here that it is late, before anything is written.
  const [now] = await tx.select().from(events).where(eq(events.id, event.id))
  if (!now || freeSeats(now) === 0) return { is: 'full' }
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

async function registerByOrder(platform: Platform, event: StoredEvent, application: Application, attempts = 3): Promise<Registered> {
  const { database } = platform
  try {
    const repeated = answerRepeat(sameOf(await findSame(database.db, event.id, [application]), application), application.ref)
    if (repeated) return repeated
    const ordered = await database.transaction((tx) => orderSeat(platform, tx, event, application))
    return ordered.is === 'full' && application.waits ? waitInstead(platform, event, application) : ordered
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error
    if (error.extra.reason?.code === 'full') return application.waits ? waitInstead(platform, event, application) : { is: 'full' }
    if (error.extra.reason?.code === 'seat_held') return { is: 'known' }
    return isRace(error) && attempts > 1 ? registerByOrder(platform, event, application, attempts - 1) : { is: 'refused' }
  }
}

const waitInstead = ({ database, ...rest }: Platform, event: StoredEvent, application: Application): Promise<Registered> =>
  database.transaction(async (tx) => {
    const [locked] = await lockEvents(tx, [event.id])
    return locked ? takePlace({ database, ...rest }, tx, locked, application) : { is: 'refused' }
  })

/** Inserts new participants in one statement, with history and mails as any other. */
async function insertNew(
  platform: Platform,
  tx: Db,
  event: StoredEvent,
  state: ParticipantState,
  people: readonly Application[],
): Promise<void> {
  const [first] = people
  if (!first) return
  const shape = participantShape()
  const columns = await seatColumns(tx, event.id, null, state)
  const inputs = people.map(({ name, phone, email, language, answers }) => ({
    event_id: event.id,
    name,
    phone,
    email,
    language,
    answers,
    state,
  }))
  const rows = inputs.map((input, at) => ({ ...newColumns(shape, { user: eventSystem }, input, people[at]?.ref), ...columns }))
  const made = await tx.insert(shape.table).values(rows).returning({ id: shape.table.id })
  const ids = made.map(({ id }) => Number(id))
  const stored = await selectRows(tx, shape, { where: inArray(shape.table.id, ids) })
  const actor = { platform, db: tx, user: eventSystem, mutation: null, before: null }
  await publishChange(
    shape,
    stored.map((after) => ({ ...actor, address: first.address, after, input: after })),
  )
}

/** Registers all who came at once, in order, in a transaction that has locked the event. Those who were there before follow one by one. */
async function takePlaces(platform: Platform, tx: Db, id: number, people: readonly Application[]): Promise<Registered[]> {
  const [event] = await lockEvents(tx, [id])
  if (!event) return people.map(() => ({ is: 'refused' }))
  const known = await findSame(tx, id, people)
  const refs = people.map(({ ref }) => ref)
  const used = new Set(
    (await tx.select({ ref: participants.ref }).from(participants).where(inArray(participants.ref, refs))).map(({ ref }) => ref),
  )
  const fresh: Application[] = []
  const seated: Application[] = []
  const waiting: Application[] = []
  let free = freeSeats(event) ?? Number.POSITIVE_INFINITY
  const judge = (person: Application): Registered | null => {
    const twin = fresh.find((each) => isSame(each, person))
    if (twin) return twin.ref === person.ref ? { is: 'own', ref: twin.ref } : { is: 'known' }
    const same = sameOf(known, person)
    if (same.length) return answerRepeat(same, person.ref)
    if (used.has(person.ref)) return { is: 'again' }
    if (free <= 0 && !person.waits) return { is: 'full' }
    fresh.push(person)
    used.add(person.ref)
    ;(free > 0 ? seated : waiting).push(person)
    free -= 1
    return { is: 'own', ref: person.ref }
  }
  const results = people.map(judge)
  await takeSeats({ platform, db: tx }, id, seated.length)
  await insertNew(platform, tx, event, 'registered', seated)
  await insertNew(platform, tx, event, 'waiting', waiting)
  const answers: Registered[] = []
  for (const [at, person] of people.entries()) {
    const [now] = results[at] ? [] : await lockEvents(tx, [id])
    answers.push(results[at] ?? (now ? await takePlace(platform, tx, now, person) : { is: 'refused' }))
  }
  return answers
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
