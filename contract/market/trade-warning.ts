/** Warnings about trades, which are stored anyway (docs/product/picks.md#trade-warnings). */

import { weekdayOf } from '../lib/wib.ts'
import { type DayPrice, isTraded } from './day-price.ts'
import type { Trade } from './position.ts'
import { priceBand } from './price-band.ts'

export const tradeWarningCodes = ['exchange_closed', 'not_traded', 'far_price'] as const

/** Field of the trade concerned; `low` and `high` of the day, for a price far outside. */
export type TradeWarning =
  | { field: 'date'; code: 'exchange_closed' | 'not_traded' }
  | { field: 'price'; code: 'far_price'; params: { low: number; high: number } }

/** Data of the stock on the day of the trade. */
export interface TradeDay {
  /** Null if none came, or not yet. */
  row: Pick<DayPrice, 'high' | 'low' | 'volume'> | null
  isHoliday: boolean
  /** The current board; the one of that day is unknown. */
  board: string | null
}

/** Returns whether a price is outside low and high by more than the widest band of any possible board. */
function isFar({ date, price }: Pick<Trade, 'date' | 'price'>, low: number, high: number, board: string | null): boolean {
  const boards = [null, board]
  const least = Math.min(low, ...boards.map((each) => priceBand(low, each, date).low))
  const most = Math.max(high, ...boards.map((each) => priceBand(high, each, date).high))
  return price < least || price > most
}

/** Warns of a day without trading, or a price outside its low and high by more than a band; null for no warning. */
export function tradeWarning(trade: Pick<Trade, 'date' | 'price'>, { row, isHoliday, board }: TradeDay): TradeWarning | null {
  if (row && isTraded(row))
    return isFar(trade, row.low, row.high, board) ? { field: 'price', code: 'far_price', params: { low: row.low, high: row.high } } : null
  if (isHoliday || weekdayOf(trade.date) > 4) return { field: 'date', code: 'exchange_closed' }
  return row ? { field: 'date', code: 'not_traded' } : null
}
