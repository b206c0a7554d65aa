import { expect, it } from 'vitest'
import { roundPrice, tickOf } from '../lib/price-tick.ts'
import { priceBand } from './price-band.ts'

it.each([
  [199.5, 200],
  [201, 202],
  [2001, 2000],
  [4995, 5000],
  [5012, 5000],
  [5013, 5025],
])('rounds %d to the tradable %d', (price, expected) => {
  expect(roundPrice(price)).toBe(expected)
})

it('roundPrice is idempotent and monotonic', () => {
  let before = 0
  for (let price = 1; price < 12_000; price += 0.5) {
    const rounded = roundPrice(price)
    expect(roundPrice(rounded)).toBe(rounded)
    expect(rounded).toBeGreaterThanOrEqual(before)
    expect(Math.abs(rounded - price)).toBeLessThanOrEqual(tickOf(price) / 2)
    before = rounded
  }
})

it.each([
  [147, 'Pengembangan', '2021-12-15', 137, 198],
  [5450, 'Utama', '2021-12-15', 5075, 6525],
  [222, 'Akselerasi', '2026-03-02', 200, 244],
  [372, 'Utama', '2026-03-02', 318, 464],
  [8, 'Pemantauan Khusus', '2026-03-02', 7, 9],
  [372, 'Utama', '2023-06-04', 346, 464],
  [372, 'Utama', '2023-06-05', 318, 464],
  [372, 'Utama', '2023-09-04', 280, 464],
  [372, 'Pemantauan Khusus', '2024-03-22', 280, 464],
  [372, 'Pemantauan Khusus', '2024-03-25', 336, 408],
  [372, 'Utama', '2025-04-08', 318, 464],
  [50, 'Utama', '2026-03-02', 50, 67],
  [1, 'Akselerasi', '2026-03-02', 1, 2],
])('a price of %d on the board %s on %s may move from %d to %d', (price, board, date, low, high) => {
  expect(priceBand(price, board, date)).toEqual({ low, high })
})
