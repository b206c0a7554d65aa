/** Open positions in stocks, for members of the product that holds them (docs/product/assistant.md#facts). */

import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { formatIndonesianGain } from '#contract/lib/number-text.ts'
import { formatRupiah } from '#contract/lib/rupiah.ts'
import { positions } from '#server/db/tables/portfolios.ts'
import { stocks } from '#server/db/tables/stock.ts'
import { valued } from '../portfolios/read.ts'
import type { FactSource } from './fact.ts'

const dayOf = new Intl.DateTimeFormat('id', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

export const positionFacts: FactSource = async (db, codes, { products }) => {
  if (!products.length) return []
  const { product, opened_on } = positions
  const theirs = and(
    inArray(stocks.code, [...codes]),
    inArray(product, [...products]),
    eq(positions.is_open, true),
    isNull(positions.deleted_at),
  )
  const open = await db
    .select({ code: stocks.code, product, opened_on, average: valued.average, gain: valued.gain })
    .from(positions)
    .innerJoin(stocks, eq(stocks.id, positions.stock_id))
    .where(theirs)
    .orderBy(asc(product))
  return codes.flatMap((code) =>
    open
      .filter((one) => one.code === code)
      .map(({ product: name, opened_on: since, average, gain }) => ({
        kind: 'position' as const,
        code,
        source: `Portofolio ${name}`,
        text: `Portofolio ${name} memegang ${code}${since ? ` sejak ${dayOf.format(new Date(since))}` : ''}${
          average === null ? '' : `, rata-rata ${formatRupiah(Math.round(average))}`
        }${gain === null ? '' : `, ${formatIndonesianGain(gain)} %`}.`,
      })),
  )
}
