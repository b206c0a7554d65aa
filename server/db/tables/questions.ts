/** Chats of members about a stock: chat, messages and questions (docs/product/questions.md#states). */
import { sql } from 'drizzle-orm'
import { bigserial, boolean, doublePrecision, index, integer, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { bigint, json, moment, text } from './columns.ts'
import { members } from './members.ts'
import { users } from './people.ts'
import { record } from './record.ts'

export interface AnswerSource {
  /** Source document; null or absent for facts and answers of people. */
  knowledge_id?: number | null
  title: string
  excerpt: string | null
  page: number | null
}

/** One open chat per member and stock; after its end, the next question starts another. Null assignee is unassigned. */
export const qnaChats = pgTable(
  'qna_chats',
  {
    ...record,
    member_id: bigint()
      .notNull()
      .references(() => members.id, { onDelete: 'no action' }),
    kode_saham: text(),
    category: text(),
    tag: json<string[]>().notNull().default([]),
    status: text().notNull().default('open'),
    handler: text().notNull(),
    handed_over: text(),
    assigned_to: bigint().references(() => users.id, { onDelete: 'no action' }),
    rating: integer(),
    rated_at: moment(),
    waiting_since: moment(),
    ended_at: moment(),
    codes: json<string[]>().notNull().default([]),
    last_message: text(),
    last_message_kind: text(),
    last_message_is_admin: boolean(),
    last_message_at: moment(),
    /** Position of the chat's next message. */
    next_place: integer().notNull().default(1),
    deleted_at: moment(),
    deleted_by: text(),
  },
  (table) => [
    uniqueIndex('qna_chats_running')
      .on(table.member_id, sql`coalesce(${table.kode_saham}, '')`)
      .where(sql`${table.status} <> 'ended' and ${table.deleted_at} is null`),
    index().on(table.last_message_at, table.id),
    index().on(table.member_id, table.id),
    index('qna_chats_last_message_at_last').on(table.last_message_at.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.status, table.last_message_at.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.assigned_to, table.last_message_at.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.handler, table.last_message_at.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.kode_saham, table.id),
    index('qna_chats_kode_saham_last').on(table.kode_saham.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.created_at, table.id),
  ],
)

export const qnaMessages = pgTable(
  'qna_messages',
  {
    ...record,
    chat: bigint()
      .notNull()
      .references(() => qnaChats.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    /** 'member', 'person' or 'algo'. */
    by: text().notNull(),
    is_notice: boolean().notNull().default(false),
    kind: text().notNull(),
    content: text(),
    /** In private files. */
    media: json<StoredFile>(),
    sender: text(),
    sender_id: bigint(),
    reply_to: uuid(),
    sources: json<AnswerSource[]>().notNull().default([]),
  },
  (table) => [
    uniqueIndex('qna_messages_place').on(table.chat, table.place),
    index('qna_messages_pictures').on(table.created_at, table.id).where(sql`${table.by} = 'member' and ${table.kind} = 'image'`),
  ],
)

export const qnaQuestions = pgTable(
  'qna_questions',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    chat: bigint()
      .notNull()
      .references(() => qnaChats.id, { onDelete: 'cascade' }),
    /** Its first message. */
    message: bigint().notNull(),
    question: text(),
    codes: json<string[]>().notNull().default([]),
    asked_at: moment().notNull(),
    answered_at: moment(),
    /** 'algo' or 'person'; null while unanswered. */
    handler: text(),
    /** Null of the algorithm. */
    answered_by: bigint(),
    answered_by_name: text(),
  },
  (table) => [
    index().on(table.chat, table.id),
    index().on(table.asked_at, table.id),
    index().on(table.answered_at, table.id).where(sql`${table.answered_at} is not null`),
  ],
)

export const botSettings = pgTable('bot_settings', {
  ...record,
  name: text().notNull().default('Coach'),
  is_active: boolean().notNull().default(true),
  tone: text().notNull().default('ramah dan ringkas'),
  temperature: doublePrecision().notNull().default(0.2),
  greeting: text(),
  fallback: text()
    .notNull()
    .default('Maaf, saya belum menemukan jawabannya. Pertanyaan Anda kami teruskan ke tim kami; jawabannya akan datang di sini.'),
  instructions: text(),
})

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
    /** Of a question: the simulated member, or null. */
    member_id: bigint(),
    /** Of an answer: its question. */
    answers: bigint(),
  },
  (table) => [
    index().on(table.user_id, table.created_at, table.id),
    index().on(table.created_at, table.id),
    // An answer repeated after a restart is stored once.
    uniqueIndex('bot_messages_answers').on(table.answers),
  ],
)
