import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { tagManager } from '#contract/sections/tag-manager.ts'
import { serve } from '#server/crud/serve.ts'
import { words } from '#server/db/columns.ts'
import { leads } from '#server/db/crm.ts'
import { record } from '#server/db/record.ts'

export const tags = pgTable('tags', {
  ...record,
  name: words().notNull().unique(),
  colour: words().notNull().default('#2563eb'),
})

export const tagManagerApi = serve(tagManager, tags, {
  derived: { used: sql`(select count(*)::int from ${leads} where ${leads.tags} @> jsonb_build_array(${tags.name}))` },
})
