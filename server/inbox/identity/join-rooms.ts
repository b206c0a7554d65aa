/** Rooms of one person are joined (docs/product/identity.md#joining). */
import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { deliveries, messages, roomReads } from '#server/db/tables/chat.ts'
import { roomJoins } from '#server/db/tables/identities.ts'
import { changes } from '#server/db/tables/platform.ts'
import { audienceOf, messagesArea } from '#server/people/chat-feed.ts'
import type { RoomNow } from '../inbound/inbound-rooms.ts'
import type { IdentityBook } from './book.ts'

const later = (a: string | null, b: string | null) => (a === null || (b !== null && Date.parse(b) > Date.parse(a)) ? b : a)

const states = ['open', 'pending', 'resolved']

/** The older one stays: links and people know it; one with an open question before another, whose messages then are those of today. */
export function olderFirst(one: RoomNow, other: RoomNow): [stays: RoomNow, goes: RoomNow] {
  if ((one.cut_place === null) !== (other.cut_place === null)) return one.cut_place === null ? [other, one] : [one, other]
  const isOlder = Date.parse(one.created_at) - Date.parse(other.created_at) || one.id - other.id
  return isOlder <= 0 ? [one, other] : [other, one]
}

export interface Moved {
  id: number
  place: number
}

/** Moves messages behind those of a room, by the time they were written, and tells devices. `joinedFrom`: SQL of their room before. */
export async function moveMessages(tx: Db, which: SQL, from: RoomNow, to: RoomNow, joinedFrom: SQL): Promise<Moved[]> {
  const { rows } = await tx.execute<{ id: string | number; place: number; ref: string }>(sql`
    with moved as (
      select id, (row_number() over (order by created_at, place))::int - 1 + ${to.next_place}::int as place
      from ${messages} where ${messages.room} = ${from.id} and ${which}
    )
    update ${messages} set room = ${to.id}, place = moved.place, joined_from = ${joinedFrom}, version = version + 1, updated_at = now()
    from moved where ${messages.id} = moved.id
    returning ${messages.id}, ${messages.place}, ${messages.ref}`)
  to.next_place += rows.length
  const [before, after] = [JSON.stringify(audienceOf(from)), JSON.stringify(audienceOf(to))]
  await tx.execute(sql`
    insert into ${changes} (area, ref, audience_before, audience_after)
    select ${messagesArea}::text, ref, ${before}::jsonb, ${after}::jsonb
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ ref }) => ({ ref })))}::jsonb) as entry (ref uuid)`)
  await tx.execute(sql`
    update ${deliveries} set room = ${to.id} from ${messages}
    where ${deliveries.message} = ${messages.id} and ${messages.room} = ${to.id} and ${deliveries.room} = ${from.id}`)
  return rows.map(({ id, place }) => ({ id: Number(id), place: Number(place) }))
}

const remembered = (room: RoomNow): Record<string, unknown> => {
  const { customer_name, customer_phone, customer_id, username, contact_name, notes, tag, status, assignee_sales, assignee_sales_name } =
    room
  const { unread, mark_as_unread, is_need_support, window_until, source, source_id, username_until } = room
  return {
    ...{ customer_name, customer_phone, customer_id, username, contact_name, notes, tag, status, assignee_sales, assignee_sales_name },
    ...{ unread, mark_as_unread, is_need_support, window_until, source, source_id, username_until },
  }
}

/** What a room has once it was joined to another: nothing, so that it counts nowhere. */
const nothing = {
  ...{ customer_phone: '', username: null, username_until: null, customer_id: null, held_customer_id: null, cut_place: null },
  ...{ unread: 0, mark_as_unread: false, is_need_support: false, status: 'resolved', is_idle: false, window_until: null },
  ...{ last_message: null, last_message_kind: null, last_message_status: null, last_message_is_admin: false, last_message_at: null },
  ...{ snoozed_until: null, notes: null },
} as const

export const unitedNotes = (one: string | null, other: string | null): string | null => [one, other].filter(Boolean).join('\n') || null

/** Unites two rooms in memory and their messages in the database. `by`: who did it by hand. */
export async function joinRooms(tx: Db, book: IdentityBook, stays: RoomNow, goes: RoomNow, by: string | null): Promise<Moved[]> {
  const theirs = book.of(goes.id)
  const current = [...book.of(stays.id), ...theirs].filter((row) => row.current).map(({ id }) => id)
  const before = { room: remembered(stays), joined: remembered(goes), identities: theirs.map(({ id }) => id), current }
  await tx.insert(roomJoins).values({ room: stays.id, joined: goes.id, by, before })
  // Of a room that others were joined to before, each message keeps its first room.
  const moved = await moveMessages(tx, sql`true`, goes, stays, sql`coalesce(${messages.joined_from}, ${goes.id}::bigint)`)
  await tx.delete(roomReads).where(eq(roomReads.room, goes.id))
  for (const identity of theirs) book.change(identity, { room: stays.id })
  const states_ = [stays.status, goes.status]
  const isNewer = Date.parse(goes.last_message_at ?? '') > Date.parse(stays.last_message_at ?? '') || stays.last_message_at === null
  const { username, username_until } = isNewer && goes.username ? goes : stays.username ? stays : goes
  Object.assign(stays, {
    ...{ username, username_until, customer_phone: book.currentOf(stays.id, 'phone')?.value ?? '', unread: stays.unread + goes.unread },
    customer_name: (isNewer ? goes.customer_name : null) ?? stays.customer_name ?? goes.customer_name,
    contact_name: stays.contact_name ?? goes.contact_name,
    customer_id: stays.customer_id ?? goes.customer_id,
    notes: unitedNotes(stays.notes, goes.notes),
    tag: [...new Set([...stays.tag, ...goes.tag])],
    status: states.find((state) => states_.includes(state)) ?? stays.status,
    mark_as_unread: stays.mark_as_unread || goes.mark_as_unread,
    is_need_support: stays.is_need_support || goes.is_need_support,
    is_idle: stays.is_idle && goes.is_idle,
    window_until: later(stays.window_until, goes.window_until),
    ...(stays.assignee_sales === null && { assignee_sales: goes.assignee_sales, assignee_sales_name: goes.assignee_sales_name }),
    source: stays.source ?? goes.source,
    source_id: stays.source_id ?? goes.source_id,
    call_permission: goes.call_permission ?? stays.call_permission,
  })
  Object.assign(goes, nothing, { joined_into: stays.id, tag: [] })
  return moved
}

/** Whether somebody parted these rooms after they were joined. */
export async function wereParted(tx: Db, one: number, other: number): Promise<boolean> {
  const { room, joined, parted_at } = roomJoins
  const pair = or(and(eq(room, one), eq(joined, other)), and(eq(room, other), eq(joined, one)))
  const [found] = await tx
    .select({ id: roomJoins.id })
    .from(roomJoins)
    .where(and(pair, isNotNull(parted_at)))
    .limit(1)
  return found !== undefined
}
