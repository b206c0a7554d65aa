import { describe, expect, it } from 'vitest'
import { losses, performance, recommendationResults } from '#contract/reports/performance.ts'
import { questionCategories, questionStocks } from '#contract/reports/questions.ts'
import { chartOf, isAsked, rowsOf, sortRows, totalOf } from './served-queries.ts'

describe('a served report', () => {
  it('draws the rows of its reply with their place', () => {
    const rows = [
      { id: 90, ref: 'a', stock_code: 'AAAA' },
      { id: 41, ref: 'b', stock_code: 'BBBB' },
    ]
    expect(rowsOf(losses, { data: rows })).toEqual([
      { id: 1, ref: 'a', stock_code: 'AAAA' },
      { id: 2, ref: 'b', stock_code: 'BBBB' },
    ])
    expect(rowsOf(losses, {})).toEqual([])
  })

  it('has a total where there is a number', () => {
    expect(totalOf(performance, { from: null, to: '2026-05-01', positions: 0 })).toMatchObject({ from: '', positions: 0, previous: null })
    expect(totalOf(performance, { from: null, to: '2026-05-01', twr: null })).toBeNull()
  })

  it('draws its line, and beside it the other one', () => {
    const data = [
      { date: '2026-05-01', portfolio: 1, index: -0.5 },
      { date: '2026-05-04', portfolio: -2, index: 0 },
    ]
    const chart = chartOf(performance, { data })
    expect(chart).toMatchObject({ from: '2026-05-01', to: '2026-05-04', unit: 'day' })
    expect(chart?.points.map(({ portfolio }) => portfolio)).toEqual([1, -2])
    expect(chart?.previous?.map(({ portfolio }) => portfolio)).toEqual([-0.5, 0])
    expect(chartOf(performance, { data: [] })).toBeNull()
    expect(chartOf(recommendationResults, { data })).toBeNull()
  })

  it('is not looked up by fewer than five characters, where it says so', () => {
    const asked = (query?: string) => [isAsked(questionCategories, 'list', { query }), isAsked(questionStocks, 'list', { query })]
    expect([asked(), asked('abcd'), asked('abcde')]).toEqual([
      [false, true],
      [false, true],
      [true, true],
    ])
    expect(isAsked(questionCategories, 'total', { query: 'abcde' })).toBe(false)
  })
})

describe('sortRows', () => {
  const rows = [
    { id: 1, mean: null, category: 'Swing' },
    { id: 2, mean: -10, category: 'Super' },
    { id: 3, mean: 9, category: 'Investing' },
  ]
  const ids = (field: string, direction: 'asc' | 'desc') => sortRows(rows, { field, direction }).map(({ id }) => id)

  it('orders numbers as numbers and words as words, what is missing last', () => {
    expect(ids('mean', 'asc')).toEqual([2, 3, 1])
    expect(ids('mean', 'desc')).toEqual([3, 2, 1])
    expect(ids('category', 'asc')).toEqual([3, 2, 1])
    expect(sortRows(rows, null)).toBe(rows)
  })
})
