/** Templates for several chats (docs/product/chat.md#broadcasts). */
import { bigserial, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { BroadcastHold, RecipientState, SkipReason } from '#contract/chat/broadcasts.ts'
import type { Template, TemplateValues } from '#contract/chat/template.ts'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { messages, rooms, whatsappNumbers } from './chat.ts'
import { bigint, json, moment, text } from './columns.ts'
import { users } from './people.ts'
import { record } from './record.ts'

export const broadcasts = pgTable(
  'broadcasts',
  {
    ...record,
    whatsapp_number: bigint()
      .notNull()
      .references(() => whatsappNumbers.id, { onDelete: 'no action' }),
    user_id: bigint()
      .notNull()
      .references(() => users.id, { onDelete: 'no action' }),
    /** As it was filled in; its values have a token for the name. */
    template: json<Template>().notNull(),
    filled: json<TemplateValues>().notNull(),
    media: json<StoredFile>(),
    state: text().notNull().default('sending'),
    held: text().$type<BroadcastHold>(),
    /** When it began, or last went on: older states of the number hold it no more. */
    going_since: moment().notNull(),
  },
  (table) => [index().on(table.created_at, table.id), index().on(table.whatsapp_number, table.state)],
)

/** Each chat once. The message is stored in the transaction that says so. */
export const broadcastRecipients = pgTable(
  'broadcast_recipients',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    broadcast: bigint()
      .notNull()
      .references(() => broadcasts.id, { onDelete: 'cascade' }),
    room: bigint()
      .notNull()
      .references(() => rooms.id, { onDelete: 'cascade' }),
    state: text().$type<RecipientState>().notNull().default('waiting'),
    reason: text().$type<SkipReason>(),
    /** The customer's first message, when it was judged. */
    opt_in_at: moment(),
    message: bigint().references(() => messages.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex().on(table.broadcast, table.room),
    index().on(table.broadcast, table.id),
    index().on(table.message),
    index().on(table.room),
  ],
)
