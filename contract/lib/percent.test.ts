import { expect, it } from 'vitest'
import { percentOf } from './percent.ts'

it('percentOf is exact, and rounded once, half away from zero', () => {
  expect(percentOf(1, 3)).toBe(33.33)
  expect(percentOf(-2, 3)).toBe(-66.67)
  expect(percentOf(1, 20_000)).toBe(0.01)
  expect(percentOf(-1, 20_000)).toBe(-0.01)
  expect(percentOf(1, 20_001)).toBe(0)
  expect(percentOf(-1, 20_001)).toBe(0)
  expect(percentOf(10n ** 30n, 4n * 10n ** 30n)).toBe(25)
})

it('percentOf returns null for a denominator of 0', () => {
  expect(percentOf(0, 0)).toBeNull()
  expect(percentOf(5n, 0n)).toBeNull()
})
