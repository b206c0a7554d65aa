import { expect, it } from 'vitest'
import { lastPage } from './last-page.ts'

it('an empty page gives way to the last one that has records', () => {
  expect(lastPage(10, { page: 2, size: 10 })).toBe(1)
  expect(lastPage(41, { page: 9, size: 10 })).toBe(5)
  // An unknown or outdated total still leads to an earlier page.
  expect([lastPage(0, { page: 4, size: 10 }), lastPage(400, { page: 4, size: 10 })]).toEqual([1, 3])
})
