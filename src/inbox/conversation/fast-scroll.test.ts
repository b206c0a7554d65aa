import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fastScroll, trackScroll } from './fast-scroll.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a scroll is fast while its steps are, and settles shortly after the last of them', () => {
  trackScroll(90_000, 1_000)
  trackScroll(10_000, 1_500)
  trackScroll(9_970, 1_516)
  expect(fastScroll.get()).toBe(false)
  trackScroll(9_570, 1_532)
  expect(fastScroll.get()).toBe(true)
  vi.advanceTimersByTime(100)
  trackScroll(9_000, 1_632)
  vi.advanceTimersByTime(100)
  expect(fastScroll.get()).toBe(true)
  // Slow steps end a fast scroll.
  trackScroll(8_990, 1_732)
  vi.advanceTimersByTime(20)
  expect(fastScroll.get()).toBe(false)
})
