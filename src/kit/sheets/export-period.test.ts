import { describe, expect, it } from 'vitest'
import { firstPage, type ListQuery } from '#contract/kit/field/list-query.ts'
import { exportRefusal } from '#contract/kit/section/export-rule.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { member } from '#contract/sections/member/member.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { durationRange, withType, yearOptions } from '../list/query/duration.ts'
import { exportDurations, exportedList, initialPeriod, ruledDates } from './export-period.ts'

const today = '2026-11-20'
const listOf = (...filters: ListQuery['filters']): ListQuery => ({ ...firstPage, page: 3, search: 'ani', filters })
const refusalOf = (query: ListQuery, section: Section = transaction) =>
  exportedList(section, query, initialPeriod(section, query, today), today).refusal

it('a list without the date rule is exported as it is filtered, whatever that is', () => {
  const query = listOf({ field: 'status', values: ['active'] })
  expect(ruledDates(member)).toEqual([])
  expect(exportedList(member, query, initialPeriod(member, query, today), today)).toEqual({ asked: query, refusal: null })
})

describe('the form of an export under the date rule', () => {
  it('begins with the current month, and says that a date is missing where it was taken away', () => {
    const query = listOf({ field: 'payment_status', values: ['paid'] })
    const begun = initialPeriod(transaction, query, today)
    expect(begun).toEqual({ field: 'order_date', duration: { type: 'monthly', year: 2026, month: 11 } })
    expect(refusalOf(query)).toBeNull()
    const bare = { ...begun, duration: { type: 'monthly', year: 2026 } } as const
    expect(exportedList(transaction, query, bare, today).refusal).toEqual({ code: 'no_date' })
    const { asked, refusal } = exportedList(transaction, query, { ...begun, duration: { ...begun.duration, month: 2 } }, today)
    expect(refusal).toBeNull()
    expect(asked.filters).toEqual([
      { field: 'payment_status', values: ['paid'] },
      { field: 'order_date', values: ['2026-02-01..2026-02-28'] },
    ])
  })

  it('takes over the period of the list, and says where it is too long', () => {
    expect(refusalOf(listOf({ field: 'created_at', values: ['2026-11-01..2026-11-30'] }))).toBeNull()
    const long = listOf({ field: 'created_at', values: ['2026-01-01..2026-11-20'] })
    expect(initialPeriod(transaction, long, today)).toEqual({
      field: 'created_at',
      duration: { type: 'custom', from: '2026-01-01', to: '2026-11-20' },
    })
    expect(refusalOf(long)).toEqual({ code: 'too_long', limit: 30, entered: 324 })
    expect(refusalOf(listOf({ field: 'last_follow_up', values: ['2026-01-29..2026-02-28'] }), leads)).toMatchObject({
      limit: 28,
      entered: 31,
    })
  })

  it('replaces the period of the list by that of another date, and keeps every other filter', () => {
    const query = listOf({ field: 'created_at', values: ['2026-11-01..2026-11-30'] }, { field: 'due_at', values: ['2026-11-01..'] })
    const period = { field: 'updated_at', duration: { type: 'daily', day: today } } as const
    expect(exportedList(transaction, query, period, today).asked.filters).toEqual([
      { field: 'due_at', values: ['2026-11-01..'] },
      { field: 'updated_at', values: [`${today}..${today}`] },
    ])
  })

  it('offers no kind of period that never fits', () => {
    expect(exportDurations).toEqual(['daily', 'weekly', 'monthly', 'custom'])
    const months = yearOptions(today).flatMap((year) => Array.from({ length: 12 }, (_, at) => ({ year, month: at + 1 })))
    for (const month of months) {
      const range = durationRange(withType({ type: 'custom', ...month }, 'monthly', today), today)
      expect(exportRefusal([{ field: 'created_at', values: [`${range?.from}..${range?.to}`] }])).toBeNull()
    }
  })
})
