import { sql } from 'drizzle-orm'
import { index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { stockSector } from '#contract/sections/stock/stock-sector.ts'
import { serve } from '#server/crud/serve.ts'
import { text } from '#server/db/columns.ts'
import { record } from '#server/db/record.ts'

export const stockSectors = pgTable(
  'stock_sectors',
  {
    ...record,
    name: text().notNull(),
    code: text(),
    icon: text(),
  },
  (table) => [
    index().on(table.name, table.id),
    uniqueIndex('stock_sectors_name').on(sql`lower(${table.name})`),
    uniqueIndex('stock_sectors_code').on(sql`lower(${table.code})`),
  ],
)

export const stockSectorApi = serve(stockSector, stockSectors)
