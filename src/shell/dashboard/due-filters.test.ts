import { expect, it } from 'vitest'
import { dueFilters } from './due-filters.ts'

const mine = [{ field: 'sales', values: ['7'] }]

it('dueFilters separate overdue follow-ups from those due today by the day of WIB', () => {
  // 23:30 UTC is the next morning in WIB.
  expect(dueFilters(mine, new Date('2026-11-30T23:30:00Z'))).toEqual({
    overdue: [...mine, { field: 'next_follow_up', values: ['..2026-11-30'] }],
    today: [...mine, { field: 'next_follow_up', values: ['2026-12-01..2026-12-01'] }],
  })
})
