/** Warnings about trades of positions, by current prices and holidays (contract/market/trade-warning.ts). */
import { sql } from 'drizzle-orm'
import { problem } from '#contract/kit/field/problem.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { type TradeDay, tradeWarning } from '#contract/market/trade-warning.ts'
import type { Db } from '#server/db/database.ts'
import { exchangeHolidays, stockPrices, stocks } from '#server/db/tables/stock.ts'
import { tradesOf } from './read.ts'

const keyOf = (stock: unknown, date: string) => `${stock} ${date}`

type Found = { stock_id: number; date: string; high: number | null; low: number | null; volume: number | null } & Pick<
  TradeDay,
  'board'
> & { is_holiday: boolean }

/** Distinct days of stocks, keyed by `keyOf`. */
async function daysOf(db: Db, keys: readonly { stock_id: number; date: string }[]): Promise<ReadonlyMap<string, TradeDay>> {
  const wanted = JSON.stringify(keys)
  const { rows } = await db.execute<Found>(sql`
    select wanted.stock_id, wanted.date::text, price.high, price.low, price.volume, stock.board,
      exists (select 1 from ${exchangeHolidays} where ${exchangeHolidays.date} = wanted.date) as is_holiday
    from (select distinct stock_id, date from jsonb_to_recordset(${wanted}::jsonb) as given (stock_id bigint, date date)) as wanted
    join ${stocks} as stock on stock.id = wanted.stock_id
    left join ${stockPrices} as price on price.stock_id = wanted.stock_id and price.date = wanted.date`)
  return new Map(
    rows.map(({ stock_id, date, high, low, volume, board, is_holiday }) => {
      const row = volume === null ? null : { high: Number(high), low: Number(low), volume: Number(volume) }
      return [keyOf(stock_id, date), { row, isHoliday: is_holiday, board }]
    }),
  )
}

/** Adds warnings to positions by path of the field, with one query. */
export async function addWarnings(db: Db, rows: AnyRow[]): Promise<void> {
  const held = rows.map((row) => ({ row, stock_id: Number(row.stock_id), trades: tradesOf(row) }))
  const days = await daysOf(
    db,
    held.flatMap(({ stock_id, trades }) => trades.map(({ date }) => ({ stock_id, date }))),
  )
  for (const { row, stock_id, trades } of held)
    row.warnings = trades.flatMap((trade, index) => {
      const day = days.get(keyOf(stock_id, trade.date))
      const found = day && tradeWarning(trade, day)
      if (!found) return []
      const { low = null, high = null } = found.code === 'far_price' ? found.params : {}
      const { message } = problem(found.code, found.code === 'far_price' ? found.params : undefined)
      return [{ field: `trades.${index}.${found.field}`, code: found.code, message, low, high }]
    })
}
