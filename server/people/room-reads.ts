/**
 * Read state of rooms. Unread count and mark belong to the salesperson, or to all while unassigned: they are cleared when such a person
 * reads. Others' reading is personal, in `room_reads`.
 */
import { and, eq, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Db } from '#server/db/database.ts'
import { messages, roomReads, rooms } from '#server/db/tables/chat.ts'

/** Unread count and mark of a room for one person. */
export interface OwnUnread {
  unread: number
  mark_as_unread: boolean
}

/** By id of room, then person; others have the room's own values. */
export type RoomReaders = ReadonlyMap<number, ReadonlyMap<number, OwnUnread>>

/** In a query that joins `roomReads` with `rooms`: number of unread messages for the person, and whether the mark is new to them. */
export const ownUnread = sql<number>`least(${rooms.unread}, (
  select count(*)::int from ${messages}
  where ${messages.room} = ${roomReads.room} and ${messages.place} > ${roomReads.place} and not ${messages.is_admin}))`
export const ownMark = sql<boolean>`(${rooms.mark_as_unread} and not ${roomReads.saw_mark})`

/** The manual mark as this person sees it; in a query of `rooms`. */
export const markFor = (user: number): SQL => sql`(${rooms.mark_as_unread} and not exists (
  select from ${roomReads} where ${roomReads.room} = ${rooms.id} and ${roomReads.user_id} = ${user} and ${roomReads.saw_mark}))`

/** Returns whether reading a room clears its unread count for all. */
export const readsForAll = (room: AnyRow, user: number): boolean => [0, user].includes(Number(room.assignee_sales ?? 0))

const hasUnread = (room: AnyRow) => Number(room.unread) > 0 || room.mark_as_unread === true

/** Returns who read what of these rooms; with `user` only that person. One query, none if nothing is unread. */
export async function readersOf(db: Db, list: readonly AnyRow[], user?: number): Promise<RoomReaders> {
  const ids = list.filter(hasUnread).map(({ id }) => id)
  const found = new Map<number, Map<number, OwnUnread>>()
  if (!ids.length) return found
  const rows = await db
    .select({ room: roomReads.room, user: roomReads.user_id, unread: ownUnread, mark_as_unread: ownMark })
    .from(roomReads)
    .innerJoin(rooms, eq(rooms.id, roomReads.room))
    .where(and(inArray(roomReads.room, ids), user === undefined ? undefined : eq(roomReads.user_id, user)))
  for (const { room, user: reader, ...own } of rows) found.set(room, (found.get(room) ?? new Map<number, OwnUnread>()).set(reader, own))
  return found
}

/** Returns the room as this person sees it; the same object if equal. */
export function seenByReader<R extends AnyRow>(room: R, readers: RoomReaders, user: number): R {
  const own = readers.get(room.id)?.get(user)
  return own ? { ...room, ...own } : room
}

const ofEverybody = (user: number) => or(isNull(rooms.assignee_sales), eq(rooms.assignee_sales, user))

/** Deletes reads of rooms without unread messages. */
async function forgetReads(db: Db, ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    delete from ${roomReads} using ${rooms}
    where ${rooms.id} = ${roomReads.room} and ${inArray(roomReads.room, [...ids])} and ${rooms.unread} = 0 and not ${rooms.mark_as_unread}`)
}

/** Stores how far a person has read others' rooms; without a place all. */
export async function keepReads(db: Db, user: number, ids: readonly number[], place: number | null = null): Promise<void> {
  await db.execute(sql`
    insert into ${roomReads} (room, user_id, place, saw_mark)
    select id, ${user}::bigint, coalesce(${place}::int, next_place - 1), true from ${rooms}
    where ${inArray(rooms.id, [...ids])} and assignee_sales is not null and assignee_sales <> ${user}
    on conflict (room, user_id) do update set place = greatest(${roomReads.place}, excluded.place), saw_mark = true`)
}

/** Marks a room as read up to a place, for those it belongs to. */
export async function readUpTo(db: Db, room: number, place: number): Promise<void> {
  const theirs = and(eq(messages.room, room), eq(messages.is_admin, false), ne(messages.status, 'read'))
  await db
    .update(messages)
    .set({ status: 'read' })
    .where(and(theirs, lte(messages.place, place)))
  const left = sql`least(${rooms.unread}, (select count(*)::int from ${messages} where ${theirs}))`
  await db.update(rooms).set({ unread: left, mark_as_unread: false }).where(eq(rooms.id, room))
  await forgetReads(db, [room])
}

/** Marks these rooms as read: for all, or for this person alone in others' rooms. */
export async function readAll(db: Db, user: number, ids: readonly number[]): Promise<void> {
  const which = and(inArray(rooms.id, [...ids]), ofEverybody(user))
  const theirs = await db.update(rooms).set({ unread: 0, mark_as_unread: false }).where(which).returning({ id: rooms.id })
  const read = theirs.map(({ id }) => id)
  if (read.length) {
    await db
      .update(messages)
      .set({ status: 'read' })
      .where(and(inArray(messages.room, read), eq(messages.is_admin, false), ne(messages.status, 'read')))
    await forgetReads(db, read)
  }
  await keepReads(db, user, ids)
}

/** A manual mark applies to everybody, even to those who saw an earlier one. */
export async function markAgain(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .update(roomReads)
    .set({ saw_mark: false })
    .where(inArray(roomReads.room, [...ids]))
}

/** A new assignee who has read the room before has read it for all. */
export async function takeOverReads(db: Db, ids: readonly number[]): Promise<void> {
  const read = await db
    .select({ room: roomReads.room, place: roomReads.place, mark: ownMark })
    .from(roomReads)
    .innerJoin(rooms, and(eq(rooms.id, roomReads.room), eq(rooms.assignee_sales, roomReads.user_id)))
    .where(inArray(roomReads.room, [...ids]))
  for (const { room, place, mark } of read) {
    await readUpTo(db, room, place)
    if (mark) await db.update(rooms).set({ mark_as_unread: true }).where(eq(rooms.id, room))
  }
}
