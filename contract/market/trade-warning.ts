/** What is odd about a trade, which is stored all the same (docs/product/picks.md#trade-warnings). */

import { weekdayOf } from '../lib/wib.ts'
import { type DayPrice, isTraded } from './day-price.ts'
import type { Trade } from './position.ts'
import { priceBand } from './price-band.ts'

export const tradeWarningCodes = ['exchange_closed', 'not_traded', 'far_price'] as const

/** The field of the trade that it stands at; `low` and `high` are those of the day, where the price is far from them. */
export type TradeWarning =
  | { field: 'date'; code: 'exchange_closed' | 'not_traded' }
  | { field: 'price'; code: 'far_price'; params: { low: number; high: number } }

/** What is known of the stock on the day of the trade. */
export interface TradeDay {
  /** Null where none came: not yet, or never. */
  row: Pick<DayPrice, 'high' | 'low' | 'volume'> | null
  isHoliday: boolean
  /** As it is now; which one it was on then is not known. */
  board: string | null
}

/** Below the low, or above the high, by more than the widest band from there on any board that the stock may have been on. */
function isFar({ date, price }: Pick<Trade, 'date' | 'price'>, low: number, high: number, board: string | null): boolean {
  const boards = [null, board]
  const least = Math.min(low, ...boards.map((each) => priceBand(low, each, date).low))
  const most = Math.max(high, ...boards.map((each) => priceBand(high, each, date).high))
  return price < least || price > most
}

/** A day without trading, or a price outside that day's low and high by more than a band; null where nothing is odd, or known. */
export function tradeWarning(trade: Pick<Trade, 'date' | 'price'>, { row, isHoliday, board }: TradeDay): TradeWarning | null {
  if (row && isTraded(row))
    return isFar(trade, row.low, row.high, board) ? { field: 'price', code: 'far_price', params: { low: row.low, high: row.high } } : null
  if (isHoliday || weekdayOf(trade.date) > 4) return { field: 'date', code: 'exchange_closed' }
  return row ? { field: 'date', code: 'not_traded' } : null
}
