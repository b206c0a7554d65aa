/** Push subscriptions of browsers. A file of their own, because sessions delete theirs and know nothing else of alerts. */
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text as uncollatedText } from 'drizzle-orm/pg-core'
import { bigint, moment } from './columns.ts'
import { users } from './people.ts'

/** Push subscription of a browser; deleted with its session (`jti` in `sessions`). */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    endpoint: uncollatedText().primaryKey(),
    user_id: bigint()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    jti: uncollatedText().notNull(),
    p256dh: uncollatedText().notNull(),
    auth: uncollatedText().notNull(),
    /** Consecutive alerts rejected by the push service. */
    failures: integer().notNull().default(0),
    failing_since: moment(),
    /** The first alert that the push service took since the device last said that one arrived. */
    unconfirmed_since: moment(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [index().on(table.user_id), index().on(table.jti)],
)
