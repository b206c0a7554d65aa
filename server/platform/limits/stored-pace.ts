/** Slows down instead of refusing: gives each its turn, over all processes. */
import { sql } from 'drizzle-orm'
import { grouped } from '#contract/lib/grouped.ts'
import { attempts } from '#server/db/tables/platform.ts'
import type { Platform } from '../core/context.ts'
import { batchCalls } from './batch-calls.ts'

export interface Turn {
  /** Until the turn; 0: now. */
  seconds: number
  /** No turn within the longest wait: none was taken. */
  isRefused: boolean
}

interface PaceOptions {
  /** So many at once have no wait. */
  burst: number
  perMinute: number
  /** Seconds. */
  maxWait: number
}

/** Paces of one `name` share turns. Not for use within a transaction. */
export function storedPace(
  { database, tokens }: Pick<Platform, 'database' | 'tokens'>,
  name: string,
  { burst, perMinute, maxWait }: PaceOptions,
): (key: string) => Promise<Turn> {
  const interval = 60 / perMinute
  const most = burst * interval + maxWait
  /** Seconds until all turns that were given are over. */
  const debt = sql`greatest(0, extract(epoch from ${attempts.ends_at} - now()))::float8`
  const turns = (debtNow: typeof debt, count: number) =>
    sql`greatest(0, least(${count}::int, floor((${most}::float8 - ${debtNow}) / ${interval}::float8 + 1e-6)))::int`

  /** One statement for all of this moment. Keys in order, so that two processes never wait for each other. */
  return batchCalls(
    async (keys: readonly string[]): Promise<Turn[]> => {
      const digests = keys.map((key) => tokens.digest(`pace ${name} ${key}`))
      const own = grouped(
        [...digests.entries()],
        ([, digest]) => digest,
        ([at]) => at,
      )
      const given = keys.map((): Turn => ({ seconds: 0, isRefused: false }))
      for (const [key, each] of [...own].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const first = turns(sql`0`, each.length)
        const later = turns(debt, each.length)
        const after = (count: typeof first, from: typeof debt) =>
          sql`now() + make_interval(secs => ${from} + ${count} * ${interval}::float8)`
        const [row] = await database.db
          .insert(attempts)
          .values({ key, times: first, ends_at: after(first, sql`0`) })
          .onConflictDoUpdate({ target: attempts.key, set: { times: later, ends_at: after(later, debt) } })
          .returning({ taken: attempts.times, debt: sql<number>`extract(epoch from ${attempts.ends_at} - now())::float8` })
        if (!row) throw new Error('no turn was given')
        const before = row.debt - row.taken * interval
        for (const [nth, at] of each.entries())
          given[at] = { seconds: Math.max(0, before + (nth + 1 - burst) * interval), isRefused: nth >= row.taken }
      }
      return given
    },
    { max: 500, splits: true },
  )
}
