import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { tradeWarnings } from './trade-warnings.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
  await loadMessages('forms')
})
afterAll(() => vi.unstubAllGlobals())

const known = {
  board: 'Utama',
  prices: [{ date: '2026-06-17', previous: 1_000, high: 1_050, low: 1_000, close: 1_000, volume: 100, before: null }],
  holidays: [{ date: '2026-06-16' }],
}
const found = (trades: unknown) => Object.fromEntries(tradeWarnings(trades, known))

it("a trade on a Saturday or a holiday, and a price far from its day's, get warnings at their fields", () => {
  const trades = [
    { date: '2026-06-16', price: 1_000 },
    { date: '2026-06-17', price: 1_050 },
    { date: '2026-06-17', price: 5_000 },
    { date: '2026-06-20', price: null },
  ]
  expect(found(trades)).toEqual({
    'trades.0.date': 'The exchange did not trade on this day',
    'trades.2.price': 'Far from the prices of this day, Rp 1,000 to Rp 1,050',
    'trades.3.date': 'The exchange did not trade on this day',
  })
})

it('only weekends are checked without prices, and empty fields get no warning', () => {
  expect(
    Object.keys(
      Object.fromEntries(
        tradeWarnings([
          { date: '2026-06-20', price: 1 },
          { date: '2026-06-16', price: 1 },
        ]),
      ),
    ),
  ).toEqual(['trades.0.date'])
  for (const trades of [undefined, [], [null], [{ date: '' }], [{ date: '2026-06-17', price: null }], [{ date: '2026-06-17' }]])
    expect(found(trades)).toEqual({})
})
