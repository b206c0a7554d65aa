import { expect, it } from 'vitest'
import { formatAgo, formatPeriod, formatPoint, formatSpan } from './period-text.ts'

it('formatAgo says the largest whole unit', () => {
  const ago = (ms: number) => formatAgo(1_000_000_000_000 - ms, 1_000_000_000_000)
  expect([0, 59_000, 300_000, 3_600_000, 90_000_000, 432_000_000, -5_000].map(ago)).toEqual([
    'this minute',
    'this minute',
    '5 minutes ago',
    '1 hour ago',
    'yesterday',
    '5 days ago',
    'this minute',
  ])
})

it('formatPeriod names a month, and the days of anything else', () => {
  const days = { from: '2026-11-01', to: '2026-11-30' }
  expect(formatPeriod({ period: 'monthly', month: '2026-11' }, days)).toBe('November 2026')
  expect(formatSpan({ from: '2026-10-01', to: '2026-10-25' }).replaceAll(/\s/g, ' ')).toBe('1 – 25 Oct 2026')
  expect(formatSpan({ from: '2026-10-01', to: '2026-10-01' })).toBe('1 Oct 2026')
})

it('formatPoint names a point by its unit', () => {
  expect(formatPoint({ from: '2026-11-02', to: '2026-11-02' }, 'day')).toBe('2 Nov 2026')
  expect(formatPoint({ from: '2026-11-02', to: '2026-11-30' }, 'month')).toBe('November 2026')
})
