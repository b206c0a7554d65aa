/** Rooms of one person are joined, and one of two people is parted (docs/product/identity.md#joining). */
import { eq, sql } from 'drizzle-orm'
import { windowHours } from '#contract/chat/messages.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import type { Db } from '#server/db/database.ts'
import { deliveries, messages, roomReads, rooms } from '#server/db/tables/chat.ts'
import { roomJoins } from '#server/db/tables/identities.ts'
import { changes } from '#server/db/tables/platform.ts'
import { audienceOf, messagesArea } from '#server/people/chat-feed.ts'
import type { RoomNow } from '../inbound/inbound-rooms.ts'
import type { IdentityBook } from './book.ts'

const later = (a: string | null, b: string | null) => (a === null || (b !== null && Date.parse(b) > Date.parse(a)) ? b : a)

const states = ['open', 'pending', 'resolved']

/** The older one stays: links and people know it. */
export function olderFirst(one: RoomNow, other: RoomNow): [stays: RoomNow, goes: RoomNow] {
  const isOlder = Date.parse(one.created_at) - Date.parse(other.created_at) || one.id - other.id
  return isOlder <= 0 ? [one, other] : [other, one]
}

export interface Moved {
  id: number
  place: number
}

/** Moves messages behind those of a room, by the time they were written, and tells devices. */
async function moveMessages(
  tx: Db,
  which: ReturnType<typeof sql>,
  from: RoomNow,
  to: RoomNow,
  joinedFrom: number | null,
): Promise<Moved[]> {
  const { rows } = await tx.execute<{ id: string | number; place: number; ref: string }>(sql`
    with moved as (
      select id, (row_number() over (order by created_at, place))::int - 1 + ${to.next_place}::int as place
      from ${messages} where ${messages.room} = ${from.id} and ${which}
    )
    update ${messages} set room = ${to.id}, place = moved.place, joined_from = ${joinedFrom}::bigint, version = version + 1, updated_at = now()
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
  const { unread, mark_as_unread, is_need_support, window_until, source, source_id } = room
  return {
    ...{ customer_name, customer_phone, customer_id, username, contact_name, notes, tag, status, assignee_sales, assignee_sales_name },
    ...{ unread, mark_as_unread, is_need_support, window_until, source, source_id },
  }
}

/** What a room has once it was joined to another: nothing, so that it counts nowhere. */
const nothing = {
  ...{ customer_phone: '', username: null, username_until: null, customer_id: null, held_customer_id: null, cut_place: null },
  ...{ unread: 0, mark_as_unread: false, is_need_support: false, status: 'resolved', is_idle: false, window_until: null },
  ...{ last_message: null, last_message_kind: null, last_message_status: null, last_message_is_admin: false, last_message_at: null },
  ...{ snoozed_until: null, notes: null },
} as const

/** Unites two rooms in memory and their messages in the database. `by`: who did it by hand. */
export async function joinRooms(tx: Db, book: IdentityBook, stays: RoomNow, goes: RoomNow, by: string | null): Promise<Moved[]> {
  await tx.insert(roomJoins).values({ room: stays.id, joined: goes.id, by, before: { room: remembered(stays), joined: remembered(goes) } })
  const moved = await moveMessages(tx, sql`true`, goes, stays, goes.id)
  await tx.delete(roomReads).where(eq(roomReads.room, goes.id))
  for (const identity of book.of(goes.id)) book.change(identity, { room: stays.id })
  const phone = stays.customer_phone || goes.customer_phone
  const states_ = [stays.status, goes.status]
  const isNewer = Date.parse(goes.last_message_at ?? '') > Date.parse(stays.last_message_at ?? '') || stays.last_message_at === null
  const { username, username_until } = isNewer && goes.username ? goes : stays.username ? stays : goes
  Object.assign(stays, {
    ...{ username, username_until, customer_phone: phone, unread: stays.unread + goes.unread },
    customer_name: (isNewer ? goes.customer_name : null) ?? stays.customer_name ?? goes.customer_name,
    contact_name: stays.contact_name ?? goes.contact_name,
    customer_id: stays.customer_id ?? goes.customer_id,
    notes: [stays.notes, goes.notes].filter(Boolean).join('\n') || null,
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

interface Parted {
  room: RoomNow
  moved: Moved[]
}

/**
 * Puts everything since the cut into a room of its own, with the number and the account that answers there; what the former account wrote
 * stays, and so do its links.
 */
export async function splitRoom(tx: Db, book: IdentityBook, old: RoomNow): Promise<Parted> {
  const rows = book.of(old.id)
  const held = rows.filter(({ kind, current, is_succeeded }) => kind === 'bsuid' && !current && !is_succeeded)
  const { id: _, ...values } = old
  const now = new Date().toISOString()
  const [room] = await tx
    .insert(rooms)
    .values({
      ...values,
      ...{ ref: uuidv7(), version: 1, created_at: now, updated_at: now, next_place: 1, unread: 0, cut_place: null, held_customer_id: null },
      ...{ customer_phone: '', contact_name: null, notes: null, tag: [], customer_id: null, person: null, search_text: '' },
    })
    .returning()
  if (!room) throw new Error('the room was not stored')
  const stay = held.map(({ id }) => id)
  const theirs = sql`place >= ${old.cut_place ?? 0}::int and not coalesce(identity = any(${`{${stay.join(',')}}`}::bigint[]), false)`
  const before = await noteOfCut(tx, old)
  const moved = await moveMessages(tx, theirs, old, room, null)
  const counts = await countsOf(tx, [old.id, room.id])
  room.unread = Math.min(old.unread, counts.get(room.id)?.unread ?? 0)
  old.unread -= room.unread
  for (const row of rows) if (row.current) book.change(row, { room: room.id })
  const last = held.sort((a, b) => Date.parse(b.until ?? '') - Date.parse(a.until ?? ''))[0]
  if (last) book.change(last, { current: true, until: null, is_succeeded: true })
  room.customer_phone = old.customer_phone
  Object.assign(old, {
    ...{ customer_phone: '', cut_place: null, customer_id: old.held_customer_id, held_customer_id: null },
    customer_name: toText(before.name) || null,
    username: toText(before.username) || null,
    window_until: counts.get(old.id)?.window_until ?? null,
  })
  return { room, moved }
}

/** Names of before, which the note of the cut has. */
async function noteOfCut(tx: Db, { id, cut_place }: RoomNow): Promise<Readonly<Record<string, unknown>>> {
  const [note] = await tx
    .select({ values: messages.values })
    .from(messages)
    .where(sql`${messages.room} = ${id} and ${messages.place} = ${cut_place ?? 0}`)
  return note?.values ?? {}
}

async function countsOf(tx: Db, ids: readonly number[]) {
  const { rows } = await tx.execute<{ room: string | number; unread: number; window_until: string | null }>(sql`
    select room, count(*) filter (where status <> 'read')::int as unread,
      to_char((max(created_at) + make_interval(hours => ${windowHours})) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as window_until
    from ${messages} where room = any(${`{${ids.join(',')}}`}::bigint[]) and not is_admin and kind <> 'note' group by room`)
  return new Map(rows.map(({ room, ...counts }) => [Number(room), counts]))
}
