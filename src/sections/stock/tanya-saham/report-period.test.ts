import { expect, test } from 'vitest'
import { readPeriod } from './report-period.ts'

const now = new Date('2026-03-01T18:00:00Z')

test('readPeriod defaults to the last thirty days by the date in Jakarta', () => {
  const period = readPeriod({ at: 'report' }, now)
  expect(period).toMatchObject({ from: '2026-02-01', to: '2026-03-02', isUsual: true })
  expect(period.query.filters).toEqual([{ field: 'created_at', values: ['2026-02-01..2026-03-02'] }])
})

test('readPeriod returns the days of the URL, and nothing else of it', () => {
  const period = readPeriod({ query: 'created_at:2026-01-01..2026-01-31,status:open,search:x', page: '3' }, now)
  expect(period).toMatchObject({ from: '2026-01-01', to: '2026-01-31', isUsual: false, query: { page: 1, search: '' } })
  expect(period.query.filters).toHaveLength(1)
  expect(readPeriod({ query: 'created_at:2026-02-20..' }, now)).toMatchObject({ from: '2026-02-20', to: '2026-03-02' })
})
