/** Recommendations of analysts, and messages to members about them. */
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigserial, boolean, index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { bigint, json, moment, text } from './columns.ts'
import { members } from './members.ts'
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

/** Messages in the inbox of a member's app; one row per round of a pick. */
export const memberInbox = pgTable(
  'member_inbox',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    member_id: bigint()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    pick_id: bigint()
      .notNull()
      .references(() => stockPicks.id, { onDelete: 'cascade' }),
    /** Round of the pick, from 1. */
    round: integer().notNull(),
    created_at: moment().notNull().default(sql`now()`),
    read_at: moment(),
  },
  (table) => [uniqueIndex('member_inbox_once').on(table.pick_id, table.round, table.member_id), index().on(table.member_id, table.id)],
)
