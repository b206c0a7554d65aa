import { sql } from 'drizzle-orm'
import { stockSector } from '#contract/sections/stock/stock-sector.ts'
import { serve } from '#server/crud/serve.ts'
import { stockSectors, stocks } from '#server/db/tables/stock.ts'

export const stockSectorApi = serve(stockSector, stockSectors, {
  derived: { stock_count: sql`(select count(*)::int from ${stocks} where ${stocks.sector_id} = ${stockSectors.id})` },
})
