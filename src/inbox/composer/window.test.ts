import { expect, it } from 'vitest'
import { nextTick, windowState } from './window.ts'

const now = Date.parse('2026-11-21T10:00:00Z')

it('windowState counts down the remaining hours and minutes', () => {
  expect(windowState('2026-11-22T09:59:30Z', now)).toMatchObject({ is: 'open', hours: 23, minutes: 59 })
  expect(windowState('2026-11-21T12:00:00Z', now)).toMatchObject({ is: 'open', hours: 2, minutes: 0 })
})

it('windowState warns below two hours', () => {
  expect(windowState('2026-11-21T11:59:59Z', now)).toMatchObject({ is: 'ending', hours: 1, minutes: 59 })
})

it('windowState is closed after 24 hours, and where the customer has never written', () => {
  expect(windowState('2026-11-21T10:00:00Z', now)).toEqual({ is: 'closed' })
  expect(windowState('2026-11-20T10:00:00Z', now)).toEqual({ is: 'closed' })
  expect(windowState(null, now)).toEqual({ is: 'closed' })
  expect(windowState('no time', now)).toEqual({ is: 'closed' })
})

it('nextTick returns when the words change, and null once closed', () => {
  expect(nextTick(windowState('2026-11-21T10:10:20Z', now))).toBe(20_001)
  expect(nextTick({ is: 'closed' })).toBeNull()
})
