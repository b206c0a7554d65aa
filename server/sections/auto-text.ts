import { integer, pgTable } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field.ts'
import { autoText } from '#contract/sections/auto-text.ts'
import { serve } from '#server/crud/serve.ts'
import { json, words } from '#server/db/columns.ts'
import { record } from '#server/db/record.ts'

export const autoTexts = pgTable('auto_texts', {
  ...record,
  shortcut: words().notNull().unique(),
  title: words().notNull(),
  text: words().notNull(),
  attachment: json<StoredFile>(),
  category: words().notNull().default('other'),
  usage_count: integer().notNull().default(0),
})

export const autoTextApi = serve(autoText, autoTexts)
