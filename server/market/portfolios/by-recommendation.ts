/** Results of recommendations by category: those entered in the period and not late. */
import { sql } from 'drizzle-orm'
import { percentOf } from '#contract/lib/percent.ts'
import { meanPercent, medianPercent } from '#contract/market/performance.ts'
import { pickCategories } from '#contract/sections/stock/categories.ts'
import type { Db } from '#server/db/database.ts'
import { stockPicks } from '#server/db/tables/picks.ts'
import { followBuys } from '../picks/lives.ts'
import type { Period } from './performance.ts'

export async function recommendationsIn(db: Db, { product, category, from, to }: Period) {
  const forProduct = product === null ? undefined : sql`${stockPicks.audience} @> ${JSON.stringify([product.toLowerCase()])}::jsonb`
  const buys = await followBuys(db, forProduct)
  const entered = buys.filter(({ late, life: { entry } }) => !late && entry && entry.date <= to && (from === null || entry.date >= from))
  return pickCategories
    .filter((name) => category === null || name === category)
    .map((name) => {
      const gains = entered.flatMap((buy) => (buy.category === name && buy.life.ratio ? [buy.life.ratio] : []))
      const wins = gains.filter(({ n }) => n > 0n).length
      return {
        category: name,
        n: gains.length,
        wins,
        rate: percentOf(wins, gains.length),
        mean: meanPercent(gains),
        median: medianPercent(gains),
      }
    })
}
