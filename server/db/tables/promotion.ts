/** What members' apps show of promotions beside pages of campaigns: banners, popups and tickers. */
import { isNull, sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { bigint, json, moment, text } from './columns.ts'
import { landingPages } from './crm.ts'
import { record } from './record.ts'

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

export const popupPromotions = pgTable(
  'popup_promotions',
  {
    ...record,
    title: text().notNull(),
    banner_url: json<StoredFile>().notNull(),
    landing_custom_id: bigint().references(() => landingPages.id, { onDelete: 'no action' }),
    segmentation: json<string[]>().notNull().default([]),
    /** Null is no date: 0001-01-01T00:00:00 on the wire. */
    campaign_start_date: moment(),
    campaign_end_date: moment(),
    frequency: text().notNull().default('once'),
    is_active: boolean().notNull().default(true),
  },
  (table) => [index().on(table.created_at, table.id)],
)

export const tickers = pgTable(
  'tickers',
  {
    ...record,
    text: text().notNull(),
    link: text(),
    start: moment().notNull(),
    end: moment().notNull(),
    is_active: boolean().notNull().default(true),
  },
  (table) => [index().on(table.start)],
)

export const tickerRuns = pgTable(
  'ticker_runs',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    ticker_id: bigint()
      .notNull()
      .references(() => tickers.id, { onDelete: 'cascade' }),
    on_at: moment().notNull().default(sql`now()`),
    on_by: text(),
    off_at: moment(),
    off_by: text(),
  },
  (table) => [index().on(table.ticker_id, table.id), uniqueIndex('ticker_runs_open').on(table.ticker_id).where(isNull(table.off_at))],
)
