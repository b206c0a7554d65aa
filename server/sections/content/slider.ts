import { boolean, index, integer, pgTable } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field.ts'
import { slider } from '#contract/sections/content/slider.ts'
import { serve } from '#server/crud/serve.ts'
import { json, moment, text } from '#server/db/columns.ts'
import { record } from '#server/db/record.ts'

export const sliders = pgTable(
  'sliders',
  {
    ...record,
    title: text().notNull(),
    image: json<StoredFile>().notNull(),
    link: text(),
    placement: text().notNull().default('home'),
    sort: integer().notNull().default(1),
    is_active: boolean().notNull().default(true),
    campaign_start: moment(),
    campaign_end: moment(),
  },
  (table) => [index().on(table.sort, table.id)],
)

export const sliderApi = serve(slider, sliders)
