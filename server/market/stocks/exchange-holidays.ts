import { addDays, dayText, weekdayOf } from '#contract/lib/wib.ts'

/**
 * Weekday holidays of the Indonesia Stock Exchange by year and month, as announced. EXCHANGE_CLOSED_ON and EXCHANGE_OPEN_ON (.env.example)
 * add and remove days.
 */
const daysByMonth = {
  // 247 trading days
  2021: '01-01 02-12 03-11 04-02 05-12,13,14,26 06-01 07-20 08-11,17 10-20 12-31',
  // 246
  2022: '02-01,28 03-03 04-15,29 05-02,03,04,05,06,16,26 06-01 08-17',
  // 239
  2023: '01-23 03-22,23 04-07,19,20,21,24,25 05-01,18 06-01,02,28,29,30 07-19 08-17 09-28 12-25,26',
  // 237
  2024: '01-01 02-08,09,14 03-11,12,29 04-08,09,10,11,12,15 05-01,09,10,23,24 06-17,18 09-16 11-27 12-25,26,31',
  // 236
  2025: '01-01,27,28,29 03-28,31 04-01,02,03,04,07,18 05-01,12,13,29,30 06-06,09,27 08-18 09-05 12-25,26,31',
  // 239
  2026: '01-01,16 02-16,17 03-18,19,20,23,24 04-03 05-01,14,15,27,28 06-01,16 08-17,25 12-24,25,31',
} as const satisfies Readonly<Record<number, string>>

const daysOf = (year: string, months: string): string[] =>
  months.split(' ').flatMap((month) => {
    const [name = '', days = ''] = month.split('-')
    return days.split(',').map((day) => `${year}-${name}-${day}`)
  })

/** Exchange holidays with a fixed date: state holidays, and the exchange's last day of the year. */
const fixedDays = ['01-01', '05-01', '06-01', '08-17', '12-25', '12-31']

/** Returns Easter Sunday in the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterOf(year: number): string {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100]
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const days = moon + weekday - 7 * late + 114
  return dayText(year, Math.floor(days / 31), (days % 31) + 1) ?? ''
}

/** Good Friday is two days before Easter, Ascension 39 after it. */
const computedDays = (year: number): string[] =>
  [...fixedDays.map((day) => `${year}-${day}`), addDays(easterOf(year), -2), addDays(easterOf(year), 39)]
    .filter((day) => weekdayOf(day) < 5)
    .sort()

/** Returns whether a year's calendar is announced; other years only have computable days. */
export const isAnnounced = (year: number): boolean => year in daysByMonth

/** Returns exchange holidays from 2021 to a year, as ordered 'YYYY-MM-DD'. */
export function exchangeHolidays(lastYear: number): string[] {
  const announced = Object.entries(daysByMonth).flatMap(([year, months]) => daysOf(year, months))
  const next = Math.max(...Object.keys(daysByMonth).map(Number)) + 1
  const later = Array.from({ length: Math.max(0, lastYear - next + 1) }, (_, index) => computedDays(next + index)).flat()
  return [...announced, ...later]
}
