/** Splits and rights issues: days whose `previous` differs from the last close (docs/product/stock.md#splits-and-rights-issues). */
import { type SQL, sql } from 'drizzle-orm'
import { arrayOf } from '#server/db/array-of.ts'
import type { Db } from '#server/db/database.ts'
import { stockActions, stockPrices } from '#server/db/tables/stock.ts'
import { hasGap } from './trading-days.ts'

/**
 * Proposes an action for each such day of these stocks, all when null, except after a gap. Confirmed ones stay; others whose price was
 * corrected are deleted. 1/f or f within 0.5 % of a whole number from 2 on is a split.
 */
export async function detectActions(db: Db, stockIds: readonly number[] | null): Promise<void> {
  const among = (column: SQL) => (stockIds ? sql`${column} = any(${arrayOf(stockIds)})` : sql`true`)
  const days = sql`select stock_id, date, previous, lag(close) over own as close, lag(date) over own as day_before
    from ${stockPrices} where ${among(sql`stock_id`)} window own as (partition by stock_id order by date)`
  const found = sql`select stock_id, date, previous, close from days
    where abs(previous - close) * 1000 > close and previous > 0 and not ${hasGap(sql`day_before`, sql`date`)}`
  const near = (ratio: SQL) => sql`(round(${ratio}) >= 2 and abs(${ratio} - round(${ratio})) <= 0.005 * round(${ratio}))`
  const kind = sql`case when ${near(sql`(previous::numeric / close)`)} or ${near(sql`(close::numeric / previous)`)} then 'split' else 'rights' end`
  await db.execute(sql`with days as (${days}), found as (${found}), gone as (
      delete from ${stockActions} where ${among(sql`${stockActions.stock_id}`)} and ${stockActions.confirmed_at} is null
        and not exists (select 1 from found where found.stock_id = ${stockActions.stock_id} and found.date = ${stockActions.date}))
    insert into ${stockActions} (stock_id, date, kind, numerator, denominator)
    select stock_id, date, ${kind}, previous, close from found order by stock_id, date
    on conflict (stock_id, date) do update set kind = excluded.kind, numerator = excluded.numerator, denominator = excluded.denominator
      where ${stockActions.confirmed_at} is null`)
}
