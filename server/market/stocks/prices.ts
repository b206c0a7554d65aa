/** Daily prices of a stock, and its newest price (docs/product/stock.md#daily-prices). */
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { grouped } from '#contract/lib/grouped.ts'
import { wibDay, wibText } from '#contract/lib/wib.ts'
import { adjusted, extremes, type FollowedPrice } from '#contract/market/adjusted-prices.ts'
import { isTraded } from '#contract/market/day-price.ts'
import { priceBand } from '#contract/market/price-band.ts'
import type { Db } from '#server/db/database.ts'
import { stockPrices, stocks } from '#server/db/tables/stock.ts'
import { countTradingDays, hasGap } from './trading-days.ts'

/**
 * Returns each stock's newest rows, unadjusted, by date: enough for the twenty traded days of a breakout. `adjusted`
 * (contract/market/adjusted-prices.ts) makes them comparable.
 */
export async function recentPrices(db: Db, stockIds: readonly number[], count = 60): Promise<ReadonlyMap<number, FollowedPrice[]>> {
  const { stock_id, date, previous, high, low, close, volume } = stockPrices
  const own = sql`over (partition by ${stock_id} order by ${date})`
  const place = sql<number>`row_number() over (partition by ${stock_id} order by ${date} desc)`.as('place')
  const dayBefore = sql<string | null>`lag(${date}) ${own}`.as('day_before')
  const closeBefore = sql<string | null>`lag(${close}) ${own}`.as('close_before')
  const recent = db
    .select({ stock_id, date, previous, high, low, close, volume, dayBefore, closeBefore, place })
    .from(stockPrices)
    .where(inArray(stock_id, [...stockIds]))
    .as('recent')
  const before = sql<string | null>`case when not ${hasGap(recent.dayBefore, recent.date)} then ${recent.closeBefore} end`
  const rows = await db
    .select({
      ...{ stock_id: recent.stock_id, date: recent.date, previous: recent.previous, high: recent.high, low: recent.low },
      ...{ close: recent.close, volume: recent.volume, before },
    })
    .from(recent)
    .where(sql`${recent.place} <= ${count}`)
    .orderBy(asc(recent.date))
  return grouped(
    rows,
    (row) => row.stock_id,
    ({ stock_id: _, ...row }) => ({ ...row, before: row.before === null ? null : Number(row.before) }),
  )
}

/** More days than the exchange is old. */
const allDays = 100_000

/** Returns all rows of a stock by date, unadjusted. */
export const pricesOf = async (db: Db, stockId: number): Promise<FollowedPrice[]> =>
  (await recentPrices(db, [stockId], allDays)).get(stockId) ?? []

const staleAfter = 5
const closesAt = '16:15'

export interface LastPrice {
  code: string
  close: number | null
  low_all_time: number | null
  high_all_time: number | null
  previous: number | null
  date: string | null
  /** Of today, before the exchange closes. */
  provisional: boolean
  /** Older than five trading days, or five days running without trades. */
  stale: boolean
  /** Limits of today's price. */
  band: { low: number; high: number } | null
}

/** Returns a stock's newest price; null for an unknown code. */
export async function lastPrice(db: Db, code: string, now: Date): Promise<LastPrice | null> {
  const [stock] = await db.select({ id: stocks.id, board: stocks.board }).from(stocks).where(eq(stocks.code, code)).limit(1)
  if (!stock) return null
  const rows = await pricesOf(db, stock.id)
  const last = rows.at(-1)
  if (!last)
    return {
      code,
      close: null,
      low_all_time: null,
      high_all_time: null,
      previous: null,
      date: null,
      provisional: false,
      stale: false,
      band: null,
    }
  const { low, high } = extremes(adjusted(rows))
  const today = wibDay(now)
  const isToday = last.date === today
  const recent = rows.slice(-staleAfter)
  return {
    code,
    close: last.close,
    low_all_time: low,
    high_all_time: high,
    previous: last.previous,
    date: last.date,
    provisional: isToday && wibText(now).slice(11, 16) < closesAt,
    stale: (await countTradingDays(db, last.date, today)) > staleAfter || (recent.length === staleAfter && !recent.some(isTraded)),
    band: priceBand(isToday ? last.previous : last.close, stock.board, today),
  }
}
