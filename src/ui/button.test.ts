import { expect, it } from 'vitest'
import { isTooEarly, pressGuardMs } from './button.tsx'

it('takes a second press for one that was meant from one second on', () => {
  expect(pressGuardMs).toBe(1_000)
  expect([999, 1_000].map((after) => isTooEarly(5_000, 5_000 + after, pressGuardMs))).toEqual([true, false])
  expect(isTooEarly(Number.NEGATIVE_INFINITY, 0, pressGuardMs)).toBe(false)
  expect(isTooEarly(5_000, 5_000, 0)).toBe(false)
})
