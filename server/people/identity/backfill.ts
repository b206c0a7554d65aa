/**
 * Gives rooms and records without a person theirs: of before there were people, and of a number in question since. It may be run again at
 * any time, and ended at any line.
 */
import { and, asc, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { toRecord } from '#contract/kit/field/guards.ts'
import { arrayOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { leads } from '#server/db/tables/crm.ts'
import { eventParticipants } from '#server/db/tables/events.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'
import { members } from '#server/db/tables/members.ts'
import type { Area } from '#server/platform/core/area.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import type { RecordKind } from './bearers.ts'
import { settleJoins } from './join-people.ts'
import { linkRooms, namesOfRoom } from './link-rooms.ts'
import { resolvePeople } from './resolve.ts'
import { pointRecords, recordTables } from './settle.ts'

/** Rows of one transaction. */
const atOnce = 500

/** Links some rows after an id; returns the last one, or null where there are no more. */
type Step = (db: Db, after: number) => Promise<number | null>

const lastOf = (rows: readonly { id: number }[]) => (rows.length < atOnce ? null : (rows.at(-1)?.id ?? null))

async function linkSomeRooms(db: Db, after: number): Promise<number | null> {
  const { id, customer_name: name, whatsapp_number, person, joined_into, cut_place } = rooms
  const list = await db
    .select({ id, name, whatsapp_number, account: whatsappNumbers.business_account_id })
    .from(rooms)
    .innerJoin(whatsappNumbers, eq(whatsappNumbers.id, whatsapp_number))
    .where(and(isNull(person), isNull(joined_into), isNull(cut_place), gt(id, after)))
    .orderBy(asc(id))
    .limit(atOnce)
    .for('no key update', { of: rooms, skipLocked: true })
  const { room, kind, value, parent, current, proof, seen_at } = roomIdentities
  // A number that somebody of us typed names nobody until it answers.
  const isGiven = or(ne(proof, 'start'), sql`${seen_at} is not null`)
  const found = list.length
    ? await db
        .select({ room, kind, value, parent, current })
        .from(roomIdentities)
        .where(and(current, isGiven, sql`${room} = any(${arrayOf(list.map((one) => one.id))})`))
    : []
  await linkRooms(
    db,
    list.map((one) => {
      const own = found.flatMap(({ kind: of, ...each }) =>
        each.room === one.id && (of === 'phone' || of === 'bsuid') ? [{ ...each, kind: of } as const] : [],
      )
      return { id: one.id, person: null, name: one.name, named: namesOfRoom(own, one.account ?? `number ${one.whatsapp_number}`) }
    }),
  )
  return lastOf(list)
}

const linkSomeRecords =
  (of: RecordKind, isLiving: SQL<boolean>, where?: SQL): Step =>
  async (db, after) => {
    const table = recordTables[of]
    const { id, name, phone, email, person_id } = table
    const list = await db
      .select({ id, name, phone, email, isLiving })
      .from(table)
      .where(and(isNull(person_id), gt(id, after), sql`${phone} ~ '^628'`, where))
      .orderBy(asc(id))
      .limit(atOnce)
      .for('no key update', { skipLocked: true })
    const found = await resolvePeople(
      db,
      list.map((one) => ({ ...one, of, person: null })),
    )
    await pointRecords(
      db,
      of,
      list.flatMap((one, at) => (found[at] == null ? [] : [{ id: one.id, person: found[at] }])),
    )
    return lastOf(list)
  }

async function linkSomeOrders(db: Db, after: number): Promise<number | null> {
  const { rows } = await db.execute<{ id: string | number }>(sql`
    with found as (
      select o.id, m.person_id from ${orders} as o join ${members} as m on m.id = o.member_id
      where o.person_id is null and m.person_id is not null and o.id > ${after}::bigint order by o.id limit ${atOnce}::int
      for no key update of o skip locked
    ), moved as (
      update ${orders} set person_id = found.person_id from found where ${orders.id} = found.id returning ${orders.id}
    ) select id from moved order by id`)
  return lastOf(rows.map(({ id }) => ({ id: Number(id) })))
}

/** What tells most first: WhatsApp's numbers, then members, whose names are looked after. */
const steps: readonly Step[] = [
  linkSomeRooms,
  linkSomeRecords('member', sql<boolean>`${members.deleted_at} is null`, isNull(members.erased_at)),
  linkSomeRecords('lead', sql<boolean>`${leads.id} is not null`),
  linkSomeRecords('participant', sql<boolean>`${eventParticipants.id} is not null`),
  linkSomeOrders,
  async (db) => {
    await settleJoins(db)
    return null
  },
]

export const linkAll = jobKind('people', 'house', async (run) => {
  const from = toRecord(run.cursor)
  let [step, after] = [Number(from.step ?? 0), Number(from.after ?? 0)]
  while (step < steps.length) {
    await run.commit(async (tx) => {
      const last = (await steps[step]?.(tx, after)) ?? null
      ;[step, after] = last === null ? [step + 1, 0] : [step, last]
      return { cursor: { step, after } }
    })
    if (run.isOver && step < steps.length) return 'more'
  }
  return 'done'
})

/** Every start looks for what has no person yet. */
async function startLinking({ database }: Platform): Promise<void> {
  await database.transaction((tx) => enqueue(database, tx, linkAll, {}, { key: 'people' }))
}

export const peopleArea: Area = {
  starts: [startLinking],
  jobs: () => [linkAll],
  schedules: () => [{ name: 'people', kind: linkAll, every: 86_400, at: 3 * 3_600, delay: 600 }],
}
