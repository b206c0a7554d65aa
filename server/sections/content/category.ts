import { boolean, index, integer, pgTable } from 'drizzle-orm/pg-core'
import { category } from '#contract/sections/content/category.ts'
import { serve } from '#server/crud/serve.ts'
import { text } from '#server/db/columns.ts'
import { record } from '#server/db/record.ts'

export const categories = pgTable(
  'categories',
  {
    ...record,
    name: text().notNull(),
    slug: text().unique(),
    model: text().notNull(),
    is_show: boolean().notNull().default(true),
    sequence: integer().notNull(),
  },
  (table) => [index().on(table.model, table.sequence, table.id), index().on(table.name, table.id), index().on(table.created_at, table.id)],
)

export const categoryApi = serve(category, categories)
