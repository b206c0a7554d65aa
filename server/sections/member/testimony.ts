import { boolean, index, integer, pgTable } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field.ts'
import { testimony } from '#contract/sections/member/testimony.ts'
import { serve } from '#server/crud/serve.ts'
import { json, text } from '#server/db/columns.ts'
import { record } from '#server/db/record.ts'

export const testimonies = pgTable(
  'testimonies',
  {
    ...record,
    name: text().notNull(),
    photo: json<StoredFile>(),
    product: text(),
    text: text().notNull(),
    rating: integer(),
    video: text(),
    is_show: boolean().notNull().default(true),
    sort: integer().notNull().default(1),
  },
  (table) => [index().on(table.sort, table.id)],
)

export const testimonyApi = serve(testimony, testimonies)
