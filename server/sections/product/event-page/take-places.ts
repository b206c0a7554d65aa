/** Registers people, or puts them on the waiting list (docs/product/events.md#waiting-list). */
import { inArray } from 'drizzle-orm'
import type { ParticipantState } from '#contract/choices/participants.ts'
import { insertAll } from '#server/crud/query/prepared-rows.ts'
import { selectRows, toColumns } from '#server/crud/query/rows.ts'
import { publishChange } from '#server/crud/write/publish-change.ts'
import { newColumns } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { offerSeats } from '../event/offers.ts'
import { eventSystem, freeSeats, lockEvents, participantShape, seatColumns, takeSeats, turnParticipant } from '../event/seats.ts'
import {
  type Application,
  answerWithoutPlace,
  findSame,
  findUsedRefs,
  type Known,
  type Participant,
  type Registered,
  sameOf,
} from './application.ts'

interface Place {
  person: Application
  state: ParticipantState
  /** Cancelled before, and comes back. */
  former: Participant | null
}

/** Gives each their place in order, as if they had come one after another; those who get none are answered. */
function placeEach(
  people: readonly Application[],
  { found, used, free, isPaid }: { found: readonly Participant[]; used: ReadonlySet<string>; free: number; isPaid: boolean },
): { results: Registered[]; places: Place[] } {
  const places: Place[] = []
  const refs = new Set(used)
  const rows = new Map(found.map((row) => [row.ref, row]))
  const known = new Map<string, Known>(rows)
  let left = free
  const results = people.map((person): Registered => {
    const same = sameOf([...known.values()], person)
    const [one] = same
    const isFull = left <= 0
    const isUsed = refs.has(person.ref) && !same.some((each) => each.ref === person.ref)
    const answer = answerWithoutPlace(same, person, { isUsed, isFull })
    if (answer) return answer
    // A paid seat is taken by its order alone.
    const state = isFull || isPaid ? 'waiting' : 'registered'
    const ref = one?.ref ?? person.ref
    places.push({ person, state, former: rows.get(ref) ?? null })
    known.set(ref, { ref, phone: person.phone, email: person.email, state })
    refs.add(ref)
    if (state === 'registered') left -= 1
    return 'done'
  })
  return { results, places }
}

const inputOf = (event: number, { person: { name, phone, email, language, answers }, state }: Place) => ({
  event_id: event,
  ...{ name, phone, email, language, answers, state },
})

/** Inserts new participants in one statement, with history and mails as any other. */
async function insertNew(platform: Platform, tx: Db, event: number, state: ParticipantState, places: readonly Place[]): Promise<void> {
  const [first] = places
  if (!first) return
  const shape = participantShape()
  const columns = await seatColumns(tx, event, null, state)
  const inputs = places.map((place) => inputOf(event, place))
  const rows = inputs.map((input, at) => ({ ...newColumns(shape, { user: eventSystem }, input, places[at]?.person.ref), ...columns }))
  const ids = [...(await insertAll(tx, shape, rows)).values()]
  const stored = await selectRows(tx, shape, { where: inArray(shape.table.id, ids) })
  const actor = { platform, db: tx, user: eventSystem, mutation: null, before: null }
  await publishChange(
    shape,
    stored.map((after) => ({ ...actor, address: first.person.address, after, input: after })),
  )
}

/** Registers all who came at once, in order, or puts them on the waiting list, in a transaction that locks the event. */
export async function takePlaces(platform: Platform, tx: Db, id: number, people: readonly Application[]): Promise<Registered[]> {
  const [event] = await lockEvents(tx, [id])
  if (!event) return people.map(() => 'refused')
  const cause = { platform, db: tx, user: eventSystem, mutation: null }
  const found = await findSame(tx, id, people)
  const used = await findUsedRefs(
    tx,
    people.map(({ ref }) => ref),
  )
  const free = freeSeats(event) ?? Number.POSITIVE_INFINITY
  const isPaid = event.fee_type === 'paid'
  const { results, places } = placeEach(people, { found, used, free, isPaid })
  // Before the new ones, who may have a phone or an address that one of these had. The bearer of the former ticket may be somebody else.
  for (const { former, state, ...place } of places)
    if (former)
      await turnParticipant(cause, former, state, {
        ...toColumns(participantShape(), inputOf(id, { former, state, ...place })),
        order_id: null,
        ticket: former.ticket + 1,
      })
  const fresh = places.filter(({ former }) => !former)
  const [seated, waiting] = [fresh.filter(({ state }) => state === 'registered'), fresh.filter(({ state }) => state === 'waiting')]
  await takeSeats(cause, id, seated.length)
  await insertNew(platform, tx, id, 'registered', seated)
  await insertNew(platform, tx, id, 'waiting', waiting)
  // Somebody gave a seat of a paid event back meanwhile.
  if (isPaid && places.length && free > 0) await offerSeats(cause, [id])
  return results
}
