/** What all stocks together did, weighted by what each is worth: 'IHSG-like' (rules of the stock desk, section 2). */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { stockPrices, stocks } from '#server/db/stock.ts'

/**
 * How much the exchange multiplied by on each trading day from `from` to `to`: the worth of the day's rows at their closes over that at
 * their previous prices. A stock on the day of its listing counts from the next.
 */
export async function benchmarkFactors(db: Db, from: string, to: string): Promise<{ date: string; factor: number }[]> {
  const { rows } = await db.execute<{ date: string; factor: number }>(sql`
    select row.date::text as date,
      (sum(row.close::numeric * stock.listed_shares) / nullif(sum(row.previous::numeric * stock.listed_shares), 0))::float8 as factor
    from ${stockPrices} as row join ${stocks} as stock on stock.id = row.stock_id
    where row.date between ${from} and ${to} and stock.listed_shares is not null
      and stock.listed_on is distinct from row.date
    group by row.date having sum(row.previous::numeric * stock.listed_shares) > 0 order by row.date`)
  return rows.map(({ date, factor }) => ({ date, factor: Number(factor) }))
}
