import { boolean, index, integer, pgTable } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field.ts'
import { promotionBanner } from '#contract/sections/promotion/promotion-banner.ts'
import { serve } from '#server/crud/serve.ts'
import { bigint, json, moment, text } from '#server/db/columns.ts'
import { record } from '#server/db/record.ts'

export const promotionBanners = pgTable(
  'promotion_banners',
  {
    ...record,
    title: text().notNull(),
    image: json<StoredFile>().notNull(),
    segmentation: json<string[]>().notNull().default([]),
    show: boolean().notNull().default(true),
    start: moment().notNull(),
    end: moment(),
    reference_type: text().notNull().default('none'),
    reference_url: text(),
    content_id: bigint(),
    event_id: bigint(),
    onlineclass_id: bigint(),
    sort: integer().notNull(),
  },
  (table) => [index().on(table.sort, table.id), index().on(table.created_at, table.id)],
)

export const promotionBannerApi = serve(promotionBanner, promotionBanners)
