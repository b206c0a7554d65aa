/**
 * Benchmark: the exchange's own index from a feed, else all stocks weighted by market value, which is 'IHSG-like'
 * (docs/product/stock.md#benchmark).
 */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { indexPrices, stockPrices, stocks } from '#server/db/tables/stock.ts'

export interface BenchmarkDay {
  date: string
  factor: number
  /** Of the exchange's own index. */
  is_index: boolean
}

/**
 * Returns the daily factor from `from` to `to`: the index's close over the previous one, or the value of the day's rows at closes over that
 * at previous prices. A new listing counts from its second day.
 */
export async function benchmarkFactors(db: Db, from: string, to: string): Promise<BenchmarkDay[]> {
  const { rows } = await db.execute<{ date: string; factor: number; is_index: boolean }>(sql`
    with weighted as (
      select row.date,
        (sum(row.close::numeric * stock.listed_shares) / nullif(sum(row.previous::numeric * stock.listed_shares), 0))::float8 as factor
      from ${stockPrices} as row join ${stocks} as stock on stock.id = row.stock_id
      where row.date between ${from} and ${to} and stock.listed_shares is not null
        and stock.listed_on is distinct from row.date
      group by row.date having sum(row.previous::numeric * stock.listed_shares) > 0),
    fed as (select date, close / previous as factor from ${indexPrices} where date between ${from} and ${to})
    select coalesce(fed.date, weighted.date)::text as date, coalesce(fed.factor, weighted.factor) as factor,
      fed.date is not null as is_index
    from weighted full join fed on fed.date = weighted.date order by 1`)
  return rows.map(({ date, factor, is_index }) => ({ date, factor: Number(factor), is_index }))
}
