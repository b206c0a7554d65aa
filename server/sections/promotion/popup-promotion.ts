import { boolean, index, pgTable } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field.ts'
import { popupPromotion } from '#contract/sections/promotion/popup-promotion.ts'
import { serve } from '#server/crud/serve.ts'
import { bigint, json, moment, text } from '#server/db/columns.ts'
import { record } from '#server/db/record.ts'

export const popupPromotions = pgTable(
  'popup_promotions',
  {
    ...record,
    title: text().notNull(),
    banner_url: json<StoredFile>().notNull(),
    landing_custom_id: bigint(),
    segmentation: json<string[]>().notNull().default([]),
    /** Null is not set: 0001-01-01T00:00:00 on the wire. */
    campaign_start_date: moment(),
    campaign_end_date: moment(),
    frequency: text().notNull().default('once'),
    is_active: boolean().notNull().default(true),
  },
  (table) => [index().on(table.created_at, table.id)],
)

export const popupPromotionApi = serve(popupPromotion, popupPromotions)
