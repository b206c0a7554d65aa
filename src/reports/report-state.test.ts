import { describe, expect, it } from 'vitest'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { salesActivity } from '#contract/reports/sales-activity.ts'
import { salesReport } from '#contract/reports/sales-report.ts'
import { supportActivity } from '#contract/reports/support-activity.ts'
import { choiceOf, durationOf } from './period-choice.ts'
import { type PeriodChoice, readParts, readReportState, stepChoice, writeParts, writeReportState } from './report-state.ts'

const today = '2026-11-25'
const read = (search: Readonly<Record<string, unknown>>) => readReportState(search, salesReport, today)
const step = (choice: PeriodChoice, steps: -1 | 1) => stepChoice(choice, steps, salesReport, today)

describe('readReportState', () => {
  it('is of this month where the address says nothing', () => {
    expect(read({})).toMatchObject({
      choice: { period: 'monthly', month: '2026-11' },
      period: { from: '2026-11-01', to: '2026-11-30', date: 'paid_at', before: null },
      isCompared: false,
      list: firstPage,
      broken: null,
    })
  })

  it.each([
    { period: 'daily', day: '2026-02-28' },
    { period: 'weekly', week: '2026-W48' },
    { period: 'monthly', month: '2024-02' },
    { period: 'ytd', year: '2025' },
    { period: 'custom', start_date: '2026-01-31', end_date: '2026-03-01', category: 'order_date' },
  ] as const)('reads what writeReportState wrote of %o', (choice) => {
    const list = { ...firstPage, page: 2, sort: { field: 'revenue', direction: 'desc' as const }, search: 'paket, emas' }
    const search = writeReportState({ choice, isCompared: true, list })
    expect(read(search)).toMatchObject({ choice, isCompared: true, list, broken: null })
    expect(read(search).period.before).not.toBeNull()
  })

  it.each([
    [{ period: 'hourly' }, 'period'],
    [{ month: '2026-11' }, 'period'],
    [{ period: 'daily' }, 'day'],
    [{ period: 'daily', day: '2026-06-31' }, 'day'],
    [{ period: 'weekly', week: '2025-W53' }, 'week'],
    [{ period: 'monthly', month: '2026-13' }, 'month'],
    [{ period: 'monthly', month: '2022-12' }, 'month'],
    [{ period: 'ytd', year: '20260' }, 'year'],
    [{ period: 'monthly', month: '2026-11', day: '2026-11-01' }, 'day'],
    [{ period: 'custom', start_date: '2026-02-02', end_date: '2026-02-01', category: 'paid_at' }, 'end_date'],
    [{ period: 'custom', start_date: '2006-01-01', end_date: '2026-02-01', category: 'paid_at' }, 'start_date'],
    [{ period: 'custom', start_date: '2026-01-01', end_date: '2026-02-01', category: 'deleted_at' }, 'category'],
    [{ page: 'x' }, 'page'],
  ])('leaves out what is no period of %o and names it', (search, broken) => {
    expect(read(search)).toMatchObject({ choice: { period: 'monthly', month: '2026-11' }, broken })
  })
})

describe('the parts of a screen', () => {
  it('share the period and have a list each, which stands in the address', () => {
    const search = { period: 'monthly', month: '2026-10', compare: 'true', sort: 'replies desc', 'support-activity.page': '2' }
    const parts = readParts([salesActivity, supportActivity], search, today)
    expect(parts.map(({ state }) => [state.choice.month, state.isCompared, state.list.page, state.list.sort?.field])).toEqual([
      ['2026-10', true, 1, 'replies'],
      ['2026-10', true, 2, undefined],
    ])
    expect(writeParts(parts)).toEqual(search)
  })
})

describe('stepChoice', () => {
  it('goes to the period before', () => {
    expect(step({ period: 'daily', day: '2026-03-01' }, -1)).toEqual({ period: 'daily', day: '2026-02-28' })
    expect(step({ period: 'weekly', week: '2026-W01' }, -1)).toEqual({ period: 'weekly', week: '2025-W52' })
    expect(step({ period: 'monthly', month: '2026-01' }, -1)).toEqual({ period: 'monthly', month: '2025-12' })
    expect(step({ period: 'ytd', year: '2026' }, -1)).toEqual({ period: 'ytd', year: '2025' })
  })

  it('goes to no period that has not begun, is out of the years, or is custom', () => {
    expect(step({ period: 'monthly', month: '2026-10' }, 1)).toEqual({ period: 'monthly', month: '2026-11' })
    expect(step({ period: 'monthly', month: '2026-11' }, 1)).toBeNull()
    expect(step({ period: 'ytd', year: '2023' }, -1)).toBeNull()
    expect(step({ period: 'custom', start_date: today, end_date: today, category: 'paid_at' }, -1)).toBeNull()
  })
})

describe('the duration filter', () => {
  it.each([
    { period: 'daily', day: '2026-02-28' },
    { period: 'weekly', week: '2026-W45' },
    { period: 'weekly', week: '2026-W01' },
    { period: 'monthly', month: '2024-02' },
    { period: 'ytd', year: '2026' },
    { period: 'custom', start_date: '2026-01-31', end_date: '2026-03-01', category: 'order_date' },
  ] as const)('shows %o and gives it back', (choice) => {
    const { from } = read(choice).period
    expect(choiceOf(durationOf(choice, from), 'order_date', today)).toEqual(choice)
  })

  it('is no choice while something is missing', () => {
    expect(choiceOf({ type: 'weekly', year: 2026, month: 11 }, 'paid_at', today)).toBeNull()
    expect(choiceOf({ type: 'custom', from: '2026-11-01' }, 'paid_at', today)).toBeNull()
  })
})
