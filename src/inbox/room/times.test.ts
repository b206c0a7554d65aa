import { expect, it } from 'vitest'
import { dayWord, snoozeUntil } from './times.ts'

/** Saturday, 00:30 in WIB; still Friday in UTC. */
const now = new Date('2026-11-20T17:30:00Z')

it('dayWord names days by the calendar of WIB', () => {
  expect(dayWord('2026-11-20T17:05:00Z', now)).toEqual({ is: 'today' })
  expect(dayWord('2026-11-20T16:55:00Z', now)).toEqual({ is: 'yesterday' })
  expect(dayWord('2026-11-17T05:00:00Z', now)).toEqual({ is: 'other', text: 'Tuesday' })
  expect(dayWord('2026-11-01T05:00:00Z', now)).toEqual({ is: 'other', text: '1 Nov 2026' })
})

it('snoozeUntil returns an hour, tonight, tomorrow morning or Monday', () => {
  expect(snoozeUntil('hour', now)).toBe('2026-11-20T18:30:00.000Z')
  expect(snoozeUntil('tonight', now)).toBe('2026-11-21T19:00:00+07:00')
  expect(snoozeUntil('tomorrow', now)).toBe('2026-11-22T08:00:00+07:00')
  expect(snoozeUntil('week', now)).toBe('2026-11-23T08:00:00+07:00')
  expect(snoozeUntil('week', new Date('2026-11-23T03:00:00Z'))).toBe('2026-11-30T08:00:00+07:00')
})

it('snoozeUntil has no tonight once the evening has begun', () => {
  expect(snoozeUntil('tonight', new Date('2026-11-21T12:30:00Z'))).toBeNull()
})
