import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field.ts'
import { forYou } from '#contract/sections/for-you.ts'
import { serve } from '#server/crud/serve.ts'
import { json, moment, whole, words } from '#server/db/columns.ts'
import { record } from '#server/db/record.ts'

export const forYous = pgTable(
  'for_you',
  {
    ...record,
    title: words().notNull(),
    click_count: integer().notNull().default(0),
    campaign_start: moment().notNull(),
    no_campaign_end: boolean().notNull().default(false),
    /** Null is no end: 0001-01-01T00:00:00 on the wire. */
    campaign_end: moment(),
    member_type: json<string[]>().notNull().default([]),
    type: words().notNull(),
    gambar: json<StoredFile>().notNull(),
    message: words().notNull(),
    with_button: boolean().notNull().default(false),
    button_title: words(),
    content_type: words().notNull(),
    reference_type: words().notNull().default('none'),
    reference_url: words(),
    content_id: whole(),
    event_id: whole(),
    onlineclass_id: whole(),
    sequence: integer().notNull(),
    is_show: boolean().notNull().default(true),
  },
  (table) => [index().on(table.sequence, table.id)],
)

/** Part-2 sections 3 and 4: hidden by a person, else what the dates say now. */
const status = sql`case
  when not ${forYous.is_show} then 'HIDDEN'
  when ${forYous.campaign_start} > now() then 'PENDING'
  when ${forYous.campaign_end} <= now() then 'INACTIVE'
  else 'ACTIVE' end`

export const forYouApi = serve(forYou, forYous, { derived: { status } })
