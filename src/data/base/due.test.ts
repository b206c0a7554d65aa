import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenDue } from './due.ts'

const start = Date.parse('2026-11-20T09:00:00Z')
const day = 86_400_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(start)
})
afterEach(() => void vi.useRealTimers())

/** Returns the first future time. */
const firstOf =
  (...times: readonly number[]) =>
  (now: number) =>
    Math.min(...times.map((time) => start + time).filter((time) => time > now), Number.POSITIVE_INFINITY)

test('whenDue calls back once for each time, in order', () => {
  const act = vi.fn()
  whenDue(firstOf(1_000, 5_000), act)
  vi.advanceTimersByTime(999)
  expect(act).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(act).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
})

test('a timer that fires early is set again', () => {
  const act = vi.fn()
  whenDue(firstOf(1_000), act)
  // The clock was set back.
  vi.setSystemTime(start - 500)
  vi.advanceTimersByTime(1_000)
  expect(act).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(500)
  expect(act).toHaveBeenCalledTimes(1)
})

test('whenDue reaches a time beyond the longest timer', () => {
  const act = vi.fn()
  whenDue(firstOf(60 * day), act)
  vi.advanceTimersByTime(59 * day)
  expect(act).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(day)
  expect(act).toHaveBeenCalledTimes(1)
})

test('whenDue does not call back after it was cancelled', () => {
  const act = vi.fn()
  whenDue(firstOf(1_000), act)()
  vi.advanceTimersByTime(2_000)
  expect(act).toHaveBeenCalledTimes(0)
})
