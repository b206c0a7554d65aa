import { expect, it } from 'vitest'
import { fromWibText, toWibText } from '../../text/wib-text.ts'
import { toPhone } from './text-input.tsx'

it('toPhone converts 0812…, +62… and 812… to a number that starts with 628, and leaves the rest to validation', () => {
  expect(['0812 3456-789', '+62 812 3456 789', '8123456789', '628123456789'].map(toPhone)).toEqual([
    '628123456789',
    '628123456789',
    '628123456789',
    '628123456789',
  ])
  expect(toPhone('abc')).toBe('abc')
})

it('a date input shows an instant in Jakarta time and writes it with its offset', () => {
  expect(toWibText('2026-11-20T17:30:00Z')).toBe('2026-11-21T00:30')
  expect(toWibText('2026-11-21T00:30:00')).toBe('2026-11-21T00:30')
  expect(fromWibText('2026-11-21T00:30')).toBe('2026-11-21T00:30:00+07:00')
  expect(fromWibText('')).toBe('')
  expect(['+275760-09-13T00:00:00Z', 'lusa', '29 nov 14:00', ''].map(toWibText)).toEqual(['', '', '', ''])
})
