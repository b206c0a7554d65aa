import { describe, expect, it } from 'vitest'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { nextQuery } from './next-query.ts'

describe('nextQuery', () => {
  it('turns the page on a laptop', () => {
    expect(nextQuery({ ...firstPage, page: 3, size: 50 }, false)).toEqual({ ...firstPage, page: 4, size: 50 })
  })

  it('adds rows below on a phone, twice as many each time', () => {
    const sizes = [10, 25, 50, 500].map((size) => nextQuery({ ...firstPage, size }, true).size)
    expect(sizes).toEqual([25, 50, 100, 1_000])
  })

  it('turns the page on a phone whose link names a later one', () => {
    expect(nextQuery({ ...firstPage, page: 2 }, true)).toEqual({ ...firstPage, page: 3 })
  })
})
