/** Statements for many rows: values are one JSON text, for a single plan. */
import { type SQL, sql } from 'drizzle-orm'
import { arrayOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { memberOfRoom } from '#server/people/room-names.ts'
import type { RoomNow } from './inbound-rooms.ts'
import type { StatusNews } from './status-news.ts'

/** A message within the transaction; `id` is 0 until it is written. */
export type MessageNow = Pick<
  typeof messages.$inferSelect,
  | 'id'
  | 'ref'
  | 'room'
  | 'place'
  | 'kind'
  | 'content'
  | 'media'
  | 'is_admin'
  | 'sender'
  | 'status'
  | 'failure'
  | 'reply_to'
  | 'provider_id'
  | 'created_at'
  | 'note_of'
  | 'values'
  | 'details'
  | 'chips'
  | 'edits'
  | 'deleted_at'
  | 'reactions'
  | 'referral'
  | 'pricing'
  | 'status_times'
  | 'marks'
  | 'identity'
>

const names = (list: readonly string[]): SQL =>
  sql.join(
    list.map((name) => sql.identifier(name)),
    sql`, `,
  )

/** What later items change of a message. */
const marked = [
  'kind',
  'content',
  'media',
  'reply_to',
  'provider_id',
  'created_at',
  'note_of',
  'values',
  'details',
  'chips',
  'edits',
  'deleted_at',
  'reactions',
  'referral',
  'pricing',
  'marks',
  'is_admin',
  'sender',
] as const

const columns = names(['ref', 'room', 'place', ...marked, 'status', 'failure', 'status_times', 'identity'])

/** Writes new messages in order, and gives them their ids. */
export async function insertMessages(tx: Db, made: readonly MessageNow[]): Promise<void> {
  if (!made.length) return
  const { rows } = await tx.execute<{ id: string | number }>(sql`
    insert into ${messages} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${messages}, ${JSON.stringify(made)}::jsonb)
    returning id`)
  for (const [at, message] of made.entries()) message.id = Number(rows[at]?.id)
}

const idsOf = (list: readonly { id: number }[]): SQL => arrayOf(list.map(({ id }) => id))

const setting = (list: readonly string[]): SQL =>
  sql.join(
    list.map((name) => sql`${sql.identifier(name)} = entry.${sql.identifier(name)}`),
    sql`, `,
  )

export async function updateMessages(tx: Db, list: readonly MessageNow[]): Promise<void> {
  if (!list.length) return
  await tx.execute(sql`
    update ${messages} set ${setting([...marked, 'status', 'failure'])}, version = ${messages.version} + 1, updated_at = now()
    from jsonb_populate_recordset(null::${messages}, ${JSON.stringify(list)}::jsonb) as entry
    where ${messages.id} = entry.id and ${messages.id} = any(${idsOf(list)})`)
}

export async function setStatuses(tx: Db, list: readonly StatusNews[]): Promise<void> {
  if (!list.length) return
  await tx.execute(sql`
    update ${messages} set status = entry.status, failure = entry.failure, chips = entry.chips, pricing = entry.pricing,
      status_times = entry.status_times, version = ${messages.version} + "isShown"::int, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as entry
      (id bigint, status text, failure text, chips jsonb, pricing jsonb, status_times jsonb, "isShown" boolean)
    where ${messages.id} = entry.id and ${messages.id} = any(${idsOf(list)})`)
}

const written = [
  'customer_name',
  'customer_phone',
  'customer_id',
  'held_customer_id',
  'username',
  'username_until',
  'cut_place',
  'joined_into',
  'source',
  'source_id',
  'call_permission',
  'unread',
  'mark_as_unread',
  'notes',
  'tag',
  'is_need_support',
  'contact_name',
  'assignee_sales',
  'assignee_sales_name',
  'status',
  'last_message',
  'last_message_kind',
  'last_message_status',
  'last_message_is_admin',
  'last_message_at',
  'window_until',
  'is_idle',
  'snoozed_until',
  'next_place',
  'search_text',
] as const

export async function updateRooms(tx: Db, list: readonly RoomNow[]): Promise<void> {
  if (!list.length) return
  const rows = list.map((room) => Object.fromEntries((['id', ...written] as const).map((name) => [name, room[name]])))
  await tx.execute(sql`
    update ${rooms} set ${setting(written)}, version = ${rooms.version} + 1, updated_at = now()
    from jsonb_populate_recordset(null::${rooms}, ${JSON.stringify(rows)}::jsonb) as entry
    where ${rooms.id} = entry.id and ${rooms.id} = any(${idsOf(list)})`)
}

const roomColumns = names(['id', 'ref', 'whatsapp_number', 'whatsapp_number_name', 'created_at', ...written])

export async function insertRooms(tx: Db, list: readonly RoomNow[]): Promise<void> {
  if (!list.length) return
  await tx.execute(sql`
    insert into ${rooms} (${roomColumns})
    select ${roomColumns} from jsonb_populate_recordset(null::${rooms}, ${JSON.stringify(list)}::jsonb)`)
}

/** Finds the members with the phones of these rooms, which are known since now. */
export async function linkMembers(tx: Db, list: readonly RoomNow[]): Promise<void> {
  const known = list.filter(({ customer_phone, cut_place }) => customer_phone !== '' && cut_place === null)
  if (!known.length) return
  const { rows: found } = await tx.execute<{ id: string | number; customer_id: string | number | null }>(sql`
    update ${rooms} set customer_id = coalesce(${rooms.customer_id}, ${memberOfRoom()})
    where ${rooms.id} = any(${idsOf(known)})
    returning id, customer_id`)
  const byId = new Map(found.map(({ id, customer_id }) => [Number(id), customer_id === null ? null : Number(customer_id)]))
  for (const room of known) room.customer_id = byId.get(room.id) ?? room.customer_id
}

/** The last message of each room that is no note, as it is written. */
export async function readLastMessages(tx: Db, list: readonly RoomNow[]) {
  const { rows } = await tx.execute<
    Pick<MessageNow, 'kind' | 'content' | 'media' | 'status' | 'is_admin'> & { room: string | number; at: string }
  >(sql`
    select wanted.id as room, last.kind, last.content, last.media, last.status, last.is_admin,
      to_char(last.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from unnest(${idsOf(list)}) as wanted (id)
    cross join lateral (
      select * from ${messages} where ${messages.room} = wanted.id and ${messages.kind} <> 'note'
      order by ${messages.created_at} desc, ${messages.place} desc limit 1
    ) as last`)
  return new Map(rows.map((row) => [Number(row.room), row]))
}
