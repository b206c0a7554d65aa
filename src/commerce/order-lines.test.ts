import { expect, it } from 'vitest'
import { totalOf } from './order-lines.ts'

it('totalOf is what the server says, and the sum of the lines of an order that waits', () => {
  const items = [{ price: 350_000, qty: 2 }, { price: 100_000 }]
  expect(totalOf({ items, total: 0 })).toBe(0)
  expect(totalOf({ items, total: 640_000 })).toBe(640_000)
  expect([totalOf({ items, total: null }), totalOf({ items, total: undefined })]).toEqual([800_000, 800_000])
  expect(totalOf({ items: null, total: null })).toBe(0)
})
