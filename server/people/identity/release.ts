/** What nothing bears any more is forgotten: identities first, then people. */
import { inArray, sql } from 'drizzle-orm'
import { arrayOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { people, personIdentities } from '#server/db/tables/identities.ts'
import { readBearers } from './bearers.ts'

/** Records of one person that are looked through. */
const allBearers = 10_000

/** After changes and deletions: forgets what these people had of them. Returns values that others share, and that are free now. */
export async function releasePeople(db: Db, given: readonly number[]): Promise<string[]> {
  const ids = [...new Set(given)].sort((a, b) => a - b)
  if (!ids.length) return []
  const bearers = await readBearers(db, ids, allBearers)
  const { id, person, value, apart } = personIdentities
  const theirs = await db.select({ id, person, value, apart }).from(personIdentities).where(inArray(person, ids))
  const stale = theirs.filter((one) => !bearers.get(one.person)?.some(({ values }) => values.includes(one.value)))
  if (stale.length)
    await db.delete(personIdentities).where(
      inArray(
        id,
        stale.map((one) => one.id),
      ),
    )
  const alone = ids.filter((each) => !bearers.get(each)?.length)
  // Those who were joined into another one wait for being parted again.
  if (alone.length) await db.delete(people).where(sql`${people.id} = any(${arrayOf(alone)}) and ${people.joined_into} is null`)
  return stale.filter((one) => one.apart === 'shared').map((one) => one.value)
}
