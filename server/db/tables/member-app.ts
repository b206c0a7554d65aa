/** What a member's app shows beside content: its inbox, and which popups a member has seen. */
import { sql } from 'drizzle-orm'
import { bigserial, check, index, integer, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import { bigint, moment } from './columns.ts'
import { members } from './members.ts'
import { stockPicks } from './picks.ts'
import { popupPromotions } from './promotion.ts'
import { pushNotifications } from './push.ts'

/** Messages in the inbox of a member's app: one row per round of a pick, or per push. */
export const memberInbox = pgTable(
  'member_inbox',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    member_id: bigint()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    pick_id: bigint().references(() => stockPicks.id, { onDelete: 'cascade' }),
    /** Round of the pick, from 1. */
    round: integer().notNull().default(1),
    push_id: bigint().references(() => pushNotifications.id, { onDelete: 'cascade' }),
    created_at: moment().notNull().default(sql`now()`),
    read_at: moment(),
    /** Of a push: when the first of the member's devices took it, or the inbox of one without; when it was first opened. */
    reached_at: moment(),
    opened_at: moment(),
  },
  (table) => [
    uniqueIndex('member_inbox_once').on(table.pick_id, table.round, table.member_id),
    uniqueIndex('member_inbox_push').on(table.push_id, table.member_id).where(sql`${table.push_id} is not null`),
    index().on(table.member_id, table.id),
    check('member_inbox_one', sql`num_nonnulls(${table.pick_id}, ${table.push_id}) = 1`),
    check('member_inbox_opened', sql`${table.opened_at} is null or ${table.reached_at} is not null`),
  ],
)

/** When a member last saw a popup: its frequency depends on it. */
export const popupViews = pgTable(
  'popup_views',
  {
    popup_id: bigint()
      .notNull()
      .references(() => popupPromotions.id, { onDelete: 'cascade' }),
    member_id: bigint()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    seen_at: moment().notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.popup_id, table.member_id] }), index().on(table.member_id)],
)
