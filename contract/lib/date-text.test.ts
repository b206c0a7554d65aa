import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDateText } from './date-text.ts'
import { wibText } from './wib.ts'

const midday = '2026-11-20T14:05:00+07:00'
const midnight = '2026-11-20T00:00:00+07:00'

it.each([
  ['2026-11-20T14:05:00+07:00', midday],
  ['2026-11-20T14:05:00', midday],
  ['2026-11-20 14:05:00', midday],
  ['2026-11-20T14:05', midday],
  ['2026-11-20 14:05', midday],
  ['2026-11-20 14:05 WIB', midday],
  ['2026-11-20 14.05 wib', midday],
  ['2026-11-20T07:05:00Z', midday],
  ['2026-11-20T07:05:00.123Z', midday],
  ['2026-11-20 07:05 UTC', midday],
  ['2026-11-20T14:05:00+0700', midday],
  ['2026/11/20 14:05', midday],
  ['20-11-2026 14:05', midday],
  ['2026-11-20', midnight],
  ['20 November 2026', midnight],
  ['20 Des 2026', '2026-12-20T00:00:00+07:00'],
  ['November 20, 2026', midnight],
  ['Friday, 20 November 2026 14:05 WIB', midday],
  ['Fri 20 Nov 2026, 14:05', midday],
  ['Jumat, 20 November 2026 14.05 WIB', midday],
  ["Jum'at, 2026-11-20 14:05:00", midday],
  ['Senin, 17 Agustus 2026', '2026-08-17T00:00:00+07:00'],
  ['  minggu 22 november 2026 ', '2026-11-22T00:00:00+07:00'],
])('reads %s', (text, expected) => {
  expect(parseDateText(text)).toBe(expected)
})

it.each([
  '',
  'tomorrow',
  '2026-02-30',
  '2026-13-01',
  '2026-11-20 25:00',
  'Monday, 20 November 2026',
  'Foo, 20 November 2026',
  '20 Brumaire 2026',
  '2026-11-20 banana',
  '2026-11-20 10:00 +16:00',
  '2026-11-20T10:00:00+23:59',
  '2026-11-20T10:00:00-1600',
  '2026-11-20T10:00:00+15:60',
])("does not take '%s' for a date", (text) => {
  expect(parseDateText(text)).toBeNull()
})

it('parseDateText reads back every instant it writes, in WIB and in UTC', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }), (instant) => {
      const text = wibText(instant)
      expect(parseDateText(text)).toBe(text)
      expect(parseDateText(instant.toISOString())).toBe(text)
      expect(parseDateText(`${text.slice(0, 19).replace('T', ' ')} WIB`)).toBe(text)
    }),
  )
})

it('parseDateText never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => parseDateText(text) === null || typeof parseDateText(text) === 'string'))
})
