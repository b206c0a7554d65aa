/** Limits that protect accounts and codes: in the database, so that they survive restarts and span processes. */
import { and, eq, gt, gte, sql } from 'drizzle-orm'
import { grouped } from '#contract/lib/grouped.ts'
import { attempts } from '#server/db/tables/platform.ts'
import type { Platform } from '../core/context.ts'
import { batchCalls } from './batch-calls.ts'
import { type Limit, tooMany } from './limits.ts'

export interface StoredLimit extends Limit {
  /** Counts an attempt. Returns seconds to wait; 0 within the limit. */
  count(key: string): Promise<number>
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
  const wait = sql<number>`greatest(1, ceil(extract(epoch from ${attempts.ends_at} - now())))::int`

  /**
   * Seconds to wait; 0 within the limit. One statement for all attempts of this moment, each counted. Keys in order, so that two processes
   * never wait for each other.
   */
  const count = batchCalls(
    async (keys: readonly string[]): Promise<number[]> => {
      const digests = keys.map(digestOf)
      const own = grouped(
        [...digests.entries()],
        ([, digest]) => digest,
        ([at]) => at,
      )
      const rows = await db
        .insert(attempts)
        .values([...own].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => ({ key, times: each.length, ends_at: end })))
        .onConflictDoUpdate({
          target: attempts.key,
          set: {
            times: sql`case when ${isOver} then excluded.times else ${attempts.times} + excluded.times end`,
            ends_at: sql`case when ${isOver} then ${end} else ${attempts.ends_at} end`,
          },
        })
        .returning({ key: attempts.key, times: attempts.times, wait })
      const waits = keys.map(() => 0)
      for (const row of rows)
        for (const [nth, at] of (own.get(row.key) ?? []).toReversed().entries()) if (row.times - nth > points) waits[at] = row.wait
      return waits
    },
    { max: 500, splits: true },
  )

  return {
    count,
    async take(key) {
      const left = await count(key)
      if (left !== 0) throw tooMany(left)
    },
    allows: async (key) => (await count(key)) === 0,
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
