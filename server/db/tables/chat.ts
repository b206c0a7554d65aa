/** The chat platform: numbers, rooms, messages and deliveries. */

import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text as uncollatedText, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { TemplateValues } from '#contract/chat/template.ts'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { bigint, json, moment, text } from './columns.ts'
import { users } from './people.ts'
import { record } from './record.ts'

/** Answer of a person to our question whether we may call. */
export interface CallPermission {
  response: 'accept' | 'reject'
  /** ISO 8601; null: for good. */
  until: string | null
}

/** Structured content of a message beside its plain words. Amounts are decimal texts. */
export type MessageDetails =
  | { type: 'contacts'; cards: { name: string; phones: string[]; emails: string[]; firm: string }[] }
  | {
      type: 'order'
      items: { product: string; quantity: string; price: string; currency: string }[]
      totals: { currency: string; amount: string }[]
    }
  | { type: 'form'; lines: { label: string; value: string }[] }
  | { type: 'location'; latitude: string; longitude: string; name: string; address: string }
  | { type: 'call'; state: 'missed' }
  | { type: 'unreadable'; what: string; code: number | null }
  | { type: 'product'; product: string }

export interface MessageChip {
  chip:
    | 'forwarded'
    | 'forwardedOften'
    | 'ad'
    | 'template'
    | 'question'
    | 'fromPhone'
    | 'phoneHistory'
    | 'product'
    | 'adLead'
    | 'quoteElsewhere'
    | 'played'
    | 'contactRequest'
    | 'heldForCheck'
    | 'heldByPause'
  text?: string
  url?: string
}

export interface MessageReaction {
  emoji: string
  by: 'customer' | 'us'
  name: string | null
  at: string
  /** Of ours: why the provider did not take it. */
  failure?: string
}

/** Values of a template, and the version of it that they were filled in for. */
export interface FilledTemplate extends TemplateValues {
  version: string | null
}

export interface MessageMarks {
  customer?: string
  us?: string
  edited?: string
  /** The first edit. */
  begun?: string
  /** Stands for what is not here yet: its original (`mark`), or what can be shown of it (`kind`). */
  standIn?: 'mark' | 'kind'
  /** Who changed or deleted the original that is not here yet, and so wrote it. */
  author?: 'customer' | 'us'
  /** The last ones, so that a repeated mark counts once. */
  ids: string[]
}

export const whatsappNumbers = pgTable(
  'whatsapp_numbers',
  {
    ...record,
    name: text().notNull(),
    phone: text().notNull().unique(),
    type: text().notNull(),
    users: json<number[]>().notNull().default([]),
    is_active: boolean().notNull().default(true),
    channel: text().notNull(),
    phone_number_id: text(),
    business_account_id: text(),
    access_token: uncollatedText(),
    app_secret: uncollatedText(),
    status: text().notNull().default('connected'),
    status_reason: text(),
  },
  (table) => [index().on(table.name, table.id)],
)

/** A customer at a number. Null assignee is 'Unassigned'. */
export const rooms = pgTable(
  'rooms',
  {
    ...record,
    whatsapp_number: bigint()
      .notNull()
      .references(() => whatsappNumbers.id, { onDelete: 'no action' }),
    whatsapp_number_name: text(),
    customer_name: text(),
    /** Digits; '' while nobody told it. Rooms are found by their identities (identities.ts), never by this. */
    customer_phone: text().notNull(),
    /** Without '@'. The person's own, changeable and reusable: shown and searched, never a key. */
    username: text(),
    /** When the person was last seen with it, if it is gone. */
    username_until: moment(),
    person: bigint(),
    customer_id: bigint(),
    /** The member before another account answered under the number, until somebody says who it is. */
    held_customer_id: bigint(),
    /** Place of the first message of that account; null while there is no such question. */
    cut_place: integer(),
    /** The room that this one was joined to; it has nothing of its own since. */
    joined_into: bigint(),
    /** Where the chat came from (`ad`), and the id of the advertisement or post. */
    source: text(),
    source_id: text(),
    call_permission: json<CallPermission>(),
    contact_name: text(),
    unread: integer().notNull().default(0),
    mark_as_unread: boolean().notNull().default(false),
    notes: text(),
    status: text().notNull().default('open'),
    tag: json<string[]>().notNull().default([]),
    is_need_support: boolean().notNull().default(false),
    assignee_sales: bigint().references(() => users.id, { onDelete: 'no action' }),
    assignee_sales_name: text(),
    last_message: text(),
    last_message_kind: text(),
    last_message_status: text(),
    last_message_is_admin: boolean().notNull().default(false),
    last_message_at: moment(),
    window_until: moment(),
    is_idle: boolean().notNull().default(false),
    snoozed_until: moment(),
    /** Position of the room's next message. */
    next_place: integer().notNull().default(1),
    search_text: text().notNull().default(''),
  },
  (table) => [
    index().on(table.person).where(sql`person is not null`),
    index('rooms_cut').on(table.customer_phone).where(sql`cut_place is not null`),
    index('rooms_phone_of_number').on(table.whatsapp_number, table.customer_phone).where(sql`customer_phone <> ''`),
    index().on(table.last_message_at, table.id),
    index('rooms_last_message_at_last').on(table.last_message_at.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.status, table.last_message_at.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.assignee_sales, table.last_message_at.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('rooms_marked').on(table.last_message_at.desc().nullsLast(), table.id.desc().nullsFirst()).where(sql`mark_as_unread`),
    index('rooms_unanswered').on(table.last_message_at, table.id).where(sql`not last_message_is_admin and status = 'open'`),
    index('rooms_tag').using('gin', table.tag.op('jsonb_path_ops')).where(sql`tag <> '[]'::jsonb`),
    index('rooms_search').using('gin', table.search_text.op('gin_trgm_ops')),
  ],
)

export const messages = pgTable(
  'messages',
  {
    ...record,
    room: bigint()
      .notNull()
      .references(() => rooms.id, { onDelete: 'cascade' }),
    /** Order of arrival; people read them by `created_at`, then by this. */
    place: integer().notNull(),
    kind: text().notNull(),
    content: text(),
    /** In private files. */
    media: json<StoredFile>(),
    is_admin: boolean().notNull(),
    sender: text(),
    sender_id: bigint(),
    status: text().notNull(),
    failure: text(),
    reply_to: uuid(),
    template: text(),
    template_language: text(),
    /** Id at the provider; identifies repeated messages. */
    provider_id: uncollatedText(),
    /** Of a note: its key and its values, for the words of each language. */
    note_of: text(),
    values: json<Record<string, string | number | boolean | null>>(),
    details: json<MessageDetails>(),
    chips: json<MessageChip[]>(),
    /** Former texts, oldest first. */
    edits: json<{ content: string | null; at: string }[]>(),
    deleted_at: moment(),
    reactions: json<MessageReaction[]>(),
    /** The advertisement or post that it followed, as the provider tells it. */
    referral: json<Record<string, string>>(),
    pricing: json<Record<string, string | number | boolean>>(),
    /** When each state of a message of ours was told, ISO 8601. */
    status_times: json<Record<string, string>>(),
    /** When marks last changed, with the provider's ids of them: also of those that were taken away. */
    marks: json<MessageMarks>(),
    /** The identity that wrote it (room_identities), and its room before rooms were joined. */
    identity: bigint(),
    joined_from: bigint(),
  },
  (table) => [
    uniqueIndex().on(table.room, table.place),
    index().on(table.room, table.created_at, table.place),
    uniqueIndex('messages_provider').on(table.provider_id).where(sql`provider_id is not null`),
    // The activity of a period is read by it.
    index('messages_replies').on(table.created_at).where(sql`is_admin and sender_id is not null`),
    index('messages_search').using('gin', table.content.op('gin_trgm_ops')),
  ],
)

/**
 * Last message read by people other than the room's salesperson: reading is personal, and the room stays unread for the salesperson
 * (server/people/room-reads.ts).
 */
export const roomReads = pgTable(
  'room_reads',
  {
    room: bigint()
      .notNull()
      .references(() => rooms.id, { onDelete: 'cascade' }),
    user_id: bigint()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Position of the last read message. */
    place: integer().notNull(),
    /** Whether they saw that the room was marked as unread. */
    saw_mark: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.room, table.user_id] }), index().on(table.user_id)],
)

/**
 * Delivery of our messages: `waiting`, then `claimed` in a separate transaction before sending, then `confirmed` or `failed`. Claims of a
 * dead process are `unknown`: they may have been sent, so they are shown and not sent again.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    message: bigint()
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    room: bigint().notNull(),
    state: text().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    due_at: moment().notNull().default(sql`now()`),
    claimed_by: uncollatedText(),
    claimed_at: moment(),
    /** What was filled in (contract/chat/template.ts); a list, of an earlier version, is that of the body. */
    template_values: json<string[] | FilledTemplate>(),
  },
  (table) => [index('deliveries_waiting').on(table.due_at, table.message).where(sql`state in ('waiting', 'claimed')`)],
)

/** Account executives at work. */
export const shifts = pgTable('shifts', {
  user_id: bigint()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  is_active: boolean().notNull(),
  changed_at: moment().notNull().default(sql`now()`),
})

/** Canned replies. */
export const autoTexts = pgTable('auto_texts', {
  ...record,
  shortcut: text().notNull().unique(),
  title: text().notNull(),
  text: text().notNull(),
  attachment: json<StoredFile>(),
  category: text().notNull().default('other'),
  usage_count: integer().notNull().default(0),
})
