/**
 * Who has read what. The unread count and mark of a room are its salesperson's, or everybody's while it is assigned to nobody:
 * they end when such a person reads it. Anybody else's reading is their own and kept in `room_reads`.
 */
import { and, eq, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Db } from '#server/db/database.ts'
import { messages, roomReads, rooms } from '#server/db/tables/chat.ts'

/** The unread count and mark of a room as one person has them. */
export interface OwnUnread {
  unread: number
  mark_as_unread: boolean
}

/** By id of the room, then of the person; whoever is missing has what the room itself says. */
export type RoomReaders = ReadonlyMap<number, ReadonlyMap<number, OwnUnread>>

/** In a query that joins `roomReads` with `rooms`: how many unread messages the person has left, and whether the mark is new to them. */
export const ownUnread = sql<number>`least(${rooms.unread}, (
  select count(*)::int from ${messages}
  where ${messages.room} = ${roomReads.room} and ${messages.place} > ${roomReads.place} and not ${messages.is_admin}))`
export const ownMark = sql<boolean>`(${rooms.mark_as_unread} and not ${roomReads.saw_mark})`

/** The mark that somebody set by hand, as this person sees it; in a query of `rooms`. */
export const markFor = (user: number): SQL => sql`(${rooms.mark_as_unread} and not exists (
  select from ${roomReads} where ${roomReads.room} = ${rooms.id} and ${roomReads.user_id} = ${user} and ${roomReads.saw_mark}))`

/** Whether reading a room takes its unread count away for everybody. */
export const readsForAll = (room: AnyRow, user: number): boolean => [0, user].includes(Number(room.assignee_sales ?? 0))

const hasUnread = (room: AnyRow) => Number(room.unread) > 0 || room.mark_as_unread === true

/** What people have read of these rooms; with `user` only what that person has. One query, none where nothing is unread. */
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

/** The room as this person sees it; the same object where nothing differs. */
export function seenByReader<R extends AnyRow>(room: R, readers: RoomReaders, user: number): R {
  const own = readers.get(room.id)?.get(user)
  return own ? { ...room, ...own } : room
}

const ofEverybody = (user: number) => or(isNull(rooms.assignee_sales), eq(rooms.assignee_sales, user))

/** Reads of rooms in which nothing is unread any more say nothing. */
async function forgetReads(db: Db, ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    delete from ${roomReads} using ${rooms}
    where ${rooms.id} = ${roomReads.room} and ${inArray(roomReads.room, [...ids])} and ${rooms.unread} = 0 and not ${rooms.mark_as_unread}`)
}

/** Notes for one person how far they have read rooms that are somebody else's; without a place all of it. */
export async function keepReads(db: Db, user: number, ids: readonly number[], place: number | null = null): Promise<void> {
  await db.execute(sql`
    insert into ${roomReads} (room, user_id, place, saw_mark)
    select id, ${user}::bigint, coalesce(${place}::int, next_place - 1), true from ${rooms}
    where ${inArray(rooms.id, [...ids])} and assignee_sales is not null and assignee_sales <> ${user}
    on conflict (room, user_id) do update set place = greatest(${roomReads.place}, excluded.place), saw_mark = true`)
}

/** Customers' messages of a room up to a place were read by whom they are meant for. */
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

/** Everything in these rooms was read: for everybody, or for this person alone where a room is somebody else's. */
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

/** Marked as unread by hand, a room is so for everybody, also for those who had seen an earlier mark. */
export async function markAgain(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .update(roomReads)
    .set({ saw_mark: false })
    .where(inArray(roomReads.room, [...ids]))
}

/** Whoever is given a room that they had read before, has read it for everybody. */
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
