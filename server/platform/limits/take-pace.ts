/** Paces what all processes send together: a token bucket in the database, which holds two seconds' worth. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { paces } from '#server/db/tables/platform.ts'

/**
 * Returns how many of `wanted` may be sent now, and takes them; 0 while fewer than a third of a second's worth are there, so that batches stay
 * large: look again in a moment. Not for use within a transaction.
 */
export async function takePace(db: Db, name: string, perMinute: number, wanted: number): Promise<number> {
  const full = Math.max(1, perMinute / 30)
  const least = Math.max(1, Math.min(wanted, Math.floor(perMinute / 180)))
  const now = sql`clock_timestamp()`
  await db.insert(paces).values({ name, tokens: full }).onConflictDoNothing()
  const filled = sql`least(${full}::float8, ${paces.tokens} + ${perMinute / 60}::float8 * greatest(0, extract(epoch from ${now} - ${paces.filled_at})))`
  const { rows } = await db.execute<{ granted: number }>(sql`
    with bucket as (select ${filled} as tokens from ${paces} where ${paces.name} = ${name} for update),
      taken as (select tokens, case when tokens < ${least}::float8 then 0 else least(${wanted}::float8, floor(tokens)) end as granted from bucket)
    update ${paces} set tokens = taken.tokens - taken.granted, filled_at = ${now} from taken where ${paces.name} = ${name}
    returning taken.granted::int as granted`)
  return rows[0]?.granted ?? 0
}
