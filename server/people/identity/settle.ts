/** What changes and deletions leave to others: a phone or address that two people shared names the one who is left. */
import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { rooms } from '#server/db/tables/chat.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { leads } from '#server/db/tables/crm.ts'
import { eventParticipants } from '#server/db/tables/events.ts'
import { people, personIdentities } from '#server/db/tables/identities.ts'
import { members } from '#server/db/tables/members.ts'
import { fewBearers, type RecordKind } from './bearers.ts'
import { releasePeople } from './release.ts'
import { resolvePeople } from './resolve.ts'

export const recordTables = { lead: leads, member: members, participant: eventParticipants } as const

const kinds = ['member', 'lead', 'participant'] as const satisfies readonly RecordKind[]

export interface Linked {
  id: number
  person: number | null
}

/** Points records of one kind to their people; orders are of their member's. */
export async function pointRecords(db: Db, of: RecordKind, list: readonly Linked[]): Promise<void> {
  if (!list.length) return
  const entries = sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as entry (id bigint, person bigint)`
  const table = recordTables[of]
  await db.execute(sql`update ${table} set person_id = entry.person from ${entries}
    where ${table.id} = entry.id and ${table.person_id} is distinct from entry.person`)
  if (of === 'member') await moveOrders(db, list)
}

export async function moveOrders(db: Db, list: readonly Linked[]): Promise<void> {
  if (!list.length) return
  await db.execute(sql`
    update ${orders} set person_id = entry.person from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as entry (id bigint, person bigint)
    where member_id = entry.id and person_id is distinct from entry.person`)
}

/** Looks again at living records that have one of these values. */
async function linkAgain(db: Db, values: readonly string[]): Promise<void> {
  for (const of of kinds) {
    const { id, name, phone, email, person_id: person } = recordTables[of]
    const isLiving = of === 'member' ? sql`deleted_at is null` : undefined
    const has = sql`(${inArray(phone, [...values])} or ${inArray(email, [...values])})`
    const list = await db
      .select({ id, name, phone, email, person })
      .from(recordTables[of])
      .where(and(has, isLiving))
      .orderBy(id)
      .limit(fewBearers * values.length)
    const found = await resolvePeople(
      db,
      list.map((one) => ({ ...one, of })),
    )
    const moved = list.flatMap((one, at) => (found[at] === one.person ? [] : [{ id: one.id, person: found[at] ?? null, from: one.person }]))
    await pointRecords(db, of, moved)
    await releasePeople(
      db,
      moved.flatMap(({ from }) => from ?? []),
    )
  }
}

/** After a write: forgets what these people had, and asks again whom values name that records lost. */
export async function settlePeople(db: Db, given: readonly number[], lost: readonly string[]): Promise<void> {
  const freed = await releasePeople(db, given)
  const { value, apart } = personIdentities
  const shared = lost.length
    ? await db
        .update(personIdentities)
        .set({ apart: null })
        .where(and(sql`${apart} = 'shared'`, inArray(value, [...lost])))
        .returning({ value })
    : []
  const values = [...new Set([...freed, ...shared.map((one) => one.value)])]
  if (values.length) await linkAgain(db, values)
}

/** Records and rooms that keep nothing of their person: SQL of the ids of each. */
export interface Forgotten {
  leads?: SQL | undefined
  members?: SQL | undefined
  participants?: SQL | undefined
  orders?: SQL | undefined
  rooms?: SQL | undefined
}

/** Takes erased rows from their people, whose names go, too: what is left of them is somebody else's. */
export async function forgetPeople(
  db: Db,
  { leads: ofLeads, members: ofMembers, participants, orders: ofOrders, rooms: ofRooms }: Forgotten,
) {
  const places = [
    { table: leads, column: leads.person_id, where: ofLeads },
    { table: members, column: members.person_id, where: ofMembers },
    { table: eventParticipants, column: eventParticipants.person_id, where: participants },
    { table: orders, column: orders.person_id, where: ofOrders },
    { table: rooms, column: rooms.person, where: ofRooms },
  ]
  const ids: number[] = []
  for (const { table, column, where } of places) {
    if (!where) continue
    const { rows } = await db.execute<{ person: string | number }>(sql`
      with them as (select id, ${column} as person from ${table} where ${where} and ${column} is not null for no key update)
      update ${table} set ${sql.identifier(column.name)} = null from them where ${table}.id = them.id returning them.person`)
    ids.push(...rows.map(({ person }) => Number(person)))
  }
  const all = [...new Set(ids)]
  if (!all.length) return
  await db.update(people).set({ name: null }).where(inArray(people.id, all))
  // People who were joined into them had their names, and are parted no more.
  await db.delete(people).where(inArray(people.joined_into, all))
  await settlePeople(db, all, [])
}
