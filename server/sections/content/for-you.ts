import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field.ts'
import { forYou } from '#contract/sections/content/for-you.ts'
import { serve } from '#server/crud/serve.ts'
import { bigint, json, moment, text } from '#server/db/columns.ts'
import { record } from '#server/db/record.ts'

export const forYous = pgTable(
  'for_you',
  {
    ...record,
    title: text().notNull(),
    click_count: integer().notNull().default(0),
    campaign_start: moment().notNull(),
    no_campaign_end: boolean().notNull().default(false),
    /** Null is no end: 0001-01-01T00:00:00 on the wire. */
    campaign_end: moment(),
    member_type: json<string[]>().notNull().default([]),
    type: text().notNull(),
    gambar: json<StoredFile>().notNull(),
    message: text().notNull(),
    with_button: boolean().notNull().default(false),
    button_title: text(),
    content_type: text().notNull(),
    reference_type: text().notNull().default('none'),
    reference_url: text(),
    content_id: bigint(),
    event_id: bigint(),
    onlineclass_id: bigint(),
    sequence: integer().notNull(),
    is_show: boolean().notNull().default(true),
  },
  (table) => [index().on(table.sequence, table.id), index().on(table.created_at, table.id)],
)

/** Part-2 sections 3 and 4: hidden by a person, else what the dates say now. */
const status = sql`case
  when not ${forYous.is_show} then 'HIDDEN'
  when ${forYous.campaign_start} > now() then 'PENDING'
  when ${forYous.campaign_end} <= now() then 'INACTIVE'
  else 'ACTIVE' end`

export const forYouApi = serve(forYou, forYous, { derived: { status } })
