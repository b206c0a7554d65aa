/** People who turn out to be one are joined, and can be parted again for 30 days (docs/product/identity.md#people). */
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { arrayOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { rooms } from '#server/db/tables/chat.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { leads } from '#server/db/tables/crm.ts'
import { eventParticipants } from '#server/db/tables/events.ts'
import { people, personIdentities, personJoins } from '#server/db/tables/identities.ts'
import { members } from '#server/db/tables/members.ts'
import { readBearers } from './bearers.ts'

/** Days in which people who were joined can be parted. */
const partedWithinDays = 30

/** Whatever points to a person. */
const pointers: readonly { name: string; table: PgTable & { id: PgColumn }; person: PgColumn }[] = [
  { name: 'identities', table: personIdentities, person: personIdentities.person },
  { name: 'leads', table: leads, person: leads.person_id },
  { name: 'members', table: members, person: members.person_id },
  { name: 'participants', table: eventParticipants, person: eventParticipants.person_id },
  { name: 'orders', table: orders, person: orders.person_id },
  { name: 'rooms', table: rooms, person: rooms.person },
]

/** Points rows of one person to another; returns their ids. */
async function point(db: Db, { table, person }: (typeof pointers)[number], from: number, to: number, ids: readonly number[] | null) {
  const among = ids === null ? sql`true` : sql`id = any(${arrayOf(ids)})`
  const { rows } = await db.execute<{ id: string | number }>(
    sql`update ${table} set ${sql.identifier(person.name)} = ${to} where ${sql.identifier(person.name)} = ${from} and ${among} returning id`,
  )
  return rows.map(({ id }) => Number(id))
}

/** Whether somebody said of these two that they are not one. */
async function wereParted(db: Db, one: number, other: number): Promise<boolean> {
  const { person, joined, parted_at } = personJoins
  const both = or(and(eq(person, one), eq(joined, other)), and(eq(person, other), eq(joined, one)))
  return (await db.$count(personJoins, and(isNotNull(parted_at), both))) > 0
}

/** Joins two people: the older one stays, and is returned. Null where they were parted before. */
export async function joinPeople(db: Db, one: number, other: number): Promise<number | null> {
  const [stays, goes] = one < other ? [one, other] : [other, one]
  if (await wereParted(db, stays, goes)) return null
  await db
    .select({ id: people.id })
    .from(people)
    .where(inArray(people.id, [stays, goes]))
    .orderBy(people.id)
    .for('update')
  const before: Record<string, number[]> = {}
  for (const pointer of pointers) before[pointer.name] = await point(db, pointer, goes, stays, null)
  await db.insert(personJoins).values({ person: stays, joined: goes, before })
  await db.update(people).set({ name: null, joined_into: stays, joined_at: sql`now()` }).where(eq(people.id, goes))
  return stays
}

/** What both have, such as the phone of two records, names neither from now on. */
async function markCommon(db: Db, one: number, other: number): Promise<void> {
  const bearers = await readBearers(db, [one, other])
  const theirs = new Set(bearers.get(other)?.flatMap(({ values }) => values))
  const common = (bearers.get(one) ?? []).flatMap(({ values }) => values).filter((value) => theirs.has(value))
  if (common.length)
    await db
      .update(personIdentities)
      .set({ apart: 'parted' })
      .where(and(inArray(personIdentities.person, [one, other]), inArray(personIdentities.value, common)))
}

/** Parts two people who were joined in the last 30 days: each has what was theirs, and no rule joins them again. False where it is too late. */
export async function partPeople(db: Db, stays: number, goes: number): Promise<boolean> {
  const { person, joined, parted_at, at } = personJoins
  const isRecent = sql`${at} > now() - make_interval(days => ${partedWithinDays}::int)`
  const [join] = await db
    .select()
    .from(personJoins)
    .where(and(eq(person, stays), eq(joined, goes), isNull(parted_at), isRecent))
    .for('update')
  if (!join) return false
  for (const pointer of pointers) await point(db, pointer, stays, goes, join.before[pointer.name] ?? [])
  await db.update(people).set({ joined_into: null, joined_at: null }).where(eq(people.id, goes))
  await db.update(personJoins).set({ parted_at: sql`now()` }).where(eq(personJoins.id, join.id))
  await markCommon(db, stays, goes)
  return true
}

/** Forgets people who were joined so long ago that they stay one, and moves what was written to them meanwhile. */
export async function settleJoins(db: Db): Promise<void> {
  for (const { table, person } of pointers) {
    const column = sql.identifier(person.name)
    await db.execute(sql`update ${table} set ${column} = gone.joined_into from ${people} as gone
      where gone.joined_into is not null and ${table}.${column} = gone.id`)
  }
  await db.delete(people).where(sql`${people.joined_at} < now() - make_interval(days => ${partedWithinDays}::int)`)
}
