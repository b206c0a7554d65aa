/** Who stopped promotions (docs/product/whatsapp.md#promotions). */
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'
import { marketingOptOuts } from '#server/db/tables/webhook.ts'

/** Of stops that hold in a room, in a query of `rooms`: at its number or at all of ours, also under an id that the same person had before. */
const ofStops = (value: SQL): SQL => sql`(
  select ${value} from ${roomIdentities} as identity
  join ${marketingOptOuts} as stop on stop.kind = identity.kind and stop.value = identity.value
  where identity.room = ${rooms.id} and (identity.current or identity.is_succeeded)
    and coalesce(stop.number, 0) in (0, ${rooms.whatsapp_number}) and stop.lifted_at is null)`

/** One that only the person can lift counts before one that was said to us. */
export const promotionsStopped = {
  promotions_stopped: ofStops(sql`max(stop.source)`),
  promotions_stopped_at: ofStops(sql`to_char(max(stop.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
}

/** Whether the person of a room stopped promotions at its number, or at all of ours. */
export async function hasStoppedPromotions(db: Db, room: { id: number }): Promise<boolean> {
  const [found] = await db
    .select({ stopped: sql<string | null>`${promotionsStopped.promotions_stopped}` })
    .from(rooms)
    .where(eq(rooms.id, room.id))
  return Boolean(found?.stopped)
}

interface Id {
  kind: string
  value: string
  current: boolean
}

/** Rooms of the same person at other numbers of ours: what was said to us holds there, too. */
export async function otherRoomsOf(db: Db, room: number, ids: readonly Id[]) {
  const current = ids.filter((one) => one.current)
  if (!current.length) return []
  const { kind, value, number, room: named } = roomIdentities
  // The index begins with the number.
  const isTheirs = sql`${number} = any(array(select ${whatsappNumbers.id} from ${whatsappNumbers})) and (${kind}, ${value}) in (${sql.join(
    current.map((one) => sql`(${one.kind}, ${one.value})`),
    sql`, `,
  )})`
  const theirs = db
    .select({ id: named })
    .from(roomIdentities)
    .where(and(eq(roomIdentities.current, true), isTheirs))
  return db
    .select({ ref: rooms.ref, assignee_sales: rooms.assignee_sales })
    .from(rooms)
    .where(and(inArray(rooms.id, theirs), ne(rooms.id, room)))
}
