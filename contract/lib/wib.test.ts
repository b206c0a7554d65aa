import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, daysInMonth, fromWibInput, toWibInput, weekdayOf, wibDay, wibText, withSeconds } from './wib.ts'

const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })

it('the day in WIB changes at five in the afternoon UTC', () => {
  expect(wibDay(new Date('2026-11-20T16:59:59Z'))).toBe('2026-11-20')
  expect(wibDay(new Date('2026-11-20T17:00:00Z'))).toBe('2026-11-21')
})

it('an input shows WIB time and reads back the same instant', () => {
  expect(toWibInput('2026-11-20T07:05:00Z')).toBe('2026-11-20T14:05')
  expect(toWibInput(null)).toBe('')
  expect(fromWibInput('2026-11-20T14:05')).toBe('2026-11-20T14:05:00+07:00')
  expect(fromWibInput('2026-13-20T14:05')).toBeNull()
  expect(fromWibInput('')).toBeNull()
  fc.assert(
    fc.property(instants, (instant) => {
      const minute = new Date(Math.floor(instant.getTime() / 60_000) * 60_000)
      expect(new Date(fromWibInput(toWibInput(minute.toISOString())) ?? '')).toEqual(minute)
    }),
  )
})

it('wibText writes instants that parse to themselves', () => {
  fc.assert(fc.property(instants, (instant) => Math.floor(Date.parse(wibText(instant)) / 1000) === Math.floor(instant.getTime() / 1000)))
})

it("withSeconds appends ':00' only to a time without seconds", () => {
  expect(withSeconds('14:05')).toBe('14:05:00')
  expect(withSeconds('14:05:09')).toBe('14:05:09')
})

it('the calendar functions know months, leap years and weekdays', () => {
  expect(daysInMonth(2024, 2)).toBe(29)
  expect(daysInMonth(2026, 11)).toBe(30)
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(weekdayOf('2026-11-20')).toBe(4)
  expect(weekdayOf('2026-11-16')).toBe(0)
})
