import { expect, it } from 'vitest'
import { addDays, weekdayOf } from '#contract/lib/wib.ts'
import { easterOf, exchangeHolidays, isAnnounced } from './exchange-holidays.ts'

it.each([
  ['2021', 247],
  ['2022', 246],
  ['2023', 239],
  ['2024', 237],
  ['2025', 236],
  ['2026', 239],
])('the calendar of %s leaves as many trading days as the exchange announced: %d', (year, expected) => {
  const closed = new Set(exchangeHolidays(2026))
  let count = 0
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1)) if (weekdayOf(day) < 5 && !closed.has(day)) count += 1
  expect(count).toBe(expected)
})

it('holidays are weekdays, each once and in their order', () => {
  const days = exchangeHolidays(2040)
  expect(days.filter((day) => weekdayOf(day) > 4)).toEqual([])
  expect(days).toEqual([...new Set(days)].sort())
})

it.each([
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
  [2049, '2049-04-18'],
  [2076, '2076-04-19'],
])('Easter of %d is %s', (year, day) => expect(easterOf(year)).toBe(day))

it('a year that is not announced has the holidays that can be computed', () => {
  expect([2026, 2027].map(isAnnounced)).toEqual([true, false])
  expect(exchangeHolidays(2028).filter((day) => day > '2027')).toEqual([
    ...['2027-01-01', '2027-03-26', '2027-05-06', '2027-06-01', '2027-08-17', '2027-12-31'],
    ...['2028-04-14', '2028-05-01', '2028-05-25', '2028-06-01', '2028-08-17', '2028-12-25'],
  ])
})
