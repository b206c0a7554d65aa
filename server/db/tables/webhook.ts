/** What the channel's webhook told beside messages: raw items, states of accounts and numbers, and who stopped promotions. */

import { sql } from 'drizzle-orm'
import { bigserial, index, pgTable, text as uncollatedText, uniqueIndex } from 'drizzle-orm/pg-core'
import { whatsappNumbers } from './chat.ts'
import { bigint, json, moment, text } from './columns.ts'

/** Items that are no plain message, as they were received; kept for 90 days. */
export const webhookItems = pgTable(
  'webhook_items',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** Null where the item names no number of ours. */
    number: bigint(),
    account: uncollatedText(),
    /** A number whose secret signed it: it is read again for numbers of that app alone. Null of items from before. */
    signer: bigint(),
    field: text().notNull(),
    kind: text().notNull(),
    at: moment().notNull().default(sql`now()`),
    /** JSON text, because it may hold what JSON of the database cannot; at most 16 kB. */
    body: uncollatedText().notNull(),
    /** `room`, `state`, `waiting`, `unknown`, `malformed`, `elsewhere` or `logged` (server/inbox/whatsapp/items.ts). */
    outcome: uncollatedText().notNull(),
    /** What a waiting item waits for: the provider's id of its message, or an id of its person. */
    target: uncollatedText(),
    /** Of events that have no id: a repeated one is known by it. */
    hash: uncollatedText(),
  },
  (table) => [
    uniqueIndex('webhook_items_hash').on(table.hash).where(sql`hash is not null`),
    index('webhook_items_waiting').on(table.target).where(sql`outcome = 'waiting'`),
    index('webhook_items_unknown').on(table.id).where(sql`outcome in ('unknown', 'malformed')`),
    index().on(table.at),
  ],
)

/** The latest state of an account, number, template or form, by what it is about. */
export const channelStates = pgTable(
  'channel_states',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** Id of the business account (WABA). */
    account: uncollatedText().notNull(),
    number: bigint().references(() => whatsappNumbers.id, { onDelete: 'cascade' }),
    /** `quality`, `limit`, `review`, `template` (server/inbox/whatsapp/states.ts). */
    kind: text().notNull(),
    /** What the kind has several of: a template's name and language, a form's id; '' else. */
    subject: text().notNull().default(''),
    value: json<Record<string, unknown>>().notNull(),
    at: moment().notNull(),
  },
  (table) => [
    uniqueIndex('channel_states_of_account').on(table.account, table.kind, table.subject).where(sql`number is null`),
    uniqueIndex('channel_states_of_number').on(table.number, table.kind, table.subject).where(sql`number is not null`),
  ],
)

/** Who stopped promotions, also before there is a room. */
export const marketingOptOuts = pgTable(
  'marketing_opt_outs',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** Null: at all our numbers. */
    number: bigint().references(() => whatsappNumbers.id, { onDelete: 'cascade' }),
    kind: uncollatedText().notNull(),
    value: uncollatedText().notNull(),
    /** `whatsapp`: only the person can lift it. `own`: said to us in words. */
    source: uncollatedText().notNull(),
    at: moment().notNull(),
    lifted_at: moment(),
  },
  (table) => [uniqueIndex('marketing_opt_outs_one').on(sql`coalesce(${table.number}, 0)`, table.kind, table.value, table.source)],
)
