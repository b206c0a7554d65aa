import { expect, it } from 'vitest'
import { addDays } from '#contract/lib/wib.ts'
import { unitEnds } from './point-table.tsx'

const pointsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ from: addDays('2026-01-01', at), to: addDays('2026-01-01', at) }))

it('unitEnds are all days of a month, the last days of weeks of half a year, of months of more', () => {
  expect(unitEnds(pointsOf(31))).toHaveLength(31)
  expect(unitEnds(pointsOf(60)).slice(0, 2)).toEqual([3, 10])
  expect(unitEnds(pointsOf(365))).toHaveLength(12)
  expect(unitEnds(pointsOf(365)).at(-1)).toBe(364)
  expect(unitEnds([])).toEqual([])
})

it('unitEnds skip units without a point', () => {
  const points = pointsOf(365).filter(({ from }) => from < '2026-02-01' || from > '2026-11-30')
  expect(unitEnds(points).map((at) => points[at]?.from)).toEqual(['2026-01-31', '2026-12-31'])
})
