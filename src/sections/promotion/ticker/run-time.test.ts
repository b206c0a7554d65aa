import { expect, it } from 'vitest'
import { formatRunTime } from './run-time.ts'

it.each([
  [0, '0 mins'],
  [45, '45 secs'],
  [1_800, '30 mins'],
  [3_660, '1 hr 1 min'],
  [90_000, '1 day 1 hr'],
  [86_400 * 3 + 59, '3 days'],
])('%i seconds are %s', (seconds, text) => {
  expect(formatRunTime(seconds)).toBe(text)
})
