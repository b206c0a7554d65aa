/** The exchange's own index from a feed: in points, so it is stored apart from prices. */
import { inArray, sql } from 'drizzle-orm'
import type { DayPrice } from '#contract/market/day-price.ts'
import type { Db } from '#server/db/database.ts'
import { indexPrices } from '#server/db/tables/stock.ts'

export type IndexVerdict = 'created' | 'updated' | 'unchanged' | 'duplicate'

const textOf = ({ previous, close }: Pick<DayPrice, 'previous' | 'close'>) => `${previous} ${close}`

/** Returns the verdict of each day in order; of conflicting days the first counts. */
export async function storeIndex(db: Db, days: readonly DayPrice[], dryRun: boolean): Promise<IndexVerdict[]> {
  if (!days.length) return []
  const dates = days.map(({ date }) => date)
  const stored = await db.select().from(indexPrices).where(inArray(indexPrices.date, dates))
  const known = new Map(stored.map((row) => [row.date, textOf(row)]))
  const seen = new Map<string, string>()
  const changed: DayPrice[] = []
  const verdicts = days.map((day): IndexVerdict => {
    const [text, earlier] = [textOf(day), seen.get(day.date)]
    if (earlier !== undefined && earlier !== text) return 'duplicate'
    seen.set(day.date, text)
    if (earlier === text || known.get(day.date) === text) return 'unchanged'
    changed.push(day)
    return known.has(day.date) ? 'updated' : 'created'
  })
  if (changed.length && !dryRun)
    await db
      .insert(indexPrices)
      .values(changed.map(({ date, previous, close }) => ({ date, previous, close })))
      .onConflictDoUpdate({ target: indexPrices.date, set: { previous: sql`excluded.previous`, close: sql`excluded.close` } })
  return verdicts
}
