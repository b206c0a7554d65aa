/** How recommendations did, by category: those that were entered in the period and told in time. */
import { sql } from 'drizzle-orm'
import { inPercent, median } from '#contract/lib/performance.ts'
import { pickCategories } from '#contract/sections/stock/categories.ts'
import type { Db } from '#server/db/database.ts'
import { stockPicks } from '#server/db/picks.ts'
import { followBuys } from '#server/picks/lives.ts'
import type { Period } from './performance.ts'

export async function recommendationsIn(db: Db, { product, category, from, to }: Period) {
  const forProduct = product === null ? undefined : sql`${stockPicks.audience} @> ${JSON.stringify([product.toLowerCase()])}::jsonb`
  const buys = await followBuys(db, forProduct)
  const entered = buys.filter(({ late, life: { entry } }) => !late && entry && entry.date <= to && (from === null || entry.date >= from))
  return pickCategories
    .filter((name) => category === null || name === category)
    .map((name) => {
      const gains = entered.flatMap((buy) => (buy.category === name && buy.life.gain !== null ? [buy.life.gain] : []))
      const wins = gains.filter((gain) => gain > 0).length
      const mean = gains.length ? gains.reduce((sum, gain) => sum + gain, 0) / gains.length / 100 : null
      const middle = median(gains)
      return {
        category: name,
        n: gains.length,
        wins,
        rate: gains.length ? inPercent(wins / gains.length) : null,
        mean: inPercent(mean),
        median: middle === null ? null : inPercent(middle / 100),
      }
    })
}
