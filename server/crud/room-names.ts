/** The names that rooms carry of whoever they are assigned to and of their number, and how a rename reaches them. */
import { eq, type SQL, sql } from 'drizzle-orm'
import { rooms } from '#server/db/chat.ts'
import type { Database, Db } from '#server/db/database.ts'
import { changes } from '#server/platform/tables.ts'
import { chatChannel, roomsArea } from './chat-feed.ts'

/** Says that rooms look different though nobody wrote them. */
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
