/** Limits that protect accounts and codes: in the database, so that they survive restarts and span processes. */
import { and, eq, gt, gte, sql } from 'drizzle-orm'
import { attempts } from '#server/db/tables/platform.ts'
import type { Platform } from './context.ts'
import { type Limit, tooMany } from './limits.ts'

export interface StoredLimit extends Limit {
  /** Throws 429 if the next attempt would; counts none. */
  check(key: string): Promise<void>
  /** Clears attempts after a right one. */
  clear(key: string): Promise<void>
  /** Takes back one attempt. */
  forgive(key: string): Promise<void>
}

/**
 * Limits attempts of a key to `points` within `seconds` of the first. Limits of one `name` share counts. Not for use within a transaction:
 * a refusal would roll back its count.
 */
export function storedLimit(
  { database, tokens }: Pick<Platform, 'database' | 'tokens'>,
  name: string,
  points: number,
  seconds: number,
): StoredLimit {
  const { db } = database
  // A typed name may be a password, so only its digest is stored.
  const is = (key: string) => eq(attempts.key, digestOf(key))
  const digestOf = (key: string) => tokens.digest(`limit ${name} ${key}`)
  const isOver = sql`${attempts.ends_at} <= now()`
  const end = sql`now() + make_interval(secs => ${seconds}::int)`
  const wait = sql<number>`ceil(extract(epoch from ${attempts.ends_at} - now()))::int`

  /** Seconds to wait; null within the limit. One statement, so that concurrent attempts are all counted. */
  async function count(key: string): Promise<number | null> {
    const [row] = await db
      .insert(attempts)
      .values({ key: digestOf(key), times: 1, ends_at: end })
      .onConflictDoUpdate({
        target: attempts.key,
        set: {
          times: sql`case when ${isOver} then 1 else ${attempts.times} + 1 end`,
          ends_at: sql`case when ${isOver} then ${end} else ${attempts.ends_at} end`,
        },
      })
      .returning({ times: attempts.times, wait })
    return row && row.times > points ? row.wait : null
  }

  return {
    async take(key) {
      const left = await count(key)
      if (left !== null) throw tooMany(left)
    },
    allows: async (key) => (await count(key)) === null,
    async check(key) {
      const [full] = await db
        .select({ wait })
        .from(attempts)
        .where(and(is(key), gte(attempts.times, points), gt(attempts.ends_at, sql`now()`)))
      if (full) throw tooMany(full.wait)
    },
    async clear(key) {
      await db.delete(attempts).where(is(key))
    },
    async forgive(key) {
      await db
        .update(attempts)
        .set({ times: sql`greatest(${attempts.times} - 1, 0)` })
        .where(is(key))
    },
  }
}
