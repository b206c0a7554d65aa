import { expect, it } from 'vitest'
import { type TradeDay, tradeWarning } from './trade-warning.ts'

const traded: TradeDay = { row: { high: 1_050, low: 1_000, volume: 100 }, isHoliday: false, board: 'Utama' }
const untraded: TradeDay = { ...traded, row: { high: 0, low: 0, volume: 0 } }
const nothing: TradeDay = { ...traded, row: null }
const tuesday = '2026-06-09'
const codeOf = (date: string, price: number, day: TradeDay) => tradeWarning({ date, price }, day)?.code ?? null

it.each([
  ['a weekday with trades', tuesday, traded, null],
  ['a day of which no row came', tuesday, nothing, null],
  ['a day on which the stock was not traded', tuesday, untraded, 'not_traded'],
  ['a Saturday', '2026-06-13', nothing, 'exchange_closed'],
  ['a Sunday', '2026-06-14', nothing, 'exchange_closed'],
  ['a holiday', tuesday, { ...nothing, isHoliday: true }, 'exchange_closed'],
  ['a holiday with an untraded row', tuesday, { ...untraded, isHoliday: true }, 'exchange_closed'],
  ['a day that was no holiday after all', tuesday, { ...traded, isHoliday: true }, null],
])('a trade on %s is warned of where nobody could trade', (_, date, day, code) => {
  expect(codeOf(date, 1_000, day)).toBe(code)
})

it.each([
  // 25 % above the high, 15 % below the low.
  [1_310, null],
  [1_315, 'far_price'],
  [850, null],
  [845, 'far_price'],
  [10_500, 'far_price'],
])('a price of %d where the day had 1000 to 1050 is warned of beyond a band', (price, code) => {
  expect(codeOf(tuesday, price, traded)).toBe(code)
})

it('a warning names low and high of the day, and uses the widest band of any board', () => {
  expect(tradeWarning({ date: tuesday, price: 100 }, traded)).toEqual({
    field: 'price',
    code: 'far_price',
    params: { low: 1_000, high: 1_050 },
  })
  const watched: TradeDay = { row: { high: 8, low: 8, volume: 100 }, isHoliday: false, board: 'Pemantauan Khusus' }
  expect([7, 8, 10].map((price) => codeOf(tuesday, price, watched))).toEqual([null, null, null])
  expect([6, 11].map((price) => codeOf(tuesday, price, watched))).toEqual(['far_price', 'far_price'])
  expect(codeOf(tuesday, 1_200, { ...traded, board: 'Akselerasi' })).toBeNull()
})
