/** Listed companies, daily prices, splits and rights issues. */
import { sql } from 'drizzle-orm'
import { bigserial, boolean, date, doublePrecision, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { bigint, json, moment, text } from './columns.ts'
import { categories, posts } from './content.ts'
import { record } from './record.ts'

export const stockSectors = pgTable(
  'stock_sectors',
  {
    ...record,
    name: text().notNull(),
    code: text(),
    icon: text(),
  },
  (table) => [
    index().on(table.name, table.id),
    uniqueIndex('stock_sectors_name').on(sql`lower(${table.name})`),
    uniqueIndex('stock_sectors_code').on(sql`lower(${table.code})`),
  ],
)

export const stocks = pgTable(
  'stocks',
  {
    ...record,
    /** Four capitals. */
    code: text().notNull(),
    company_name: text().notNull(),
    sector_id: bigint()
      .notNull()
      .references(() => stockSectors.id),
    sectors: json<number[]>().notNull().default([]),
    board: text(),
    is_syariah: boolean().notNull().default(false),
    listed_on: date({ mode: 'string' }),
    listed_shares: bigint(),
    delisted_on: date({ mode: 'string' }),
    logo: json<StoredFile>(),
    description: text(),
  },
  (table) => [
    uniqueIndex('stocks_code').on(table.code),
    index().on(table.company_name, table.id),
    index().on(table.sector_id),
    index().on(table.listed_on, table.id),
    index('stocks_listed_on_last').on(table.listed_on.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.created_at, table.id),
    index('stocks_sectors').using('gin', table.sectors.op('jsonb_path_ops')),
  ],
)

/** Unadjusted, as published by the exchange (contract/market/day-price.ts). */
export const stockPrices = pgTable(
  'stock_prices',
  {
    stock_id: bigint()
      .notNull()
      .references(() => stocks.id, { onDelete: 'cascade' }),
    date: date({ mode: 'string' }).notNull(),
    previous: bigint().notNull(),
    high: bigint().notNull(),
    low: bigint().notNull(),
    close: bigint().notNull(),
    volume: bigint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.stock_id, table.date] }), index().on(table.date, table.stock_id)],
)

/** Daily values of the exchange's index from a feed, in points. */
export const indexPrices = pgTable('index_prices', {
  date: date({ mode: 'string' }).primaryKey(),
  previous: doublePrecision().notNull(),
  close: doublePrecision().notNull(),
})

/** A day whose reference price at the exchange is not the stock's last close. */
export const stockActions = pgTable(
  'stock_actions',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    stock_id: bigint()
      .notNull()
      .references(() => stocks.id, { onDelete: 'cascade' }),
    date: date({ mode: 'string' }).notNull(),
    /** 'split' or 'rights'. */
    kind: text().notNull(),
    /** The exact factor: `previous` of the day over the close of the trading day before. */
    numerator: bigint().notNull(),
    denominator: bigint().notNull(),
    /** From then on portfolios follow it. */
    confirmed_at: moment(),
    confirmed_by: text(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [uniqueIndex('stock_actions_day').on(table.stock_id, table.date)],
)

/** Log of confirmations and reversals of actions, also of those no longer in prices. */
export const stockActionLog = pgTable(
  'stock_action_log',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    stock_id: bigint()
      .notNull()
      .references(() => stocks.id, { onDelete: 'cascade' }),
    /** 'confirmed' or 'taken_back'. */
    event: text().notNull(),
    date: date({ mode: 'string' }).notNull(),
    kind: text().notNull(),
    numerator: bigint().notNull(),
    denominator: bigint().notNull(),
    created_at: moment().notNull().default(sql`now()`),
    created_by: text(),
  },
  (table) => [index().on(table.stock_id, table.id)],
)

/** Weekdays on which the exchange is closed, as configured at the last start (server/market/stocks/calendar.ts). */
export const exchangeHolidays = pgTable('exchange_holidays', { date: date({ mode: 'string' }).primaryKey() })

/** Analyses of stocks, with price alerts for their authors. */
export const analyses = pgTable(
  'analyses',
  {
    ...record,
    title: text().notNull(),
    stock_id: bigint()
      .notNull()
      .references(() => stocks.id),
    category_id: bigint().references(() => categories.id),
    body: text().notNull(),
    charts: json<StoredFile[]>().notNull().default([]),
    level: bigint(),
    is_breakout: boolean().notNull().default(false),
    alert_price: bigint(),
    alert_direction: text(),
    /** Newest day with a price when the alert was set. */
    alert_armed_on: date({ mode: 'string' }),
    alert_fired_on: date({ mode: 'string' }),
    alert_fired_at: moment(),
    status: text().notNull().default('draft'),
    published_at: moment(),
    audience: json<string[]>().notNull().default([]),
    post_id: bigint().references(() => posts.id, { onDelete: 'set null' }),
  },
  (table) => [
    index().on(table.created_at, table.id),
    index().on(table.updated_at, table.id),
    index().on(table.published_at, table.id),
    index('analyses_published_at_last').on(table.published_at.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.title, table.id),
    index().on(table.stock_id, table.published_at.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.category_id),
    index().on(table.post_id),
    index('analyses_fired').on(table.alert_fired_at, table.id),
    index('analyses_fired_last').on(table.alert_fired_at.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('analyses_armed').on(table.stock_id).where(sql`${table.alert_price} is not null and ${table.alert_fired_on} is null`),
    index('analyses_search').using('gin', sql`lower(${table.title} collate "default") gin_trgm_ops`),
  ],
)
