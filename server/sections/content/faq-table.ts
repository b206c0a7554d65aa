import { boolean, doublePrecision, index, integer, pgTable } from 'drizzle-orm/pg-core'
import { bigint, json, text } from '#server/db/columns.ts'
import { record } from '#server/db/record.ts'
import { categories } from './category.ts'

export const faqs = pgTable(
  'faqs',
  {
    ...record,
    question: text().notNull(),
    answer: text().notNull(),
    category: bigint().references(() => categories.id),
    hashtag: json<never[]>().notNull().default([]),
    is_show: boolean().notNull().default(true),
    sort: doublePrecision(),
    highlight: integer(),
  },
  (table) => [
    index().on(table.category),
    index().on(table.sort, table.id),
    index('faqs_sort_last').on(table.sort.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.question, table.id),
    index().on(table.highlight),
  ],
)
