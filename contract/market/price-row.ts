/** Validation of a price row (docs/product/stock.md#daily-prices). */

import type { FieldProblem } from '../kit/field/errors.ts'
import { toText } from '../kit/field/guards.ts'
import { problem } from '../kit/field/problem.ts'
import { weekdayOf } from '../lib/wib.ts'
import type { DayPrice } from './day-price.ts'
import { type PriceColumn, priceDay, type RawPrice } from './price-file.ts'

export type CheckedPrice = { ok: true; code: string; price: DayPrice } | { ok: false; field: PriceColumn; problem: FieldProblem }

/** Code of the exchange's own index in a feed; its points may be fractions. */
export const indexCode = 'COMPOSITE'
/** Above any index or price. */
const maxPoints = 1e9

const amounts = ['previous', 'high', 'low', 'close', 'volume'] as const
const refused = (field: PriceColumn, code: string, params?: Record<string, number>): CheckedPrice => ({
  ok: false,
  field,
  problem: problem(code, params),
})

/** `today`: the newest valid day, in WIB. That the code exists is checked by the database. */
export function checkPrice(raw: RawPrice, today: string): CheckedPrice {
  const code = toText(raw.code).trim().toUpperCase().replace(/\.JK$/, '')
  if (code === '') return refused('code', 'required')
  const isIndex = code === indexCode
  if (!isIndex && !/^[A-Z]{4}$/.test(code)) return refused('code', 'stock_code')
  if (raw.date == null || raw.date === '') return refused('date', 'required')
  const date = priceDay(raw.date)
  if (date === null) return refused('date', 'date')
  if (date > today) return refused('date', 'future')
  if (weekdayOf(date) > 4) return refused('date', 'weekend')
  const price = { date, previous: 0, high: 0, low: 0, close: 0, volume: 0 }
  for (const name of amounts) {
    const value = raw[name]
    if (value == null || value === '') return refused(name, 'required')
    if (typeof value !== 'number') return refused(name, 'number')
    if (isIndex && name !== 'volume' ? !(value <= maxPoints) : !Number.isSafeInteger(value)) return refused(name, 'integer')
    const min = name === 'close' || (isIndex && name === 'previous') ? 1 : 0
    if (value < min) return refused(name, 'min_value', { min })
    price[name] = value
  }
  if (price.volume > 0 && price.close < price.low) return refused('low', 'price_range')
  if (price.volume > 0 && price.close > price.high) return refused('high', 'price_range')
  return { ok: true, code, price }
}
