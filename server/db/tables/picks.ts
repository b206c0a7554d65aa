/** Recommendations of analysts. */
import { type AnyPgColumn, boolean, index, integer, pgTable } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { bigint, json, moment, text } from './columns.ts'
import { record } from './record.ts'
import { stocks } from './stock.ts'

export const stockPicks = pgTable(
  'stock_picks',
  {
    ...record,
    stock_id: bigint()
      .notNull()
      .references(() => stocks.id),
    kind: text().notNull(),
    category: text(),
    buy_price: json<{ from: number; to: number }>(),
    target_price: json<{ price: number }[]>().notNull().default([]),
    stop_loss: bigint(),
    sell_price: bigint(),
    risk: text(),
    horizon: integer(),
    reason: text(),
    chart: json<StoredFile>(),
    open_buy_id: bigint().references((): AnyPgColumn => stockPicks.id),
    status: text().notNull().default('draft'),
    published_on: moment(),
    /** Time of archiving. */
    withdrawn_at: moment(),
    audience: json<string[]>().notNull().default([]),
    send_push: boolean().notNull().default(false),
    push_count: integer().notNull().default(0),
    late: boolean().notNull().default(false),
  },
  (table) => [
    index().on(table.published_on, table.id),
    index('stock_picks_published_on_last').on(table.published_on.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.created_at, table.id),
    index().on(table.updated_at, table.id),
    index().on(table.stock_id, table.published_on.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.kind, table.published_on.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.open_buy_id),
  ],
)
