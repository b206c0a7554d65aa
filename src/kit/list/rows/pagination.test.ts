import { expect, it } from 'vitest'
import { rangeOf } from './pagination.tsx'

it('rangeOf counts records that wait on this device, too', () => {
  expect(rangeOf({ page: 1, size: 10, total: 768, more: 1 })).toEqual([1, 11])
  expect(rangeOf({ page: 2, size: 10, total: 768, more: 1 })).toEqual([12, 21])
  expect(rangeOf({ page: 77, size: 10, total: 768, more: 1 })).toEqual([762, 769])
  expect(rangeOf({ page: 1, size: 10, total: 0, more: 2 })).toEqual([1, 2])
  expect(rangeOf({ page: 1, size: 10, total: 0, more: 0 })).toEqual([0, 0])
})
