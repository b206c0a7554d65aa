import { boolean, doublePrecision, index, pgTable } from 'drizzle-orm/pg-core'
import { faq } from '#contract/sections/content/faq.ts'
import { numberHashtags } from '#server/crud/hashtags.ts'
import { serve } from '#server/crud/serve.ts'
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
  },
  (table) => [index().on(table.category), index().on(table.sort, table.id), index().on(table.question, table.id)],
)

export const faqApi = serve(faq, faqs, {
  async prepare({ db, values }) {
    values.hashtag = await numberHashtags(db, values.hashtag)
  },
})
