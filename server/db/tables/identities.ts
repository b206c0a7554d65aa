/** Who somebody is on a channel: identities of rooms, and of people across the house (docs/product/identity.md). */

import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, pgTable, text as uncollatedText, uniqueIndex } from 'drizzle-orm/pg-core'
import { rooms, whatsappNumbers } from './chat.ts'
import { bigint, json, moment, text } from './columns.ts'
import { record } from './record.ts'

/**
 * A phone or a business-scoped user id (BSUID) under which a room was reached. At one number each belongs to one room at a time; the unique
 * index decides between events of the same moment.
 */
export const roomIdentities = pgTable(
  'room_identities',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    room: bigint()
      .notNull()
      .references(() => rooms.id, { onDelete: 'cascade' }),
    number: bigint()
      .notNull()
      .references(() => whatsappNumbers.id, { onDelete: 'no action' }),
    /** `phone` or `bsuid`. */
    kind: uncollatedText().notNull(),
    value: uncollatedText().notNull(),
    /** Parent BSUID, which linked portfolios share. */
    parent: uncollatedText(),
    current: boolean().notNull().default(true),
    since: moment().notNull().default(sql`now()`),
    until: moment(),
    /** Time of the latest event of the person that carried it. */
    seen_at: moment(),
    /** What told it: `message`, `system`, `shared`, `status`, `call`, `joined`, `start`, `before`. */
    proof: uncollatedText().notNull(),
    /** Whether the next identity of the room is the same person; false where only the number was handed on. */
    is_succeeded: boolean().notNull().default(true),
  },
  (table) => [
    uniqueIndex('room_identities_current').on(table.number, table.kind, table.value).where(sql`current`),
    index('room_identities_former').on(table.number, table.kind, table.value).where(sql`not current`),
    index().on(table.room),
  ],
)

/** A person of the house; rooms, leads, members, participants and orders point to one. */
export const people = pgTable('people', {
  ...record,
  name: text(),
  /** The person that this one was joined to, and since when; it can be parted again for 30 days. */
  joined_into: bigint(),
  joined_at: moment(),
})

export const personIdentities = pgTable(
  'person_identities',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    person: bigint()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** `phone`, `bsuid`, `parent` or `email`. */
    kind: uncollatedText().notNull(),
    value: uncollatedText().notNull(),
    /** The account (WABA) that a BSUID is known to; '' for what is the same everywhere. */
    scope: uncollatedText().notNull().default(''),
    current: boolean().notNull().default(true),
    since: moment().notNull().default(sql`now()`),
    until: moment(),
    proof: uncollatedText().notNull(),
    /** Why it joins nobody: `shared` by two people, or `parted` by somebody who knew; null where it does. */
    apart: uncollatedText(),
  },
  (table) => [
    uniqueIndex('person_identities_current').on(table.kind, table.scope, table.value).where(sql`current`),
    index().on(table.person),
  ],
)

/** What two rooms were. Earlier joins have no ids of identities: those of the room that was joined, and those of both that were current. */
export interface RoomsBefore {
  room: Record<string, unknown>
  joined: Record<string, unknown>
  identities?: number[]
  current?: number[]
}

/** Rooms that were joined, with what both were, so that they can be parted again. */
export const roomJoins = pgTable(
  'room_joins',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    room: bigint()
      .notNull()
      .references(() => rooms.id, { onDelete: 'cascade' }),
    joined: bigint()
      .notNull()
      .references(() => rooms.id, { onDelete: 'cascade' }),
    at: moment().notNull().default(sql`now()`),
    /** Who did it by hand; null: a rule. */
    by: text(),
    before: json<RoomsBefore>().notNull(),
    parted_at: moment(),
  },
  (table) => [index().on(table.room), index().on(table.joined)],
)

/** People who were joined, with what the one had, so that they can be parted again; two who were parted are never joined by a rule. */
export const personJoins = pgTable(
  'person_joins',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    person: bigint()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    joined: bigint()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    at: moment().notNull().default(sql`now()`),
    /** Ids of rows by table: no words of anybody. */
    before: json<Record<string, number[]>>().notNull(),
    parted_at: moment(),
  },
  (table) => [index().on(table.person), index().on(table.joined)],
)
