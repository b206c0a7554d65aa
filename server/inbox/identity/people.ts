/** The people of rooms that were changed (server/people/identity/link-rooms.ts). */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { arrayOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { personIdentities, personJoins, roomJoins } from '#server/db/tables/identities.ts'
import { partPeople } from '#server/people/identity/join-people.ts'
import { linkRooms, namesOfRoom } from '#server/people/identity/link-rooms.ts'
import type { RoomNow } from '../inbound/inbound-rooms.ts'
import type { IdentityBook } from './book.ts'

/** Accounts of our numbers, by id. Without one a user id is known to its number alone. */
async function accountsOf(db: Db, numbers: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const found = await db
    .select({ id: whatsappNumbers.id, account: whatsappNumbers.business_account_id })
    .from(whatsappNumbers)
    .where(inArray(whatsappNumbers.id, [...new Set(numbers)]))
  return new Map(found.map(({ id, account }) => [id, account ?? `number ${id}`]))
}

/** Where rooms were parted that made two people one, those are two again. */
async function partWithRooms(tx: Db, list: readonly RoomNow[]): Promise<void> {
  const ids = arrayOf(list.map(({ id }) => id))
  const { rows } = await tx.execute<{ stays: string | number; goes: string | number }>(sql`
    select people.person as stays, people.joined as goes from ${roomJoins} as chats join ${personJoins} as people
      on people.parted_at is null and people.at >= chats.at
      and (people.before -> 'rooms' @> to_jsonb(chats.joined)) <> (people.before -> 'rooms' @> to_jsonb(chats.room))
      and people.person = (select person from ${rooms} where id = chats.room) and people.person = (select person from ${rooms} where id = chats.joined)
    where chats.parted_at is not null and (chats.room = any(${ids}) or chats.joined = any(${ids}))`)
  if (!rows.length) return
  for (const { stays, goes } of rows) await partPeople(tx, Number(stays), Number(goes))
  const now = await tx.select({ id: rooms.id, person: rooms.person }).from(rooms).where(sql`${rooms.id} = any(${ids})`)
  const people = new Map(now.map(({ id, person }) => [id, person]))
  for (const room of list) room.person = people.get(room.id) ?? null
}

/** Gives rooms with new identities their person. One whose number is in question keeps whom it had. */
export async function linkPeople(tx: Db, book: IdentityBook, changed: readonly RoomNow[]): Promise<void> {
  const list = changed.filter(({ cut_place, joined_into }) => cut_place === null && joined_into === null)
  if (!list.length) return
  await partWithRooms(
    tx,
    list.filter(({ person }) => person !== null),
  )
  const accounts = await accountsOf(
    tx,
    list.map(({ whatsapp_number }) => whatsapp_number),
  )
  const found = await linkRooms(
    tx,
    list.map((room) => ({
      ...{ id: room.id, person: room.person, name: room.customer_name },
      named: namesOfRoom(book.of(room.id), accounts.get(room.whatsapp_number) ?? ''),
    })),
  )
  for (const room of list) room.person = found.get(room.id) ?? room.person
}

/** A number that was handed on is its former owner's no more. */
export async function endPhone(tx: Db, person: number | null, phone: string): Promise<void> {
  if (person === null || phone === '') return
  const { kind, value, current } = personIdentities
  await tx
    .update(personIdentities)
    .set({ current: false, until: sql`now()` })
    .where(and(eq(personIdentities.person, person), eq(kind, 'phone'), eq(value, phone), eq(current, true)))
}
