import { describe, expect, it } from 'vitest'
import { alertDay, alertDirection, alertLevel } from './price-alert.ts'

const row = (date: string, high: number, low: number, volume = 100) => ({ date, previous: 4170, high, low, close: low || 4170, volume })
const alert = { price: 4200, direction: 'up', armed_on: '2026-11-16' } as const

describe('an alert', () => {
  it('waits for a rise or a fall, and has no direction at the present price', () => {
    expect([alertDirection(4200, 4170), alertDirection(4100, 4170), alertDirection(4170, 4170)]).toEqual(['up', 'down', null])
  })
  it('is silent on an untraded day, and fires on the high of a later one', () => {
    const days = [row('2026-11-16', 4300, 4100), row('2026-11-17', 0, 0, 0), row('2026-11-18', 4230, 4150)]
    expect(alertDay(alert, days, [])).toBe('2026-11-18')
    expect(alertDay(alert, days.slice(0, 2), [])).toBeNull()
  })
  it('fires downwards on the low, but not on the zero of an untraded day', () => {
    const down = { price: 4100, direction: 'down', armed_on: '2026-11-16' } as const
    expect(alertDay(down, [row('2026-11-17', 0, 0, 0)], [])).toBeNull()
    expect(alertDay(down, [row('2026-11-17', 4180, 4100)], [])).toBe('2026-11-17')
  })
  it('follows a split', () => {
    const factors = [{ date: '2026-11-18', numerator: 1975, denominator: 3950 }]
    const days = [row('2026-11-17', 4190, 4150), row('2026-11-18', 2095, 2000), row('2026-11-19', 2100, 2050)]
    expect(alertDay(alert, days, factors)).toBe('2026-11-19')
    expect(alertLevel(alert, factors, '2026-11-19')).toBe(2100)
    expect(alertLevel(alert, factors, '2026-11-17')).toBe(4200)
  })
})
