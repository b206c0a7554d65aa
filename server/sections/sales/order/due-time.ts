/** Until when an unpaid order keeps what it holds (docs/product/orders.md#due-time). */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { dayMs } from '#contract/commerce/claim.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { whereNamed } from '#server/crud/query/rows.ts'
import { targetOf } from '#server/crud/query/shape.ts'
import type { Announced, Hooks } from '#server/crud/rules.ts'
import { changeBecause } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { events, eventParticipants as participants } from '#server/db/tables/events.ts'
import { eventSystem } from '../../product/event/seats.ts'

/** Seats of these lines. */
type Lines = readonly { category: string; product_id: number }[]

/** When the first event of an order begins; null where none is to begin. */
function beginOf(lines: Lines): SQL {
  const ids = lines.flatMap(({ category, product_id }) => (category === 'event' ? [product_id] : []))
  if (!ids.length) return sql`null::timestamptz`
  return sql`(select min(${events.start_at}) from ${events} where ${inArray(events.id, ids)} and ${events.start_at} > now())`
}

/** The due time of a new order. With a proof it waits for the office, which confirms it after the event as well. */
export async function dueTime(db: Db, lines: Lines, { now, proofs }: { now: Date; proofs: number }): Promise<string> {
  if (proofs) return new Date(now.getTime() + 7 * dayMs).toISOString()
  const day = new Date(now.getTime() + dayMs).toISOString()
  const { rows } = await db.execute<{ due: string }>(
    sql`select to_char(least(${day}::timestamptz, ${beginOf(lines)}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as due`,
  )
  return rows[0]?.due ?? day
}

const isUnproven = and(eq(orders.payment_status, 'unpaid'), sql`jsonb_array_length(${orders.proof}) = 0`)

/** After an order came back from the trash, whose time it does not count. */
export async function restoreDueTime(db: Db, order: number, lines: Lines): Promise<void> {
  const due_at = sql`${orders.due_at} + (now() - ${orders.trashed_at})`
  const mine = eq(orders.id, order)
  await db.update(orders).set({ trashed_at: null, due_at }).where(mine)
  await db
    .update(orders)
    .set({ due_at: sql`least(${orders.due_at}, ${beginOf(lines)})` })
    .where(and(mine, isUnproven))
}

const keepsSeat = (event: SQL) =>
  inArray(
    orders.id,
    sql`(select ${participants.order_id} from ${participants} where ${participants.state} = 'offered' and ${participants.event_id} in (${event}))`,
  )

/** Orders are locked before the events whose seats they keep. */
export const lockOrdersOfEvents: NonNullable<Hooks['lockFirst']> = async (db, keys) => {
  const theirs = sql`select ${events.id} from ${events} where ${whereNamed(events, keys)}`
  await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isUnproven, isNull(orders.deleted_at), keepsSeat(theirs)))
    .orderBy(orders.id)
    .for('no key update')
}

/** An event that begins earlier is paid for earlier. */
export async function followBegin({ db, platform }: Announced, event: AnyRow): Promise<void> {
  const shape = targetOf('transaction')
  const begin = Date.parse(toText(event.start_at))
  if (!shape || begin <= Date.now()) return
  const due_at = new Date(begin).toISOString()
  const late = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isUnproven, isNull(orders.deleted_at), sql`${orders.due_at} > ${due_at}::timestamptz`, keepsSeat(sql`${event.id}`)))
    .orderBy(orders.id)
  for (const { id } of late) await changeBecause(shape, { db, platform, user: eventSystem, mutation: null }, id, { due_at })
}
