/** Values of positions: those derived from trades are stored, those from prices queried. */

import { and, asc, inArray, isNotNull, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { grouped } from '#contract/lib/grouped.ts'
import { type PriceAction, positionOf, type Trade } from '#contract/market/position.ts'
import type { Db } from '#server/db/database.ts'
import { positions } from '#server/db/tables/portfolios.ts'
import { stockActions, stockPrices } from '#server/db/tables/stock.ts'

/** Returns confirmed splits and rights issues, by stock and day. */
export async function confirmedActions(db: Db, stockIds: readonly number[]): Promise<ReadonlyMap<number, PriceAction[]>> {
  const { stock_id, date, kind, numerator, denominator, confirmed_at } = stockActions
  const rows = await db
    .select({ stock_id, date, kind, numerator, denominator })
    .from(stockActions)
    .where(and(inArray(stock_id, [...stockIds]), isNotNull(confirmed_at)))
    .orderBy(asc(date))
  return grouped(
    rows,
    (row) => row.stock_id,
    (row) => row,
  )
}

const isSide = (side: unknown): side is Trade['side'] => side === 'buy' || side === 'sell'

/** Returns a record's trades, stored or sent. */
export function tradesOf(record: Readonly<Record<string, unknown>>): Trade[] {
  const rows: unknown[] = Array.isArray(record.trades) ? record.trades : []
  return rows.flatMap((row) => {
    if (typeof row !== 'object' || row === null || !('date' in row && 'side' in row && 'shares' in row && 'price' in row)) return []
    const { date, side, shares, price } = row
    return isSide(side) ? [{ date: toText(date), side, shares: Number(shares), price: Number(price) }] : []
  })
}

/** Columns derived from trades and confirmed actions. */
export function derivedOf(trades: readonly Trade[], actions: readonly PriceAction[]) {
  const { held, cost_left, purchases, realised, last_sale, opened_on, closed_on } = positionOf(trades, actions, null)
  const has_sales = trades.some(({ side }) => side === 'sell')
  return { held, cost_left, purchases, realised, last_sale, opened_on, closed_on, is_open: held > 0, has_sales }
}

/** Newest close of a position's stock. */
const lastClose = sql<number | null>`(select ${stockPrices.close} from ${stockPrices} where ${stockPrices.stock_id} = ${positions.stock_id}
  order by ${stockPrices.date} desc limit 1)`
const { held, cost_left, purchases, realised } = positions
const unrealised = sql<number | null>`(case when ${held} = 0 then 0 else ${held} * ${lastClose} - ${cost_left} end)`

/** Values of a position at the newest close; percent rounded once, half away from zero (contract/lib/percent.ts). */
export const valued = {
  current_price: lastClose,
  average: sql<number | null>`round(${cost_left}::numeric / nullif(${held}, 0), 2)::float8`,
  unrealised,
  gain: sql<number | null>`round((${realised} + ${unrealised}) * 100.0 / nullif(${purchases}, 0), 2)::float8`,
}
