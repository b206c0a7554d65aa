import { describe, expect, it } from 'vitest'
import { dueOf, dueRange, wibDay } from './follow-up.ts'

const now = Date.parse('2026-11-20T16:30:00Z') // 23.30 in WIB

describe('follow-ups', () => {
  it('counts days in WIB, wherever the device is', () => {
    expect(wibDay(now)).toBe('2026-11-20')
    expect(wibDay(Date.parse('2026-11-20T17:00:00Z'))).toBe('2026-11-21')
  })

  it('is overdue from the day after, and due for the whole of its day', () => {
    expect(dueOf('2026-11-19T16:59:00Z', now)).toBe('overdue')
    expect(dueOf('2026-11-19T17:00:00Z', now)).toBe('today')
    expect(dueOf('2026-11-20T16:59:00Z', now)).toBe('today')
    expect(dueOf('2026-11-20T17:00:00Z', now)).toBeNull()
  })

  it('is nothing without a time', () => {
    expect([dueOf(null, now), dueOf('', now), dueOf('soon', now)]).toEqual([null, null, null])
  })

  it('filters up to the end of today', () => {
    expect(dueRange(now)).toBe('..2026-11-20')
  })
})
