// @vitest-environment happy-dom
import { afterAll, expect, it } from 'vitest'
import { setLocale } from '#console/i18n/i18n.ts'
import { locales } from '#console/i18n/locales.ts'
import { readTypedDate, toDateText } from './typed-date.ts'

afterAll(() => setLocale('en'))

const days = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}-09`)

it.each(locales)('a value is read again from its text in %s', async (locale) => {
  await setLocale(locale)
  for (const day of [...days, '1900-01-01', '9999-12-31']) {
    const [month, time] = [day.slice(0, 7), `${day}T14:05`]
    expect(readTypedDate(toDateText(day, 'date'), 'date')).toBe(day)
    expect(readTypedDate(toDateText(month, 'month'), 'month')).toBe(month)
    expect(readTypedDate(toDateText(time, 'dateTime'), 'dateTime')).toBe(time)
  }
})

it('what a keyboard types is read in every usual form', async () => {
  await setLocale('en')
  const read = ['2026-11-30', '30/11/2026', '30-11-2026', '30.11.2026', '30 Nov 2026', '30 november 2026', ' 2026-11-30 ']
  expect(read.map((text) => readTypedDate(text, 'date'))).toEqual(read.map(() => '2026-11-30'))
  const times = ['2026-11-30T08:05', '2026-11-30 08:05', '30 Nov 2026, 8.05', '30/11/2026 08:05']
  expect(times.map((text) => readTypedDate(text, 'dateTime'))).toEqual(times.map(() => '2026-11-30T08:05'))
  expect(['2026-11', '11/2026', 'nov 2026'].map((text) => readTypedDate(text, 'month'))).toEqual(Array(3).fill('2026-11'))
  expect(readTypedDate('2026-11-30', 'dateTime')).toBe('2026-11-30T00:00')
})

it('what is no date is null, and nothing is nothing', () => {
  expect(['30', '31/02/2026', 'soon', '2026-13-01', '9'.repeat(99)].map((text) => readTypedDate(text, 'date'))).toEqual(Array(5).fill(null))
  expect(readTypedDate('  ', 'dateTime')).toBe('')
  expect(toDateText('soon', 'date')).toBe('soon')
})
