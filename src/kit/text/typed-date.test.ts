// @vitest-environment happy-dom
import { afterAll, expect, it } from 'vitest'
import { setLocale } from '#console/i18n/i18n.ts'
import { locales } from '#console/i18n/locales.ts'
import { readTypedDate, readWholeDate, toDateText } from './typed-date.ts'

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

// A Thursday.
const now = new Date('2026-11-26T12:00:00+07:00')
const readAt = (text: string) => readTypedDate(text, 'dateTime', now)

const spoken = {
  en: {
    dated: ['29 nov 14:00', 'Sun 29 Nov, 14:00', 'nov 29 at 2pm', '29/11 14.00'],
    tomorrow: ['tomorrow 9', 'Tomorrow at 9 am', 'TOMORROW, 09:00'],
    today: ['today'],
  },
  id: {
    dated: ['29 nov 14.00', 'minggu 29 november pukul 14', '29.11 14:00'],
    tomorrow: ['besok 9', 'besok jam 9', 'Besok pukul 09.00'],
    today: ['hari ini'],
  },
  tr: { dated: ['29 kas 14:00', '29 Kasım saat 14'], tomorrow: ['yarın 9', 'Yarın saat 9', 'YARIN 09:00'], today: ['bugün', 'Bugün'] },
  ar: { dated: ['29 نوفمبر 14:00', '٢٩ نوفمبر، الساعة ١٤'], tomorrow: ['غدًا 9', 'غدا الساعة 9', 'غداً ٠٩:٠٠'], today: ['اليوم'] },
}

it.each(locales)('a day without its year is the next such day in %s, and its words are understood', async (locale) => {
  await setLocale(locale)
  const { dated, tomorrow, today } = spoken[locale]
  expect(dated.map(readAt)).toEqual(dated.map(() => '2026-11-29T14:00'))
  expect(tomorrow.map(readAt)).toEqual(tomorrow.map(() => '2026-11-27T09:00'))
  expect(today.map(readAt)).toEqual(today.map(() => '2026-11-26T00:00'))
  expect(tomorrow.map((text) => readTypedDate(text, 'date', now))).toEqual(tomorrow.map(() => '2026-11-27'))
})

it('the next such day is today, one of next year, or the next leap day', async () => {
  await setLocale('en')
  expect(['26 nov', '25 nov', '29 feb', '1/1', 'lusa'].map(readAt)).toEqual([
    '2026-11-26T00:00',
    '2027-11-25T00:00',
    '2028-02-29T00:00',
    '2027-01-01T00:00',
    '2026-11-28T00:00',
  ])
  expect(['nov', 'oct'].map((text) => readTypedDate(text, 'month', now))).toEqual(['2026-11', '2027-10'])
})

it('what may be two things, or does not fit, is no date', async () => {
  await setLocale('en')
  const odd = ['29 nov 20', 'mon 29 nov', '31 nov', '29 nov 25:00', '9', '14:00', 'tomorrow 31', 'tomorrow 13 pm', 'x 29 nov', 'on 29/11']
  expect(odd.map(readAt)).toEqual(odd.map(() => null))
  // What may go on is not read while it is typed.
  expect(['1/1', '1 dec', 'today'].map((text) => readWholeDate(text, 'date'))).toEqual([null, null, null])
})

it('what is no date is null, and nothing is nothing', () => {
  expect(['30', '31/02/2026', 'soon', '2026-13-01', '9'.repeat(99)].map((text) => readTypedDate(text, 'date'))).toEqual(Array(5).fill(null))
  expect(readTypedDate('  ', 'dateTime')).toBe('')
  expect(toDateText('soon', 'date')).toBe('soon')
})
