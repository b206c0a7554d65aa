import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { ParticipantState } from '#contract/choices/participants.ts'
import { hasLivingOrder } from '#contract/commerce/seat-order.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { addAdmission, admissionsOf } from '#contract/lib/admission.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { lockOrders } from '#server/commerce/order-locks.ts'
import { findRow, lockRow, seenBy } from '#server/crud/query/read.ts'
import { type Key, whereNamed } from '#server/crud/query/rows.ts'
import type { Announced, Change, Handler, Scope } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { describeActor, publishChange } from '#server/crud/write/publish-change.ts'
import { writeColumns } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { eventParticipants } from '#server/db/tables/events.ts'
import { members } from '#server/db/tables/members.ts'
import { peopleOf } from '#server/people/identity/link-records.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { type Refusal, refusal, refused } from '#server/platform/core/refusal.ts'
import { assertAnswers } from './event/answers.ts'
import { mailParticipants } from './event/mails.ts'
import { offerSeats } from './event/offers.ts'
import { eventSystem, freesSeat, hasSeat, lockEventsOf, moveSeat, seatColumns, stateOf } from './event/seats.ts'
import { signTicket, ticketKeys, ticketOf } from './event/tickets.ts'

/** A salesperson sees participants of own and unassigned customers, and of own orders (docs/product/events.md#participants). */
function scope(user: CurrentUser): Scope {
  if (!user.isSales) return { key: 'all', where: undefined }
  const isOfAnother = sql`exists (select 1 from ${members} where ${members.phone} = ${eventParticipants.phone}
    and ${members.erased_at} is null and ${members.sales_id} <> ${user.id})`
  const isSold = sql`exists (select 1 from ${orders} where ${orders.id} = ${eventParticipants.order_id} and ${orders.sales} = ${user.id})`
  return { key: `sales ${user.id}`, where: sql`(not ${isOfAnother} or ${isSold})` }
}

/** A phone or an address is registered once for an event, whatever its state. */
async function assertNew({ db, before, values }: Change): Promise<void> {
  const { id, event_id, phone, email } = eventParticipants
  const same = or(eq(phone, toText(values.phone)), values.email ? eq(email, toText(values.email)) : undefined)
  const [found] = await db
    .select({ phone })
    .from(eventParticipants)
    .where(and(eq(event_id, Number(values.event_id)), same, before ? ne(id, before.id) : undefined))
    .limit(1)
  if (found) throw fieldError(found.phone === values.phone ? 'phone' : 'email', 'taken')
}

/** A seat is offered to those who wait for one. */
function assertWay(from: ParticipantState | null, to: ParticipantState): void {
  if (to === 'offered' && from !== 'waiting' && from !== to) throw refused('invalid', refusal('wrong_state', { state: from ?? 'new' }))
}

async function prepare(change: Change): Promise<void> {
  const { db, before, values } = change
  if (before && values.event_id !== before.event_id) throw fieldError('event_id', 'fixed')
  const [from, to] = [stateOf(before?.state), stateOf(values.state) ?? 'registered']
  assertWay(from, to)
  if (!before && to === 'cancelled') throw fieldError('state', 'choice', { values: 'registered, waiting' })
  await assertNew(change)
  const event = Number(values.event_id)
  await assertAnswers(db, event, values.answers, before?.answers)
  await moveSeat(change, event, from, to)
  Object.assign(values, await seatColumns(db, event, from, to))
}

/** After changes: frees the seats of deleted participants, offers free seats to the waiting list, and sends mails. */
async function followParticipants(effects: readonly Announced[]): Promise<void> {
  const gone = effects.filter(({ after }) => after === null)
  for (const effect of gone) await moveSeat(effect, Number(effect.before?.event_id), stateOf(effect.before?.state), null)
  await mailParticipants(effects)
  const [first] = effects
  const freed = effects.flatMap(({ before, after }) => (freesSeat(before, after) ? [Number(before?.event_id)] : []))
  if (first) await offerSeats(first, freed)
}

const changeTo =
  (to: ParticipantState): Handler =>
  async ({ db }, { platform, before, write }) => {
    if (!before) throw new ApiError('not_found')
    const from = stateOf(before.state)
    const event = Number(before.event_id)
    await moveSeat({ db, platform }, event, from, to)
    return { message: 'Saved', data: await write(await seatColumns(db, event, from, to)) }
  }

/** Gives the seat up. Of one by an order the body says what becomes of that (docs/product/events.md#a-seat-and-its-order). */
const cancel: Handler = async (request, { platform, shape, before }) => {
  if (!before) throw new ApiError('not_found')
  const { db, user, body } = request
  const from = stateOf(before.state)
  const event = Number(before.event_id)
  await moveSeat({ db, platform }, event, from, 'cancelled')
  const columns = await seatColumns(db, event, from, 'cancelled')
  const after = await writeColumns(shape, request, before.id, columns)
  await publishChange(shape, [{ ...describeActor(platform, request), before, after, input: { ...body, ...columns } }])
  // Its order may have changed with it.
  return { message: 'Saved', data: seenBy(shape, user, await findRow(db, shape, user, before.id)) }
}

/** A registration with a paid order is cancelled first, which says what becomes of the order. */
const refusePaid = (_db: Db, rows: readonly AnyRow[]) =>
  new Map(
    rows.flatMap((row): [number, Refusal][] =>
      hasSeat(row.state) && hasLivingOrder(row) && row.order_status === 'paid'
        ? [[row.id, refusal('seat_of_order', { name: toText(row.name) })]]
        : [],
    ),
  )

/** Orders are locked before the events of their seats. */
async function lockOrdersAndEvents(db: Db, keys: readonly Key[]): Promise<void> {
  const rows = await db.select({ order_id: eventParticipants.order_id }).from(eventParticipants).where(whereNamed(eventParticipants, keys))
  await lockOrders(
    db,
    rows.flatMap(({ order_id }) => order_id ?? []),
  )
  await lockEventsOf(db, keys)
}

/** Every mark is kept and the latest holds: devices without a network send theirs in any order. A moment to come counts as now. */
const attend: Handler = async (request, { platform, shape }) => {
  const { db, user, body } = request
  // Staff at the door admit everybody.
  const before = await lockRow(db, shape, eventSystem, typeof body.ref === 'number' ? body.ref : toText(body.ref))
  if (before.state !== 'registered') throw refused('invalid', refusal('wrong_state', { state: toText(before.state) }))
  const at = new Date(Math.min(Date.parse(toText(body.at)), Date.now())).toISOString()
  const [gate, device] = [toText(body.gate) || null, toText(body.device) || null]
  const marks = admissionsOf(before.admissions)
  const admissions = addAdmission(marks, { at, attended: body.attended === true, gate, device, by: user.name })
  const last = admissions.at(-1)
  if (admissions === marks || !last) return { message: 'Saved' }
  const input = { attended: last.attended, attended_at: last.at, admissions }
  const after = await writeColumns(shape, request, before.id, input)
  await publishChange(shape, [{ ...describeActor(platform, request), before, after, input }])
  return { message: 'Saved' }
}

/** The code that a registered participant shows at the door (docs/product/events.md#tickets). */
const ticket: Handler = async ({ db, user, params }, { platform, shape }) => {
  const row = await findRow(db, shape, user, params.id ?? '')
  if (row.state !== 'registered') throw refused('invalid', refusal('wrong_state', { state: toText(row.state) }))
  const own = ticketOf(row)
  return { code: await signTicket(platform, own), number: own.number }
}

const renewTicket: Handler = async (_request, { before, write }) => ({
  message: 'Saved',
  data: await write({ ticket: Number(before?.ticket) + 1 }),
})

const ofPhone = sql`(select ${members.id} from ${members} where ${members.phone} = ${eventParticipants.phone} and ${members.erased_at} is null)`

const byMember = (values: readonly string[]) => {
  const ids = values.map(Number).filter(Number.isSafeInteger)
  return ids.length
    ? sql`${eventParticipants.phone} in (select ${members.phone} from ${members} where ${inArray(members.id, ids)})`
    : sql`false`
}

export const participantApi = serve(participant, eventParticipants, {
  scope,
  derived: { member_id: ofPhone },
  filters: { member_id: byMember },
  lockFirst: lockOrdersAndEvents,
  refuseRemove: refusePaid,
  people: peopleOf('participant'),
  prepare,
  afterChange: followParticipants,
  calls: {
    register: changeTo('registered'),
    offer: changeTo('offered'),
    cancel,
    attend,
    ticket,
    renewTicket,
    ticketKeys: async (_request, { platform }) => ({ keys: await ticketKeys(platform) }),
  },
})
