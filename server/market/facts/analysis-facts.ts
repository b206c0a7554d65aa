/** The newest published analysis of a stock, for members of its audience (docs/product/assistant.md#facts). */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { formatRupiah } from '#contract/lib/rupiah.ts'
import { isPublished } from '#server/content/publish.ts'
import { analyses, stocks } from '#server/db/tables/stock.ts'
import type { FactSource } from './fact.ts'
import { accessOf } from './pick-facts.ts'

const dayOf = new Intl.DateTimeFormat('id', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Asia/Jakarta' })

export const analysisFacts: FactSource = async (db, codes, { products }) => {
  if (!products.length) return []
  const { id, stock_id, title, level, published_at } = analyses
  const newest = await db
    .selectDistinctOn([stock_id], { code: stocks.code, title, level, published_at })
    .from(analyses)
    .innerJoin(stocks, eq(stocks.id, stock_id))
    .where(and(inArray(stocks.code, [...codes]), isPublished(analyses), sql`${analyses.audience} ?| ${accessOf(products)}`))
    .orderBy(stock_id, sql`${published_at} desc nulls last, ${id} desc`)
  return codes.flatMap((code) => {
    const one = newest.find((row) => row.code === code)
    if (!one?.published_at) return []
    const at = one.level === null ? '' : `, level ${formatRupiah(one.level)}`
    return [
      {
        kind: 'analysis',
        code,
        source: `Analisis ${code}`,
        text: `Analisis terakhir ${code} (${dayOf.format(new Date(one.published_at))}): ${one.title}${at}.`,
      },
    ]
  })
}
