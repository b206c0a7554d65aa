/** All companies of the exchange with prices of twenty days, shifted by whole weeks to end within the past seven days. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { addDays, daysBetween, wibDay } from '#contract/lib/wib.ts'
import type { Db } from '#server/db/database.ts'
import { projectRoot } from '#server/db/root.ts'
import { stockPrices, stocks } from '#server/db/tables/stock.ts'
import { detectActions } from '#server/market/stocks/actions.ts'
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

const lastDay = '2021-12-30'

/** Days of the shift: whole weeks, to keep weekdays. */
export function movedBy(today: string): number {
  return Math.floor(daysBetween(lastDay, today) / 7) * 7
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
  const days = movedBy(wibDay(new Date(clock.today)))
  const prices = readRows('idx-prices').map(([code, date = '', previous, high, low, close, volume]) => ({
    stock_id: ids.get(code),
    date: addDays(date, days),
    previous: Number(previous),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  }))
  await insertRows(db, stockPrices, prices)
  await detectActions(db, null)
}
