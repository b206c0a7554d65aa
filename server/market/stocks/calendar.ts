/** Stores configured exchange holidays, and recomputes values that depend on them. */
import { asc, sql } from 'drizzle-orm'
import { wibDay } from '#contract/lib/wib.ts'
import { exchangeHolidays } from '#server/db/tables/stock.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { isAnnounced, exchangeHolidays as knownHolidays } from './exchange-holidays.ts'
import { followPrices, lockPrices } from './store-prices.ts'

/** Runs before the first request: another calendar changes which days are consecutive. */
export async function startCalendar(platform: Platform): Promise<void> {
  const { database, settings, log } = platform
  const open = new Set(settings.exchangeOpenOn)
  const year = Number(wibDay(new Date()).slice(0, 4))
  const known = knownHolidays(year + 1)
  const days = [...new Set([...known, ...settings.exchangeClosedOn])].filter((day) => !open.has(day)).sort()
  const isConfigured = settings.exchangeClosedOn.some((day) => day.startsWith(String(year)))
  if (!isAnnounced(year) && !isConfigured)
    log.warn({ year }, 'of this year only the exchange holidays that can be computed are known: set EXCHANGE_CLOSED_ON')
  await database.transaction(async (tx) => {
    await lockPrices(tx)
    const stored = await tx.select().from(exchangeHolidays).orderBy(asc(exchangeHolidays.date))
    if (stored.map(({ date }) => date).join() === days.join()) return
    await tx.delete(exchangeHolidays)
    await tx.execute(
      sql`insert into ${exchangeHolidays} (date) select value::date from jsonb_array_elements_text(${JSON.stringify(days)}::jsonb)`,
    )
    await followPrices(platform, tx, null, '0001-01-01')
  })
}
