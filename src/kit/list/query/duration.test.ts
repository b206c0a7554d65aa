import fc from 'fast-check'
import { expect, it } from 'vitest'
import { daysInMonth, weekdayOf } from '#contract/lib/wib.ts'
import { type Duration, durationRange, readDuration, weekOptions, withType, yearOptions } from './duration.ts'

const today = '2026-11-20'
const years = fc.integer({ min: 2000, max: 2060 })
const months = fc.integer({ min: 1, max: 12 })

it('yearOptions returns the current year and the three before it', () => {
  expect(yearOptions(today)).toEqual([2026, 2025, 2024, 2023])
})

it('weekOptions counts the Mondays of a month', () => {
  expect(weekOptions(2026, 11).map(({ from }) => from)).toEqual(['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30'])
  expect(weekOptions(2026, 2)).toHaveLength(4)
  fc.assert(
    fc.property(years, months, (year, month) => {
      const days = Array.from(
        { length: daysInMonth(year, month) },
        (_, i) => `${year}-${String(month).padStart(2, '0')}-${String(i + 1).padStart(2, '0')}`,
      )
      const weeks = weekOptions(year, month)
      expect(weeks.map(({ from }) => from)).toEqual(days.filter((day) => weekdayOf(day) === 0))
      expect(weeks.every(({ to }) => weekdayOf(to) === 6)).toBe(true)
    }),
  )
})

it('durationRange covers the chosen days', () => {
  expect(durationRange({ type: 'daily', day: today }, today)).toEqual({ from: today, to: today })
  expect(durationRange({ type: 'weekly', year: 2026, month: 11, week: 5 }, today)).toEqual({ from: '2026-11-30', to: '2026-12-06' })
  expect(durationRange({ type: 'monthly', year: 2024, month: 2 }, today)).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  expect(durationRange({ type: 'ytd', year: 2026 }, today)).toEqual({ from: '2026-01-01', to: today })
  expect(durationRange({ type: 'ytd', year: 2025 }, today)).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  expect(durationRange({ type: 'custom', from: '2026-01-05', to: '2026-02-01' }, today)).toEqual({ from: '2026-01-05', to: '2026-02-01' })
})

it('withType starts a year to date with this year, and keeps a chosen one', () => {
  expect(durationRange(withType({ type: 'custom' }, 'ytd', today), today)).toEqual({ from: '2026-01-01', to: today })
  expect(withType({ type: 'monthly', year: 2024, month: 3 }, 'ytd', today)).toMatchObject({ type: 'ytd', year: 2024 })
  expect(withType({ type: 'ytd', year: 2026 }, 'daily', today)).toMatchObject({ type: 'daily' })
})

it('withType starts a month with the current one, and keeps a chosen one or another year', () => {
  expect(withType({ type: 'custom' }, 'monthly', today)).toEqual({ type: 'monthly', year: 2026, month: 11 })
  expect(withType({ type: 'weekly', year: 2026, month: 3 }, 'monthly', today)).toEqual({ type: 'monthly', year: 2026, month: 3 })
  expect(withType({ type: 'ytd', year: 2024 }, 'monthly', today)).toEqual({ type: 'monthly', year: 2024 })
})

it.each([
  { type: 'daily' },
  { type: 'weekly', year: 2026, month: 11 },
  { type: 'weekly', year: 2026, month: 2, week: 5 },
  { type: 'monthly', year: 2026 },
  { type: 'ytd' },
  { type: 'custom', from: '2026-01-05' },
  { type: 'custom', from: '2026-02-05', to: '2026-02-01' },
] as const)('durationRange returns null while a part is missing in %o', (duration) => {
  expect(durationRange(duration, today)).toBeNull()
})

it('readDuration returns the choice that made a range', () => {
  const choices: Duration[] = [
    { type: 'daily', day: today },
    { type: 'weekly', year: 2026, month: 11, week: 5 },
    { type: 'monthly', year: 2024, month: 2 },
    { type: 'ytd', year: 2026 },
    { type: 'ytd', year: 2025 },
    { type: 'custom', from: '2026-01-05', to: '2026-02-01' },
  ]
  for (const choice of choices) {
    const range = durationRange(choice, today)
    expect(range && readDuration(range, today)).toEqual(choice)
  }
  expect(readDuration({ from: '2001-02-01', to: '2001-02-28' }, today).type, 'a year that is not offered').toBe('custom')
})

it.each(['+275760-09-13', 'x-3', '', '2026-99-99', '0000-00-00', '20260-01-01'])('readDuration returns custom dates for %j', (from) => {
  expect(readDuration({ from, to: today }, today)).toEqual({ type: 'custom', from, to: today })
  const [year, month] = from.split('-').map(Number)
  expect(durationRange({ type: 'weekly', year: year ?? Number.NaN, month: month ?? Number.NaN, week: 1 }, today)).toBeNull()
})
