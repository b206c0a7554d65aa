/** Whether people and what names them agree with the records and rooms that they have. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { people, personIdentities } from '#server/db/tables/identities.ts'
import { readBearers } from '#server/people/identity/bearers.ts'

/** Returns what disagrees: nothing, in a sound house. */
export async function wrongPeople(db: Db): Promise<string[]> {
  const all = await db.select({ id: people.id }).from(people).where(sql`${people.joined_into} is null`)
  const bearers = await readBearers(
    db,
    all.map(({ id }) => id),
  )
  const named = await db.select().from(personIdentities)
  return [
    ...all.flatMap(({ id }) => (bearers.has(id) ? [] : [`person ${id} has nothing`])),
    ...named.flatMap(({ person, kind, value }) =>
      bearers.get(person)?.some(({ values }) => values.includes(value))
        ? []
        : [`${kind} ${value} names person ${person}, who has it no more`],
    ),
  ]
}
