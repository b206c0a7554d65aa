import { sql } from 'drizzle-orm'
import { boolean, date, index, pgTable } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field.ts'
import { bigint, json, moment, text } from '#server/db/columns.ts'
import { record } from '#server/db/record.ts'
import { stocks } from '#server/db/stock.ts'
import { categories } from '../content/category.ts'
import { posts } from '../content/post.ts'

/** Analyses of stocks, and the prices that their writers want to hear of. */
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
    /** The newest day with a price when the alert was set. */
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
