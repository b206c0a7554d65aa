import { sql } from 'drizzle-orm'
import { doublePrecision, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'
import { moment, text } from './columns.ts'

export const suppressionKinds = ['unsubscribed', 'bounced', 'complained'] as const
export type SuppressionKind = (typeof suppressionKinds)[number]

/** Addresses that get less mail, or none (docs/product/newsletters.md#suppression). */
export const mailSuppressions = pgTable(
  'mail_suppressions',
  {
    address: text().notNull(),
    kind: text().$type<SuppressionKind>().notNull(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.address, table.kind] })],
)

/** One row: mails that may go now, by all processes, and by newsletters. */
export const mailPace = pgTable('mail_pace', {
  id: smallint().primaryKey(),
  tokens: doublePrecision().notNull(),
  newsletter_tokens: doublePrecision().notNull(),
  at: moment().notNull(),
})
