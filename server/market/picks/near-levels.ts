/** Bought picks near a level, kept until something that they follow from changes (docs/product/picks.md#near-a-level). */
import { desc, sql } from 'drizzle-orm'
import { isNearLevel } from '#contract/market/near-level.ts'
import { recommendation } from '#contract/sections/stock/recommendation.ts'
import { onChange } from '#server/crud/query/totals.ts'
import type { Database, Db } from '#server/db/database.ts'
import { stockPicks } from '#server/db/tables/picks.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { followBuys, wasPublished } from './lives.ts'

interface NearLevels {
  /** Counts changes of picks and of prices, which name the section, too. */
  version: number
  listening: Promise<void>
  found: { key: string; ids: Promise<readonly number[]> } | null
}

const kept = new WeakMap<Database, NearLevels>()

function nearLevelsOf(database: Database): NearLevels {
  const known = kept.get(database)
  if (known) return known
  const made: NearLevels = { version: 0, listening: Promise.resolve(), found: null }
  made.listening = onChange(database, recommendation.name, () => {
    made.version += 1
  })
  kept.set(database, made)
  return made
}

/** Changes by itself with the day, on which buys expire, and with a pick whose time has come. */
async function dueState(db: Db): Promise<string> {
  const today = sql<string>`(now() at time zone 'Asia/Jakarta')::date::text`
  const newest = db
    .select({ at: stockPicks.published_on })
    .from(stockPicks)
    .where(wasPublished)
    .orderBy(desc(stockPicks.published_on))
    .limit(1)
  const { rows } = await db.execute<{ today: string; newest: string | null }>(sql`select ${today} as today, (${newest})::text as newest`)
  return `${rows[0]?.today} ${rows[0]?.newest}`
}

async function readNearLevels(db: Db): Promise<readonly number[]> {
  const bought = (await followBuys(db, undefined)).filter(({ life, sell }) => life.state === 'entered' && (!sell || sell.isScheduled))
  return bought.filter(({ close, life }) => close !== null && isNearLevel(close, [...life.targets, life.stop])).map(({ id }) => id)
}

/** Ids of bought picks without a published sell whose last close is near a remaining target or the stop. */
export async function findNearLevels({ database }: Pick<Platform, 'database'>): Promise<readonly number[]> {
  const near = nearLevelsOf(database)
  await near.listening
  const state = await dueState(database.db)
  // What changes while it is read makes another version, which is read again.
  const key = `${near.version} ${state}`
  if (near.found?.key === key) return near.found.ids
  const ids = readNearLevels(database.db)
  near.found = { key, ids }
  ids.catch(() => {
    near.found = null
  })
  return ids
}
