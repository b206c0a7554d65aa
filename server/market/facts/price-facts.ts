/** The newest close of stocks: prices are public (docs/product/assistant.md#facts). */
import { inArray, sql } from 'drizzle-orm'
import { formatRupiah } from '#contract/lib/rupiah.ts'
import type { Db } from '#server/db/database.ts'
import { stockPrices, stocks } from '#server/db/tables/stock.ts'
import type { Fact } from './fact.ts'

const dayOf = new Intl.DateTimeFormat('id', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

export async function priceFacts(db: Db, codes: readonly string[]): Promise<Fact[]> {
  const { stock_id, date, close } = stockPrices
  const newest = sql`${date} = (select max(other.date) from ${stockPrices} as other where other.stock_id = ${stock_id})`
  const found = await db
    .select({ code: stocks.code, date, close })
    .from(stocks)
    .innerJoin(stockPrices, sql`${stock_id} = ${stocks.id} and ${newest}`)
    .where(inArray(stocks.code, [...codes]))
  return codes.flatMap((code) => {
    const one = found.find((row) => row.code === code)
    return one
      ? [
          {
            kind: 'price',
            code,
            source: `Harga ${code}`,
            text: `Harga penutupan ${code} pada ${dayOf.format(new Date(one.date))}: ${formatRupiah(one.close)}.`,
          },
        ]
      : []
  })
}
