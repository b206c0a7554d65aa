import { expect, it } from 'vitest'
import { durationOf, roomMs } from './toast-duration.ts'

it("a customer's message is taken away by its own lines", () => {
  expect(durationOf({ kind: 'info', room: 'r1', lines: ['Halo'] })).toBe(Number.POSITIVE_INFINITY)
  expect(roomMs).toBeGreaterThanOrEqual(5_000)
})

it('news stay 2 s, failures, warnings and what has buttons 6 s, and messages with a decision 12 s', () => {
  expect(durationOf({ kind: 'success' })).toBe(2_000)
  expect(durationOf({ kind: 'info' })).toBe(2_000)
  expect(durationOf({ kind: 'error' })).toBe(6_000)
  expect(durationOf({ kind: 'warning' })).toBe(6_000)
  expect(durationOf({ kind: 'info', fields: { section: 'leads', names: { mine: ['city'] } } })).toBe(6_000)
  expect(durationOf({ kind: 'success', buttons: [{ label: 'View', path: '/post/edit/1' }] })).toBe(6_000)
  expect(durationOf({ kind: 'error', conflict: 3 })).toBe(12_000)
})
