/** What a stock cost, day by day, and what is said of its newest price (rules of the stock desk, section 2). */
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { adjusted, extremes, type FollowedPrice } from '#contract/lib/adjusted-prices.ts'
import { isTraded } from '#contract/lib/day-price.ts'
import { priceBand } from '#contract/lib/price-band.ts'
import { addDays, weekdayOf, wibDay, wibText } from '#contract/lib/wib.ts'
import type { Db } from '#server/db/database.ts'
import { stockPrices, stocks } from '#server/db/stock.ts'

/** Every row of a stock by date, as the exchange wrote it; `adjusted` (contract/lib/adjusted-prices.ts) makes them comparable. */
export async function pricesOf(db: Db, stockId: number): Promise<FollowedPrice[]> {
  const { date, previous, high, low, close, volume } = stockPrices
  const dayBefore = sql`(select max(earlier.date) from ${stockPrices} as earlier where earlier.date < ${date})`
  const before = sql<
    string | null
  >`(select last.close from ${stockPrices} as last where last.stock_id = ${stockId} and last.date = ${dayBefore})`
  const rows = await db
    .select({ date, previous, high, low, close, volume, before })
    .from(stockPrices)
    .where(eq(stockPrices.stock_id, stockId))
    .orderBy(date)
  return rows.map((row) => ({ ...row, before: row.before === null ? null : Number(row.before) }))
}

/** Some of the newest rows of each stock, by date: the twenty traded days that a breakout is measured against, with untraded ones between. */
export async function recentPrices(db: Db, stockIds: readonly number[], count = 60): Promise<ReadonlyMap<number, FollowedPrice[]>> {
  const { stock_id, date, previous, high, low, close, volume } = stockPrices
  const place = sql<number>`row_number() over (partition by ${stock_id} order by ${date} desc)`.as('place')
  const dayBefore = sql`(select max(earlier.date) from ${stockPrices} as earlier where earlier.date < ${date})`
  const last = sql`over (partition by ${stock_id} order by ${date})`
  const before = sql<string | null>`case when lag(${date}) ${last} = ${dayBefore} then lag(${close}) ${last} end`.as('before')
  const recent = db
    .select({ stock_id, date, previous, high, low, close, volume, before, place })
    .from(stockPrices)
    .where(inArray(stock_id, [...stockIds]))
    .as('recent')
  const rows = await db.select().from(recent).where(sql`${recent.place} <= ${count}`).orderBy(asc(recent.date))
  const found = new Map<number, FollowedPrice[]>()
  for (const { stock_id: id, place: _, before: previousClose, ...row } of rows) {
    const list = found.get(id) ?? []
    list.push({ ...row, before: previousClose === null ? null : Number(previousClose) })
    found.set(id, list)
  }
  return found
}

const staleAfter = 5
const closesAt = '16:15'

/** Weekdays after `from` up to `to`. */
function weekdaysBetween(from: string, to: string): number {
  let count = 0
  for (let day = addDays(from, 1); day <= to && count <= staleAfter; day = addDays(day, 1)) if (weekdayOf(day) < 5) count += 1
  return count
}

export interface LastPrice {
  code: string
  close: number | null
  low_all_time: number | null
  high_all_time: number | null
  previous: number | null
  date: string | null
  /** Of today, before the exchange has closed. */
  provisional: boolean
  /** Older than five trading days, or five days running without trades. */
  stale: boolean
  /** Within which it may move today. */
  band: { low: number; high: number } | null
}

/** The newest price of a stock; null where there is no such code. */
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
    stale: weekdaysBetween(last.date, today) > staleAfter || (recent.length === staleAfter && !recent.some(isTraded)),
    band: priceBand(isToday ? last.previous : last.close, stock.board, today),
  }
}
