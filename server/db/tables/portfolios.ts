/** Holdings of products: one row per run of a stock from zero to zero. */
import { sql } from 'drizzle-orm'
import { boolean, date, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { MovedLevels } from '#contract/market/moved-level.ts'
import type { Trade } from '#contract/market/position.ts'
import { bigint, json, moment, text } from './columns.ts'
import { record } from './record.ts'
import { stocks } from './stock.ts'

export const positions = pgTable(
  'positions',
  {
    ...record,
    stock_id: bigint()
      .notNull()
      .references(() => stocks.id),
    product: text().notNull(),
    category: text(),
    trades: json<(Trade & { ref: string })[]>().notNull().default([]),
    target: bigint(),
    stop_loss: bigint(),
    notes: text(),
    /** Target and stop moved by confirmed actions: entered values with those actions. */
    moved: json<MovedLevels>().notNull().default({}),
    /** Derived from trades and confirmed actions, for filters and sorting. */
    held: bigint().notNull().default(0),
    cost_left: bigint().notNull().default(0),
    purchases: bigint().notNull().default(0),
    realised: bigint().notNull().default(0),
    last_sale: bigint(),
    opened_on: date({ mode: 'string' }),
    closed_on: date({ mode: 'string' }),
    is_open: boolean().notNull().default(true),
    has_sales: boolean().notNull().default(false),
    deleted_at: moment(),
  },
  (table) => [
    uniqueIndex('positions_open').on(table.stock_id, table.product).where(sql`${table.is_open} and ${table.deleted_at} is null`),
    index().on(table.stock_id),
    index().on(table.opened_on, table.id),
    index('positions_opened_on_last').on(table.opened_on.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.closed_on, table.id),
    index('positions_closed_on_last').on(table.closed_on.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.created_at, table.id),
    index().on(table.updated_at, table.id),
  ],
)
