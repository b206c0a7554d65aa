/** Values that rooms copy from their assignee, number, and the member with their phone, and their updates. */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Db } from '#server/db/database.ts'
import { rooms } from '#server/db/tables/chat.ts'
import { members } from '#server/db/tables/members.ts'
import { changes } from '#server/db/tables/platform.ts'
import { chatChannel, roomsArea } from './chat-feed.ts'

/** Announces rooms whose display changed without a write. */
export async function touchRooms(database: Database, db: Db, where: SQL): Promise<void> {
  const audience = sql`jsonb_build_object('sales', coalesce(${rooms.assignee_sales}, 0))`
  await db.execute(sql`
    insert into ${changes} (area, ref, audience_before, audience_after)
    select ${roomsArea}::text, ${rooms.ref}, ${audience}, ${audience} from ${rooms} where ${where}`)
  await database.notify(db, chatChannel, '')
}

export async function renameAssignee(database: Database, db: Db, id: number, name: string): Promise<void> {
  await db.update(rooms).set({ assignee_sales_name: name }).where(eq(rooms.assignee_sales, id))
  await touchRooms(database, db, eq(rooms.assignee_sales, id))
}

export async function renameNumber(database: Database, db: Db, id: number, name: string): Promise<void> {
  await db.update(rooms).set({ whatsapp_number_name: name }).where(eq(rooms.whatsapp_number, id))
  await touchRooms(database, db, eq(rooms.whatsapp_number, id))
}

/** The member with a phone, unless deleted. */
export const memberOfPhone = (phone: SQL): SQL<number | null> =>
  sql<
    number | null
  >`(select ${members.id} from ${members} where ${members.phone} = ${phone} and ${members.erased_at} is null and ${members.deleted_at} is null)`

/**
 * The member with the phone of a row of rooms, unless another room at its number has them: a number is handed on, and members keep their
 * room. `moving`: rooms of these phones do not count as others.
 */
export const memberOfRoom = (moving: readonly string[] = []): SQL<number | null> =>
  sql<number | null>`(
    select members.id from members
    where members.phone = rooms.customer_phone and members.erased_at is null and members.deleted_at is null and not exists (
      select from rooms other
      where other.customer_id = members.id and other.whatsapp_number = rooms.whatsapp_number and other.id <> rooms.id
        and other.customer_phone <> all (array(select jsonb_array_elements_text(${JSON.stringify(moving)}::jsonb)))))`

/** Updates the members of rooms with these phones after changes of members. A link that is on hold stays so. */
export async function linkMembers(database: Database, db: Db, phones: readonly string[]): Promise<void> {
  if (!phones.length) return
  const where = and(inArray(rooms.customer_phone, [...phones]), isNull(rooms.cut_place)) ?? sql`false`
  await db
    .update(rooms)
    .set({ customer_id: memberOfRoom(phones) })
    .where(where)
  await touchRooms(database, db, where)
}
