import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, integer, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field/field.ts'
import type { Admission } from '#contract/lib/admission.ts'
import { bigint, json, moment, text } from './columns.ts'
import { orders } from './commerce.ts'
import { people } from './identities.ts'
import { record } from './record.ts'

export const events = pgTable(
  'events',
  {
    ...record,
    title: text().notNull(),
    slug: text(),
    cover: json<StoredFile>(),
    location: text().notNull(),
    link: text().notNull(),
    start_at: moment().notNull(),
    end_at: moment().notNull(),
    speaker: text(),
    quota: integer(),
    /** Seats of registered participants, and seats kept for those who were offered one. */
    taken: integer().notNull().default(0),
    offered: integer().notNull().default(0),
    fee_type: text().notNull().default('free'),
    price: bigint(),
    description: text(),
    audience: json<string[]>().notNull().default([]),
    visibility: text().notNull().default('private'),
    reminders: json<never[]>().notNull().default([]),
    /** Opens the public page while it is private. */
    page_key: text().notNull().default(sql`replace(gen_random_uuid()::text, '-', '')`),
    highlight: integer(),
    duplicate_of: bigint().references((): AnyPgColumn => events.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('events_slug').on(table.slug),
    index().on(table.start_at, table.id),
    index().on(table.end_at, table.id),
    index().on(table.title, table.id),
    index().on(table.created_at, table.id),
    index().on(table.highlight),
    index().on(table.duplicate_of),
    check(
      'events_seats',
      sql`${table.taken} >= 0 and ${table.offered} >= 0 and ${table.taken} + ${table.offered} <= coalesce(${table.quota}, ${table.taken} + ${table.offered})`,
    ),
  ],
)

/** Questions go with their event. Archived ones are asked no more, and keep their answers. */
export const eventQuestions = pgTable(
  'event_questions',
  {
    ...record,
    event_id: bigint()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    question: text().notNull(),
    kind: text().notNull().default('text'),
    options: json<string[]>().notNull().default([]),
    required: boolean().notNull().default(false),
    sort: integer(),
    deleted_at: moment(),
  },
  (table) => [
    index().on(table.event_id, table.sort, table.id),
    index().on(table.sort, table.id),
    index('event_questions_sort_last').on(table.sort.desc().nullsLast(), table.id.desc().nullsFirst()),
  ],
)

export const eventParticipants = pgTable(
  'event_participants',
  {
    ...record,
    event_id: bigint()
      .notNull()
      .references(() => events.id),
    name: text().notNull(),
    phone: text().notNull(),
    email: text(),
    /** Of the house (docs/product/identity.md#people); null where nothing names one. Never on the wire. */
    person_id: bigint().references((): AnyPgColumn => people.id, { onDelete: 'set null' }),
    state: text().notNull().default('registered'),
    answers: json<never[]>().notNull().default([]),
    attended: boolean().notNull().default(false),
    /** Moment of the last mark, also of one that took it back. */
    attended_at: moment(),
    /** Every mark of attendance, in time order: where two devices admitted the same ticket, both. */
    admissions: json<Admission[]>().notNull().default([]),
    /** Number of the ticket: codes with a lower one are retired. */
    ticket: integer().notNull().default(1),
    registered_at: moment(),
    language: text().notNull().default('id'),
    waiting_at: moment(),
    offered_until: moment(),
    /** Never deleted for good. */
    order_id: bigint().references(() => orders.id, { onDelete: 'no action' }),
    /** Digest of the network that ordered the seat on the public page. */
    network: text(),
  },
  (table) => [
    index('event_participants_unpaid').on(table.network).where(sql`${table.state} = 'offered' and ${table.order_id} is not null`),
    uniqueIndex('event_participants_phone').on(table.phone, table.event_id),
    uniqueIndex('event_participants_email').on(table.email, table.event_id),
    index().on(table.event_id, table.created_at, table.id),
    index().on(table.event_id, table.state),
    index().on(table.created_at, table.id),
    index().on(table.order_id),
    index().on(table.person_id),
    index('event_participants_offers').on(table.offered_until).where(sql`${table.state} = 'offered' and ${table.order_id} is null`),
    index('event_participants_queue').on(table.event_id, table.waiting_at, table.id).where(sql`${table.state} = 'waiting'`),
    index().using('gin', table.answers),
  ],
)

/** Reminders that were begun: of an event that is moved, the new start has its own. */
export const eventReminders = pgTable(
  'event_reminders',
  {
    event_id: bigint()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    hours: integer().notNull(),
    start_at: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.event_id, table.hours, table.start_at] })],
)
