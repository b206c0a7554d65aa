/** Trading days of the exchange, and those without rows (docs/product/stock.md#trading-days). */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { exchangeHolidays, stockPrices } from '#server/db/tables/stock.ts'

/** SQL: whether a date is a weekday and no exchange holiday, regardless of rows. */
export const isTradingDay = (day: SQLWrapper): SQL<boolean> => sql`(extract(isodow from ${day}) < 6
  and not exists (select 1 from ${exchangeHolidays} where ${exchangeHolidays.date} = ${day}))`

/** SQL: whether a trading day is between two dates: a gap if only both ends have rows. */
export const hasGap = (after: SQLWrapper, until: SQLWrapper): SQL<boolean> => sql`(${until} - ${after} > 1 and exists (
  select 1 from generate_series(1, ${until} - ${after} - 1) as step where ${isTradingDay(sql`(${after} + step)`)}))`

/** How many trading days come after a day ('YYYY-MM-DD') up to another. */
export async function countTradingDays(db: Db, after: string, until: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from generate_series(1, ${until}::date - ${after}::date) as step
    where ${isTradingDay(sql`(${after}::date + step)`)}`)
  return rows[0]?.count ?? 0
}

/** First and last trading day, 'YYYY-MM-DD'; `of_all`: no stock has a row. */
type Gap = { from: string; to: string; of_all: boolean }

/** Returns trading days from `from` to `to` without a row of the stock, consecutive ones together; newest first. */
export async function gapsOf(db: Db, stockId: number, from: string, to: string): Promise<Gap[]> {
  const { rows } = await db.execute<Gap>(sql`
    with days as (select ${from}::date + step as day from generate_series(0, ${to}::date - ${from}::date) as step),
    traded as (select day, row_number() over (order by day) as place,
        exists (select 1 from ${stockPrices} where ${stockPrices.stock_id} = ${stockId} and ${stockPrices.date} = day) as is_own,
        not exists (select 1 from ${stockPrices} where ${stockPrices.date} = day) as of_all
      from days where ${isTradingDay(sql`day`)}),
    missing as (select *, place - row_number() over (partition by of_all order by day) as run from traded where not is_own)
    select min(day)::text as "from", max(day)::text as "to", of_all from missing group by of_all, run order by 1 desc`)
  return rows
}

/** Exchange holidays from a day to another, 'YYYY-MM-DD'. */
export async function holidaysBetween(db: Db, from: string, to: string): Promise<string[]> {
  const { date } = exchangeHolidays
  const rows = await db.select({ date }).from(exchangeHolidays).where(sql`${date} between ${from} and ${to}`).orderBy(date)
  return rows.map((row) => row.date)
}
