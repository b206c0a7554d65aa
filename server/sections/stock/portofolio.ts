import { eq } from 'drizzle-orm'
import { portofolio } from '#contract/sections/stock/portofolio.ts'
import { readList } from '#server/crud/query/read.ts'
import type { Handler } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { positions } from '#server/db/tables/portfolios.ts'
import { stocks } from '#server/db/tables/stock.ts'
import { positionFilters } from '#server/market/portfolios/filters.ts'
import { valued } from '#server/market/portfolios/read.ts'
import { addWarnings } from '#server/market/portfolios/warnings.ts'
import { preparePosition, refuseSecondOpen } from '#server/market/portfolios/write.ts'
import { ApiError } from '#server/platform/core/problem.ts'

/** Open positions in a stock, by code. */
const openOf: Handler = async ({ user, db, params, list }, { platform, shape }) => {
  const code = (params.code ?? '').toUpperCase()
  const [stock] = await db.select({ id: stocks.id }).from(stocks).where(eq(stocks.code, code)).limit(1)
  if (!stock) throw new ApiError('not_found')
  const filters = [
    { field: 'stock_id', values: [String(stock.id)] },
    { field: 'is_open', values: ['true'] },
  ]
  return readList(platform, shape, user, { ...list, filters: [...list.filters, ...filters] })
}

export const portofolioApi = serve(portofolio, positions, {
  derived: { option: 'elsewhere', warnings: 'elsewhere', ...valued },
  enrich: addWarnings,
  prepare: preparePosition,
  refuseRestore: refuseSecondOpen,
  filters: positionFilters,
  calls: { openOf },
})
