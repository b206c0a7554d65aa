/**
 * Weekdays on which the Indonesia Stock Exchange is closed, by year and month, as it announces them; a year that is not here has none.
 * EXCHANGE_CLOSED_ON and EXCHANGE_OPEN_ON (.env.example) add days and take days out.
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

/** Days as 'YYYY-MM-DD', in their order. */
export const exchangeHolidays: readonly string[] = Object.entries(daysByMonth).flatMap(([year, months]) => daysOf(year, months))
