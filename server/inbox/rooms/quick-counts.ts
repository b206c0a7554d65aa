import { and, count, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { roomReads, rooms } from '#server/db/tables/chat.ts'
import { ownMark, ownUnread } from '#server/people/room-reads.ts'
import type { QuickCounter } from '#server/platform/routes/quick-panel.ts'
import { visibleRooms } from './rooms.ts'

/** Counts visible rooms with unread messages for this person, without snoozed ones. */
export const chatCounts: QuickCounter = async (db, user) => {
  if (!user.permissions.has('get crm') && !user.permissions.has('get assign-sales')) return []
  const hasUnread = or(gt(rooms.unread, 0), eq(rooms.mark_as_unread, true))
  const forThem = or(isNull(roomReads.room), sql`${ownUnread} > 0`, ownMark)
  const [row] = await db
    .select({ total: count() })
    .from(rooms)
    .leftJoin(roomReads, and(eq(roomReads.room, rooms.id), eq(roomReads.user_id, user.id)))
    .where(and(visibleRooms(user).where, hasUnread, forThem, sql`not coalesce(${rooms.snoozed_until} > now(), false)`))
  return [{ name: 'chats_unread', count: row?.total ?? 0 }]
}
