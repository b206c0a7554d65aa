import { describe, expect, it } from 'vitest'
import { bucketsOf, chartUnitOf, periodBefore, reportYears, resolvePeriod, weeksOfMonth, weekText } from './period.ts'

const today = '2026-11-25'
const resolve = (query: Readonly<Record<string, unknown>>) => resolvePeriod(query, ['paid_at', 'order_date'], today)

describe('resolvePeriod', () => {
  it.each([
    [{}, '2026-11-01', '2026-11-30'],
    [{ period: 'daily', day: '2026-02-28' }, '2026-02-28', '2026-02-28'],
    [{ period: 'weekly', week: '2026-W48' }, '2026-11-23', '2026-11-29'],
    [{ period: 'weekly', week: '2026-W53' }, '2026-12-28', '2027-01-03'],
    [{ period: 'weekly', week: '2026-W01' }, '2025-12-29', '2026-01-04'],
    [{ period: 'monthly', month: '2024-02' }, '2024-02-01', '2024-02-29'],
    [{ period: 'ytd', year: 2026 }, '2026-01-01', today],
    [{ period: 'ytd', year: 2023 }, '2023-01-01', '2023-12-31'],
    [{ period: 'custom', start_date: '2026-01-31', end_date: '2026-03-01', category: 'order_date' }, '2026-01-31', '2026-03-01'],
  ])('%o lasts from %s to %s', (query, from, to) => {
    expect(resolve(query)).toMatchObject({ ok: true, period: { from, to, before: null } })
  })

  it('goes by the first date of its report, where no custom period names another one', () => {
    const custom = { period: 'custom', start_date: today, end_date: today, category: 'order_date' }
    expect([resolve({}), resolve(custom)]).toMatchObject([{ period: { date: 'paid_at' } }, { period: { date: 'order_date' } }])
  })

  it.each([
    [{ period: 'daily' }, 'day', 'required'],
    [{ period: 'weekly', week: '2025-W53' }, 'week', 'week'],
    [{ period: 'weekly', week: '0000-W01' }, 'week', 'period_years'],
    [{ period: 'weekly', week: '2026-W00' }, 'week', 'week'],
    [{ period: 'monthly', month: '2022-12' }, 'month', 'period_years'],
    [{ period: 'ytd', year: 2027 }, 'year', 'period_years'],
    [{ period: 'custom', start_date: '2026-01-01', end_date: '2026-01-31' }, 'category', 'required'],
    [{ period: 'custom', start_date: '2006-11-25', end_date: today, category: 'paid_at' }, 'start_date', 'period_years'],
    [{ period: 'custom', start_date: '2026-01-01', end_date: '2046-01-01', category: 'paid_at' }, 'end_date', 'period_years'],
    [{ period: 'custom', start_date: '2026-02-02', end_date: '2026-02-01', category: 'paid_at' }, 'end_date', 'before_start'],
    [{ period: 'monthly', month: '2026-11', day: '2026-11-01' }, 'day', 'unknown_field'],
    [{ start_date: '2026-11-01' }, 'start_date', 'unknown_field'],
  ])('refuses %o by its %s', (query, field, code) => {
    expect(resolve(query)).toEqual({ ok: false, field, code })
  })

  it('names the period before where it is compared', () => {
    expect(resolve({ compare: true })).toMatchObject({ period: { before: { from: '2026-10-01', to: '2026-10-25' } } })
  })
})

describe('periodBefore', () => {
  it.each([
    ['daily', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['weekly', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
    // As many days as have begun of this one.
    ['weekly', '2026-11-23', '2026-11-29', '2026-11-16', '2026-11-18'],
    ['monthly', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['monthly', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-25'],
    ['ytd', '2026-01-01', '2026-11-25', '2025-01-01', '2025-11-25'],
    ['ytd', '2024-01-01', '2024-02-29', '2023-01-01', '2023-02-28'],
    ['custom', '2026-02-01', '2026-03-03', '2026-01-01', '2026-01-31'],
  ] as const)('of %s %s to %s is %s to %s', (kind, from, to, first, last) => {
    expect(periodBefore(kind, { from, to }, today)).toEqual({ from: first, to: last })
  })

  it('is no longer than a shorter month', () => {
    expect(periodBefore('monthly', { from: '2026-03-01', to: '2026-03-31' }, '2026-03-30')).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
    })
  })
})

it('weeksOfMonth has one for each Monday', () => {
  expect(weeksOfMonth('2026-11').map(({ from, week }) => [from, week])).toEqual([
    ['2026-11-02', '2026-W45'],
    ['2026-11-09', '2026-W46'],
    ['2026-11-16', '2026-W47'],
    ['2026-11-23', '2026-W48'],
    ['2026-11-30', '2026-W49'],
  ])
})

it('weekText counts as ISO 8601 does', () => {
  expect(['2027-01-03', '2027-01-04', '2024-12-30'].map(weekText)).toEqual(['2026-W53', '2027-W01', '2025-W01'])
})

it('reportYears are this one and the three before', () => {
  expect(reportYears(today)).toEqual([2026, 2025, 2024, 2023])
})

describe('bucketsOf', () => {
  it('has days up to 31, weeks up to 183 days, then months', () => {
    expect(chartUnitOf({ from: '2026-03-01', to: '2026-03-31' })).toBe('day')
    expect(chartUnitOf({ from: '2026-03-01', to: '2026-04-01' })).toBe('week')
    expect(chartUnitOf({ from: '2026-01-01', to: '2026-07-02' })).toBe('week')
    expect(chartUnitOf({ from: '2026-01-01', to: '2026-07-03' })).toBe('month')
  })

  it('cuts the first and the last to the span', () => {
    expect(bucketsOf({ from: '2026-03-04', to: '2026-03-17' }, 'week')).toEqual([
      { from: '2026-03-04', to: '2026-03-08' },
      { from: '2026-03-09', to: '2026-03-15' },
      { from: '2026-03-16', to: '2026-03-17' },
    ])
    expect(bucketsOf({ from: '2026-01-31', to: '2026-03-01' }, 'month').map(({ from, to }) => [from, to])).toEqual([
      ['2026-01-31', '2026-01-31'],
      ['2026-02-01', '2026-02-28'],
      ['2026-03-01', '2026-03-01'],
    ])
  })
})
