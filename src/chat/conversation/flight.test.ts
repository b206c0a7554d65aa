import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flight, followFlight } from './flight.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('one flies while the steps are fast, and lands shortly after the last of them', () => {
  followFlight(90_000, 1_000)
  followFlight(10_000, 1_500)
  followFlight(9_970, 1_516)
  expect(flight.get()).toBe(false)
  followFlight(9_570, 1_532)
  expect(flight.get()).toBe(true)
  vi.advanceTimersByTime(100)
  followFlight(9_000, 1_632)
  vi.advanceTimersByTime(100)
  expect(flight.get()).toBe(true)
  // Slow steps do not keep one in the air.
  followFlight(8_990, 1_732)
  vi.advanceTimersByTime(20)
  expect(flight.get()).toBe(false)
})
