import { expect, it } from 'vitest'
import { durationOf } from './toast-duration.ts'

it('news stay 2 s, failures, warnings and what has buttons 6 s, and messages with a decision 12 s', () => {
  expect(durationOf({ kind: 'success' })).toBe(2_000)
  expect(durationOf({ kind: 'info' })).toBe(2_000)
  expect(durationOf({ kind: 'error' })).toBe(6_000)
  expect(durationOf({ kind: 'warning' })).toBe(6_000)
  expect(durationOf({ kind: 'info', fields: { section: 'leads', names: { mine: ['city'] } } })).toBe(6_000)
  expect(durationOf({ kind: 'success', buttons: [{ label: 'View', path: '/post/edit/1' }] })).toBe(6_000)
  expect(durationOf({ kind: 'error', conflict: 3 })).toBe(12_000)
})
