/** Tags by name in leads and rooms, and updates after a rename or deletion. */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { leads as leadSection } from '#contract/sections/sales/leads.ts'
import { leadFeed } from '#server/crud/query/row-feed.ts'
import type { Database, Db } from '#server/db/database.ts'
import { rooms } from '#server/db/tables/chat.ts'
import { leads } from '#server/db/tables/crm.ts'
import { touchRooms } from './room-names.ts'

interface Carrier {
  table: PgTable
  tags: PgColumn
  search_text: PgColumn
  /** Index of the tags in the search text; the last part. */
  part: number
}

const carriers = {
  leads: { table: leads, tags: leads.tags, search_text: leads.search_text, part: leadSection.list.search.indexOf('tags') + 1 },
  rooms: { table: rooms, tags: rooms.tag, search_text: rooms.search_text, part: chatPlatform.list.search.indexOf('tag') + 1 },
} satisfies Record<string, Carrier>

/** Whether a record has a tag. The second half makes the planner use the index of rooms with tags. */
function carries(tags: PgColumn, name: SQL): SQL {
  return sql`(${tags} @> jsonb_build_array(${name}) and ${tags} <> '[]'::jsonb)`
}

/** Counts leads and rooms with a tag. */
export function timesUsed(name: SQL): SQL<number> {
  const count = ({ table, tags }: Carrier) => sql`(select count(*)::int from ${table} where ${carries(tags, name)})`
  return sql<number>`(${count(carriers.leads)} + ${count(carriers.rooms)})`
}

/** Keeps tags in place; a tag renamed to an existing one is listed once. */
function renamed(tags: PgColumn, from: string, to: string | null): SQL {
  const called = sql`case when entry = ${from}::text then ${to}::text else entry end`
  return sql`coalesce((select jsonb_agg(name order by place) from (
    select ${called} as name, min(place) as place from jsonb_array_elements_text(${tags}) with ordinality as list (entry, place)
    where ${called} is not null group by 1) as named), '[]'::jsonb)`
}

async function rename(db: Db, { table, tags, search_text, part }: Carrier, from: string, to: string | null): Promise<void> {
  const parts = sql`(string_to_array(${search_text}, chr(1)))`
  const searched = sql`',' || array_to_string(${parts}[${sql.raw(String(part))}:], chr(1)) || ','`
  const next = to === null ? ',' : `,${to.toLowerCase()},`
  await db.execute(sql`
    update ${table} set ${sql.identifier(tags.name)} = ${renamed(tags, from, to)},
      ${sql.identifier(search_text.name)} = array_to_string(${parts}[1:${sql.raw(String(part - 1))}], chr(1)) || chr(1)
        || trim(both ',' from replace(${searched}, ${`,${from.toLowerCase()},`}::text, ${next}::text))
    where ${carries(tags, sql`${from}::text`)}`)
}

/** `to` is null for a deleted tag. Versions stay: concurrent edits do not conflict. */
export async function followTag(database: Database, db: Db, from: string, to: string | null): Promise<void> {
  const name = sql`${from}::text`
  await leadFeed.touch(db, carries(leads.tags, name))
  await touchRooms(database, db, carries(rooms.tag, name))
  for (const carrier of Object.values(carriers)) await rename(db, carrier, from, to)
}
