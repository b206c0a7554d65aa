import { expect, it } from 'vitest'
import { fromWibText, toWibText } from './date-input.tsx'
import { toPhone } from './text-input.tsx'

it('makes 0812…, +62… and 812… a number that starts with 628, and leaves the rest to be named', () => {
  expect(['0812 3456-789', '+62 812 3456 789', '8123456789', '628123456789'].map(toPhone)).toEqual([
    '628123456789',
    '628123456789',
    '628123456789',
    '628123456789',
  ])
  expect(toPhone('abc')).toBe('abc')
})

it('shows an instant on the clock of Jakarta and writes it back with its offset', () => {
  expect(toWibText('2026-11-20T17:30:00Z')).toBe('2026-11-21T00:30')
  expect(toWibText('2026-11-21T00:30:00')).toBe('2026-11-21T00:30')
  expect(fromWibText('2026-11-21T00:30')).toBe('2026-11-21T00:30:00+07:00')
  expect(fromWibText('')).toBe('')
})
