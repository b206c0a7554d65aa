import { expect, it } from 'vitest'
import { nextTick, windowState } from './window.ts'

const now = Date.parse('2026-11-21T10:00:00Z')

it('counts down the hours and minutes that are left', () => {
  expect(windowState('2026-11-22T09:59:30Z', now)).toMatchObject({ is: 'open', hours: 23, minutes: 59 })
  expect(windowState('2026-11-21T12:00:00Z', now)).toMatchObject({ is: 'open', hours: 2, minutes: 0 })
})

it('warns below two hours', () => {
  expect(windowState('2026-11-21T11:59:59Z', now)).toMatchObject({ is: 'ending', hours: 1, minutes: 59 })
})

it('is closed once it is over, and where the customer has never written', () => {
  expect(windowState('2026-11-21T10:00:00Z', now)).toEqual({ is: 'closed' })
  expect(windowState('2026-11-20T10:00:00Z', now)).toEqual({ is: 'closed' })
  expect(windowState(null, now)).toEqual({ is: 'closed' })
  expect(windowState('no time', now)).toEqual({ is: 'closed' })
})

it('says when its words change, and that they never will once it is closed', () => {
  expect(nextTick(windowState('2026-11-21T10:10:20Z', now))).toBe(20_001)
  expect(nextTick({ is: 'closed' })).toBeNull()
})
