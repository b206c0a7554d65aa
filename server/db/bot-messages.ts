/** Conversations of people with the bot, one for each person: what it would tell members (server/qna/conversation.ts). */
import { boolean, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { bigint, json, text } from './columns.ts'
import { users } from './people.ts'
import type { AnswerSource } from './qna.ts'
import { record } from './record.ts'

export const botMessages = pgTable(
  'bot_messages',
  {
    ...record,
    user_id: bigint()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    content: text().notNull(),
    bot_name: text(),
    is_bot: boolean().notNull().default(false),
    is_failed: boolean().notNull().default(false),
    reason: text(),
    sources: json<AnswerSource[]>().notNull().default([]),
    /** Of a question: the member as whom it was asked, or null. */
    member_id: bigint(),
    /** Of an answer: its question. */
    answers: bigint(),
  },
  (table) => [
    index().on(table.user_id, table.created_at, table.id),
    index().on(table.created_at, table.id),
    // An answer that is made again after a restart is stored once.
    uniqueIndex('bot_messages_answers').on(table.answers),
  ],
)
