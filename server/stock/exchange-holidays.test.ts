import { expect, it } from 'vitest'
import { addDays, weekdayOf } from '#contract/lib/wib.ts'
import { exchangeHolidays } from './exchange-holidays.ts'

it.each([
  ['2021', 247],
  ['2022', 246],
  ['2023', 239],
  ['2024', 237],
  ['2025', 236],
  ['2026', 239],
])('the calendar of %s leaves as many trading days as the exchange announced: %d', (year, expected) => {
  const closed = new Set(exchangeHolidays)
  let count = 0
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1)) if (weekdayOf(day) < 5 && !closed.has(day)) count += 1
  expect(count).toBe(expected)
})

it('holidays are weekdays, each once and in their order', () => {
  expect(exchangeHolidays.filter((day) => weekdayOf(day) > 4)).toEqual([])
  expect(exchangeHolidays).toEqual([...new Set(exchangeHolidays)].sort())
})
