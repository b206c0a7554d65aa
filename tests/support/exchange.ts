/** Companies and prices of the demo in a test's database, with their last day in the week before `now`. */

import type { Db } from '#server/db/database.ts'
import { stockSectors } from '#server/db/tables/stock.ts'
import { randomFrom } from '#server/demo/base/random.ts'
import { clockOf, insertRows } from '#server/demo/base/rows.ts'
import { demoStockSectors } from '#server/demo/stock-sectors.ts'
import { fillStocks } from '#server/demo/stocks.ts'

export async function fillExchange(db: Db, now: string): Promise<void> {
  const clock = clockOf(new Date(now))
  await insertRows(db, stockSectors, demoStockSectors(randomFrom(1), clock, ['Tester']))
  await fillStocks(db, randomFrom(2), clock, ['Tester'])
}
