/** Statements for many rows: values are one JSON text, for a single plan. */
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import type { RoomNow } from './inbound-rooms.ts'
import type { StatusNews } from './status-news.ts'

export type NewMessage = Pick<
  typeof messages.$inferSelect,
  'ref' | 'room' | 'place' | 'kind' | 'content' | 'media' | 'is_admin' | 'status' | 'reply_to' | 'provider_id' | 'created_at'
>

const names = (list: readonly string[]): SQL =>
  sql.join(
    list.map((name) => sql.identifier(name)),
    sql`, `,
  )

const columns = names(['ref', 'room', 'place', 'kind', 'content', 'media', 'is_admin', 'status', 'reply_to', 'provider_id', 'created_at'])

export async function insertMessages(tx: Db, made: readonly NewMessage[]): Promise<void> {
  if (!made.length) return
  await tx.execute(sql`
    insert into ${messages} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${messages}, ${JSON.stringify(made)}::jsonb)`)
}

/** As an array, whose length the planner knows, unlike that of a JSON text: so the index is used. */
const idsOf = (list: readonly { id: number }[]) => `{${list.map(({ id }) => id).join(',')}}`

export async function setStatuses(tx: Db, list: readonly StatusNews[]): Promise<void> {
  if (!list.length) return
  await tx.execute(sql`
    update ${messages} set status = entry.status, failure = entry.failure, chips = entry.chips, pricing = entry.pricing,
      status_times = entry.status_times, version = ${messages.version} + "isShown"::int, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as entry
      (id bigint, status text, failure text, chips jsonb, pricing jsonb, status_times jsonb, "isShown" boolean)
    where ${messages.id} = entry.id and ${messages.id} = any(${idsOf(list)}::bigint[])`)
}

const written = [
  'customer_name',
  'unread',
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

const setting = sql.join(
  written.map((name) => sql`${sql.identifier(name)} = entry.${sql.identifier(name)}`),
  sql`, `,
)

export async function updateRooms(tx: Db, list: readonly RoomNow[]): Promise<void> {
  if (!list.length) return
  const rows = list.map((room) => Object.fromEntries((['id', ...written] as const).map((name) => [name, room[name]])))
  await tx.execute(sql`
    update ${rooms} set ${setting}, version = ${rooms.version} + 1, updated_at = now()
    from jsonb_populate_recordset(null::${rooms}, ${JSON.stringify(rows)}::jsonb) as entry
    where ${rooms.id} = entry.id and ${rooms.id} = any(${idsOf(list)}::bigint[])`)
}
