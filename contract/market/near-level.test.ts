import { expect, it } from 'vitest'
import { isNearLevel } from './near-level.ts'

it.each([
  [1_030, [1_000], true],
  [1_031, [1_000], false],
  [970, [1_000], true],
  [969, [1_000], false],
  [969, [1_200, 950], true],
  [333.34, [343.64], true],
  [333.34, [343.65], false],
  [1_000, [], false],
])('%d is near one of %j: %s', (price, levels, expected) => {
  expect(isNearLevel(price, levels)).toBe(expected)
})
