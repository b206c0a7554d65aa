import { expect, it } from 'vitest'
import { formatDays } from './format-days.ts'

it('formatDays writes the days of a filter without its person', () => {
  expect(['2026-05-01..2026-05-31/3', '2026-05-01..2026-05-01', '2026-05-01', 'BBCA'].map(formatDays)).toEqual([
    '1 May 2026 – 31 May 2026',
    '1 May 2026',
    '1 May 2026',
    'BBCA',
  ])
})
