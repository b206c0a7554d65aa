import { boolean, index, integer, pgTable } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field.ts'
import { merchandise } from '#contract/sections/product/merchandise.ts'
import { changed } from '#server/crud/effects.ts'
import { keepTerms } from '#server/crud/product-terms.ts'
import { serve } from '#server/crud/serve.ts'
import { bigint, json, text } from '#server/db/columns.ts'
import { record } from '#server/db/record.ts'

export const merchandises = pgTable(
  'merchandise',
  {
    ...record,
    name: text().notNull(),
    sku: text().notNull().unique(),
    image: json<StoredFile>().notNull(),
    description: text(),
    price: bigint().notNull(),
    stock: integer().notNull().default(0),
    weight_grams: integer(),
    variants: json<never[]>().notNull().default([]),
    is_active: boolean().notNull().default(true),
  },
  (table) => [
    index().on(table.created_at, table.id),
    index().on(table.name, table.id),
    index().on(table.price, table.id),
    index().on(table.stock, table.id),
  ],
)

export const merchandiseApi = serve(merchandise, merchandises, {
  on: [changed(merchandise, ['price', 'variants', 'is_active'], (effects) => keepTerms(effects, merchandise.name))],
})
