import { sql } from 'drizzle-orm'
import { index, pgTable } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field.ts'
import { pedia } from '#contract/sections/content/emtpedia.ts'
import { serve } from '#server/crud/serve.ts'
import { json, text } from '#server/db/columns.ts'
import { record } from '#server/db/record.ts'

export const pedias = pgTable(
  'pedia_terms',
  {
    ...record,
    term: text().notNull(),
    slug: text().unique(),
    definition: text().notNull(),
    related: json<number[]>().notNull().default([]),
    image: json<StoredFile>(),
    status: text().notNull().default('draft'),
  },
  (table) => [index().on(table.term, table.id), index().using('gin', table.related)],
)

const letter = sql`case when ${pedias.term} ~* '^[a-z]' then upper(left(${pedias.term}, 1)) else '#' end`

export const pediaApi = serve(pedia, pedias, { derived: { letter } })
