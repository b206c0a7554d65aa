/** Records and rooms that people have. */
import { sql } from 'drizzle-orm'
import { arrayOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { rooms } from '#server/db/tables/chat.ts'
import { leads } from '#server/db/tables/crm.ts'
import { eventParticipants } from '#server/db/tables/events.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'
import { members } from '#server/db/tables/members.ts'
import { namesOf } from './identifying.ts'

export type RecordKind = 'lead' | 'member' | 'participant'

export interface Bearer {
  of: RecordKind | 'room'
  id: number
  name: string
  /** False in the trash. */
  isLiving: boolean
  /** Phones, addresses and user ids that it has today. */
  values: readonly string[]
}

/** More of one person are not looked at for a name. */
export const fewBearers = 20

/** Bearers by person, at most `limit` of each kind. */
export async function readBearers(db: Db, people: readonly number[], limit = fewBearers): Promise<Map<number, Bearer[]>> {
  const found = new Map<number, Bearer[]>()
  if (!people.length) return found
  const { rows } = await db.execute<{
    person: string | number
    of: Bearer['of']
    id: string | number
    name: string | null
    living: boolean
    phone: string | null
    email: string | null
    ids: string[] | null
  }>(sql`
    select p.id as person, b.* from unnest(${arrayOf(people)}) as p (id) cross join lateral (
      (select 'lead' as of, id, name, true as living, phone, email, null::text[] as ids
        from ${leads} where person_id = p.id order by id limit ${limit}::int)
      union all (select 'member', id, name, deleted_at is null, phone, email, null
        from ${members} where person_id = p.id order by id limit ${limit}::int)
      union all (select 'participant', id, name, true, phone, email, null
        from ${eventParticipants} where person_id = p.id order by id limit ${limit}::int)
      union all (select 'room', r.id, null, true, null, null,
          (select array_agg(value) || array_agg(parent) from ${roomIdentities} where room = r.id and current)
        from ${rooms} as r where r.person = p.id and r.joined_into is null order by r.id limit ${limit}::int)
    ) as b`)
  for (const { person, of, id, name, living, phone, email, ids } of rows) {
    const values =
      of === 'room' ? (ids ?? []).filter((value) => value !== null) : namesOf({ phone: phone ?? '', email }).map(({ value }) => value)
    const list = found.get(Number(person)) ?? []
    found.set(Number(person), [...list, { of, id: Number(id), name: name ?? '', isLiving: living, values }])
  }
  return found
}
