import { sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { stock } from '#contract/sections/stock/stock.ts'
import { serve } from '#server/crud/serve.ts'
import { stockPrices, stockSectors, stocks } from '#server/db/tables/stock.ts'
import { lastPrice } from '#server/market/stocks/prices.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { confirmAction, takeBackAction } from './stock/confirm-action.ts'
import { importPrices } from './stock/import-prices.ts'
import { stockImport } from './stock/import-stocks.ts'
import { pricesAndActions } from './stock/read-stock.ts'

const newest = sql`from ${stockPrices} where ${stockPrices.stock_id} = ${stocks.id} order by ${stockPrices.date} desc limit 1`

export const stockApi = serve(stock, stocks, {
  derived: {
    stock_code: sql`${stocks.code}`,
    sector: sql`(select jsonb_build_object('id', sector.id, 'name', sector.name) from ${stockSectors} as sector where sector.id = ${stocks.sector_id})`,
    last_price: sql`(select ${stockPrices.close} ${newest})`,
    last_price_on: sql`(select ${stockPrices.date} ${newest})`,
  },
  prepare({ values }) {
    values.code = toText(values.code).slice(0, 4).toUpperCase()
  },
  import: stockImport,
  calls: {
    async lastPrice({ db, params }) {
      const found = await lastPrice(db, toText(params.code).toUpperCase(), new Date())
      if (!found) throw new ApiError('not_found')
      return found
    },
    importPrices,
    prices: pricesAndActions,
    confirmAction,
    takeBackAction,
  },
})
