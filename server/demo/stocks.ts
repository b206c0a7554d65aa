/** All companies of the exchange with prices of twenty days, given to the last twenty trading days before today. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { addDays, weekdayOf, wibDay } from '#contract/lib/wib.ts'
import type { Db } from '#server/db/database.ts'
import { projectRoot } from '#server/db/root.ts'
import { stockPrices, stocks } from '#server/db/tables/stock.ts'
import { detectActions } from '#server/market/stocks/actions.ts'
import { exchangeHolidays } from '#server/market/stocks/exchange-holidays.ts'
import type { Random } from './base/random.ts'
import { type Clock, insertRows, recordColumns } from './base/rows.ts'
import { sectors } from './stock-sectors.ts'

/** Rows of a file without quotes. */
function readRows(name: string): string[][] {
  const text = brotliDecompressSync(readFileSync(join(projectRoot, 'server/demo/data', `${name}.csv.br`))).toString('utf8')
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(','))
}

/** The last trading days before a day, in their order. */
export function tradingDaysBefore(today: string, count: number): string[] {
  const holidays = new Set(exchangeHolidays(Number(today.slice(0, 4))))
  const days: string[] = []
  for (let day = addDays(today, -1); days.length < count; day = addDays(day, -1))
    if (weekdayOf(day) < 5 && !holidays.has(day)) days.unshift(day)
  return days
}

function demoStocks(random: Random, clock: Clock, authors: readonly string[]) {
  return readRows('idx-stocks').map(([code, company_name, sector, board, listed_on, listed_shares], at) => ({
    id: at + 1,
    ...recordColumns(random, clock, 300, authors),
    code,
    company_name,
    sector_id: sectors.findIndex(([name]) => name === sector) + 1,
    sectors: [],
    board,
    is_syariah: !['Financials'].includes(sector ?? '') && random.chance(60),
    listed_on,
    listed_shares: Number(listed_shares),
    delisted_on: null,
    logo: null,
    description: null,
  }))
}

export async function fillStocks(db: Db, random: Random, clock: Clock, authors: readonly string[]): Promise<void> {
  const companies = demoStocks(random, clock, authors)
  await insertRows(db, stocks, companies)
  const ids = new Map(companies.map(({ code, id }) => [code, id]))
  const rows = readRows('idx-prices')
  const dates = [...new Set(rows.map(([, date = '']) => date))].sort()
  const days = tradingDaysBefore(wibDay(new Date(clock.today)), dates.length)
  const dayOf = new Map(dates.map((date, at) => [date, days[at]]))
  const prices = rows.map(([code, date = '', previous, high, low, close, volume]) => ({
    stock_id: ids.get(code),
    date: dayOf.get(date),
    previous: Number(previous),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  }))
  await insertRows(db, stockPrices, prices)
  await detectActions(db, null)
}
